"""Store used nonces and registered platforms."""

import json
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from features.platform.settings import Registration
from lab.store.store import Store, StoreFull

MAX_REGISTRATIONS = 100
REMEMBERED_SECONDS = 5.0  # how long the platforms that were read from the store are cached
REGISTRATIONS_FULL = (
    "This app can’t store more platforms. Its host can delete one with "
    "python -m features.platform forget."
)

_tables = sa.MetaData()
NONCES = sa.Table(
    "lti_nonces", _tables, sa.Column("nonce", sa.Text, primary_key=True),
    sa.Column("ends", sa.Double),
)  # fmt: skip
REGISTRATIONS = sa.Table(
    "lti_registrations", _tables,
    sa.Column("issuer", sa.Text, primary_key=True),
    sa.Column("client_id", sa.Text, primary_key=True),
    sa.Column("auth_endpoint", sa.Text), sa.Column("token_endpoint", sa.Text),
    sa.Column("jwks_endpoint", sa.Text), sa.Column("deployment_ids", sa.Text),
    sa.Column("token_audience", sa.Text),
)  # fmt: skip


def use_nonce(store: Store, nonce: str, ends: float) -> bool:
    """Mark a nonce as used until `ends`. Return whether it was unused."""
    try:
        with store.transaction() as connection:
            connection.execute(sa.insert(NONCES).values(nonce=nonce, ends=ends))
        return True
    except IntegrityError:
        return False


class Registry:
    """The platforms that may open pages: those of course.toml, and those that have registered."""

    def __init__(self, store: Store, course_registrations: Sequence[Registration] = ()):
        self._store = store
        self._course_registrations = {item.key: item for item in course_registrations}
        self._remembered_registrations: tuple[float, list[Registration]] = -1e9, []

    def all(self) -> list[Registration]:
        """Return all platforms, those of course.toml first."""
        with self._store.transaction() as connection:
            rows = connection.execute(sa.select(REGISTRATIONS)).mappings().all()
        stored_registrations = [
            Registration(**{**row, "deployment_ids": tuple(json.loads(row["deployment_ids"]))})
            for row in rows
        ]
        return [
            *self._course_registrations.values(),
            *(r for r in stored_registrations if r.key not in self._course_registrations),
        ]

    def find(self, issuer: str, client_id: str = "", deployment: str = "") -> Registration | None:
        """Return the platform that a login names; None if none matches or several match."""
        registrations = self.all()
        self._remembered_registrations = self._store.clock(), registrations
        return _choose(registrations, issuer, client_id, deployment)

    def find_remembered(
        self, issuer: str, client_id: str = "", deployment: str = ""
    ) -> Registration | None:
        """Return what `find` returns, but search the cached platforms instead of the store.

        Return None if the store was not read in the last REMEMBERED_SECONDS.
        """
        read_time, registrations = self._remembered_registrations
        if abs(self._store.clock() - read_time) > REMEMBERED_SECONDS:
            return None
        return _choose(registrations, issuer, client_id, deployment)

    def add(self, registration: Registration) -> None:
        """Store a platform's registration, replacing an earlier one. Raises StoreFull."""
        row = {
            "issuer": registration.issuer, "client_id": registration.client_id,
            "auth_endpoint": registration.auth_endpoint,
            "token_endpoint": registration.token_endpoint,
            "jwks_endpoint": registration.jwks_endpoint,
            "deployment_ids": json.dumps(registration.deployment_ids),
            "token_audience": registration.token_audience,
        }  # fmt: skip
        with self._store.transaction() as connection:
            self._delete(connection, *registration.key)
            count = connection.scalar(sa.select(sa.func.count()).select_from(REGISTRATIONS)) or 0
            if count >= MAX_REGISTRATIONS:
                raise StoreFull(REGISTRATIONS_FULL)
            connection.execute(sa.insert(REGISTRATIONS).values(row))

    def delete(self, issuer: str, client_id: str) -> bool:
        """Delete a registered platform. Return whether it was registered."""
        with self._store.transaction() as connection:
            return self._delete(connection, issuer, client_id) > 0

    def _delete(self, connection: sa.Connection, issuer: str, client_id: str) -> int:
        self._remembered_registrations = -1e9, []
        where = (REGISTRATIONS.c.issuer == issuer, REGISTRATIONS.c.client_id == client_id)
        return connection.execute(sa.delete(REGISTRATIONS).where(*where)).rowcount


def _choose(
    registrations: Sequence[Registration], issuer: str, client_id: str, deployment: str
) -> Registration | None:
    """Return the platform that matches, or None if no platform or several platforms match."""
    candidates = [
        registration
        for registration in registrations
        if registration.issuer == issuer and client_id in ("", registration.client_id)
    ]
    if len(candidates) > 1 and deployment:
        candidates = [item for item in candidates if deployment in item.deployment_ids]
    return candidates[0] if len(candidates) == 1 else None


def delete_ended_nonces(store: Store) -> None:
    with store.transaction() as connection:
        connection.execute(sa.delete(NONCES).where(NONCES.c.ends <= store.clock()))


STATEMENTS = (
    """CREATE TABLE lti_nonces (nonce TEXT PRIMARY KEY, ends DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE lti_registrations (
        issuer TEXT NOT NULL,
        client_id TEXT NOT NULL,
        auth_endpoint TEXT NOT NULL,
        token_endpoint TEXT NOT NULL,
        jwks_endpoint TEXT NOT NULL,
        deployment_ids TEXT NOT NULL,
        token_audience TEXT NOT NULL,
        PRIMARY KEY (issuer, client_id)
    )""",
)
