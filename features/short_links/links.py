"""Short links, such as `/s/kx7m4qd`, to pages of this site, in the course's store.

A target consists of a page of the course and a query string. `lab.course.page_target` checks it, so
no link leads to another site. Each target has one link, which ends 30 days after it was made or
renewed; following it does not renew it. A slug, such as kx7m4qd, has seven characters from an
alphabet of 23: with 20,000 links, one guess in 170,000 hits a link. A correct link is not refused
after many wrong ones, since many learners may share one network address (see `routes`).
"""

import hashlib
import secrets

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from lab.store.store import CODE_CHARACTERS, DAY_SECONDS, Store, StoreFull
from lab.store.tables import Tables

LINK_SECONDS = 30 * DAY_SECONDS
SLUG_LENGTH = 7
MAX_LINKS = 20_000
STORE_FULL = "This server can’t store more short links. Use the long link."
_CHARACTERS = CODE_CHARACTERS.lower()

LINKS = sa.Table(
    "links", sa.MetaData(),
    sa.Column("slug", sa.Text, primary_key=True), sa.Column("target", sa.Text),
    sa.Column("digest", sa.Text, unique=True), sa.Column("ends", sa.Double),
)  # fmt: skip


def read_slug(text: str) -> str | None:
    """Normalise a typed slug; capitals are allowed. Return None if it is invalid."""
    slug = text[:40].strip().lower()
    return slug if len(slug) == SLUG_LENGTH and set(slug) <= set(_CHARACTERS) else None


def create(store: Store, target: str) -> tuple[str, float]:
    """Make or renew the link to a target. Return its slug and when it ends. Raises StoreFull."""
    delete_ended(store)
    ends = store.clock() + LINK_SECONDS
    row = {"target": target, "ends": ends, "digest": hashlib.sha256(target.encode()).hexdigest()}
    insertion = store.insert(LINKS)
    with store.transaction() as connection:
        count = connection.scalar(sa.select(sa.func.count()).select_from(LINKS)) or 0
    while True:
        slug = "".join(secrets.choice(_CHARACTERS) for _ in range(SLUG_LENGTH))
        upsert = insertion.values(slug=slug, **row).on_conflict_do_update(
            index_elements=[LINKS.c.digest], set_={"ends": insertion.excluded.ends}
        )
        try:
            with store.transaction() as connection:
                stored_slug = connection.scalar(upsert.returning(LINKS.c.slug))
                if stored_slug == slug and count >= MAX_LINKS:
                    raise StoreFull(STORE_FULL)
            return stored_slug, ends
        except IntegrityError:  # the slug is in use
            continue


def find_target(store: Store, slug: str) -> str | None:
    """Return the target of a link, or None if it is unknown or has ended."""
    query = sa.select(LINKS.c.target).where(LINKS.c.slug == slug, LINKS.c.ends > store.clock())
    with store.transaction() as connection:
        return connection.scalar(query)


def delete_ended(store: Store) -> int:
    """Delete ended links. Return the number of deleted links."""
    with store.transaction() as connection:
        return connection.execute(sa.delete(LINKS).where(LINKS.c.ends <= store.clock())).rowcount


TABLES = Tables(
    migrations={
        2: (
            """CREATE TABLE links (
                slug TEXT PRIMARY KEY,
                target TEXT NOT NULL,
                digest TEXT NOT NULL UNIQUE,
                ends DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX links_by_end ON links (ends)",
        ),
    },
    delete_expired=delete_ended,
)
