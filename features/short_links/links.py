"""Short links, `/s/kx7m4qd`, for addresses of this site's own pages, in the course's store.

A target is a page of the course and a query string, nothing else: the way there is put together
here, so that no link leads to another site. The same target has one link, which ends 30 days after
it was last asked for. A link has seven of 23 signs: with 20,000 links one guess in 170,000 is
right. A right link is always opened, for a class is one client (`routes`).
"""

import hashlib
import secrets
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from lab.course import course
from lab.course.page_declaration import HOME, pages
from lab.endpoints.static_assets import public_path
from lab.store.store import DAY, SIGNS, Store, StoreFull
from lab.store.tables import Tables

LIFE = 30 * DAY
LENGTH = 7
MAX_LINKS = 20_000
MAX_TARGET = 8700  # characters; the server takes addresses of 9 kB
FOREIGN = "A short link leads to a page of this site, and to nothing else."
TOO_LONG = "This address is too long for a short link."
FULL = "There are too many short links. The long one does the same."
_SAFE = "%!$&'()*+,;=:@/?~-._"  # what stands in a query string as it is
_SIGNS = SIGNS.lower()

LINKS = sa.Table(
    "links", sa.MetaData(),
    sa.Column("slug", sa.Text, primary_key=True), sa.Column("target", sa.Text),
    sa.Column("digest", sa.Text, unique=True), sa.Column("ends", sa.Double),
)  # fmt: skip


class BadTarget(ValueError):
    """What no short link is made for; the message says why."""


def read_target(given: str) -> str:
    """The page and the query of an address on this server, escaped. Raises BadTarget."""
    if len(given) > MAX_TARGET:
        raise BadTarget(TOO_LONG)
    page, mark, query = given.partition("#")[0].removeprefix(public_path("")).partition("?")
    name = page or HOME
    if page == HOME or name not in pages() or not course.current().has(name):
        raise BadTarget(FOREIGN)
    target = page + mark + quote(query, safe=_SAFE, errors="replace")
    if len(target) > MAX_TARGET:
        raise BadTarget(TOO_LONG)
    return target


def read_slug(text: str) -> str | None:
    """The end of a short link as somebody typed it, in capitals too; None for what is none."""
    slug = text[:40].strip().lower()
    return slug if len(slug) == LENGTH and set(slug) <= set(_SIGNS) else None


def create(store: Store, target: str) -> tuple[str, float]:
    """The end of the link to this target, and until when it leads there. Raises StoreFull."""
    delete_ended(store)
    ends = store.clock() + LIFE
    row = {"target": target, "ends": ends, "digest": hashlib.sha256(target.encode()).hexdigest()}
    new = store.insert(LINKS)
    with store.transaction() as connection:
        count = connection.scalar(sa.select(sa.func.count()).select_from(LINKS)) or 0
    while True:
        slug = "".join(secrets.choice(_SIGNS) for _ in range(LENGTH))
        kept = new.values(slug=slug, **row).on_conflict_do_update(
            index_elements=[LINKS.c.digest], set_={"ends": new.excluded.ends}
        )
        try:
            with store.transaction() as connection:
                made = connection.scalar(kept.returning(LINKS.c.slug))
                if made == slug and count >= MAX_LINKS:
                    raise StoreFull(FULL)
            return made, ends
        except IntegrityError:  # this one is taken
            continue


def find(store: Store, slug: str) -> str | None:
    """Where a link leads; None where there is none, or it has ended."""
    wanted = sa.select(LINKS.c.target).where(LINKS.c.slug == slug, LINKS.c.ends > store.clock())
    with store.transaction() as connection:
        return connection.scalar(wanted)


def delete_ended(store: Store) -> int:
    """Deletes links that lead nowhere any more; tells how many."""
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
