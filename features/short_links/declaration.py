"""Short links to scenes of this site, stored for 30 days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from features.short_links import button
from lab.course.course import Course
from lab.course.course_parser import FieldReader
from lab.course.feature import Answers, Feature, Privacy, Setting
from lab.store.tables import Tables

if TYPE_CHECKING:
    from lab.store.store import Store


def _read(reader: FieldReader, key: str) -> bool:
    """Read the setting. In older files without it, hall = false also turns off short links. This
    is the only place where a feature reads a setting of another one that is not in its `needs`.
    """
    return reader.flag(key, reader.table_of_file.get("hall") is not False)


def _tables() -> Tables:
    from features.short_links import links  # imports SQLAlchemy, which only a server has

    return links.TABLES


def _answers(course: Course, store: Store) -> Answers:
    from features.short_links import routes  # imports Starlette, which only a server has

    return routes.answers(course, store)


FEATURE = Feature(
    name="short_links",
    settings=(Setting("short_links", True, _read),),
    is_on=lambda course: course.setting("short_links"),
    tables=_tables,
    answers=_answers,
    link_button=button.draw,
    privacy=Privacy(
        "The app stores a short link and the address to which it leads, but not who made it. The"
        " link is deleted after 30 days, unless someone makes it again."
    ),
)
