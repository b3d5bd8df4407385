"""The hall: a lecturer asks a question, phones answer, the screen shows the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from features.hall.on_screen import COMPANION
from lab.course.course import Course
from lab.course.feature import Answers, Feature, Privacy, Setting
from lab.store.tables import Tables

if TYPE_CHECKING:
    from lab.store.store import Store


def _tables() -> Tables:
    from features.hall import rooms  # imports SQLAlchemy, which only a server has

    return rooms.TABLES


def _answers(_: Course, store: Store) -> Answers:
    from features.hall import phone_page  # imports Starlette, which only a server has
    from features.hall.hall import Hall
    from features.hall.owner_routes import OwnerRoutes
    from features.hall.phone_routes import PhoneRoutes
    from lab.serving import plain_page

    hall, policy = Hall(store), plain_page.policy(phone_page.SHEETS)
    routes = [*OwnerRoutes(hall).routes(), *PhoneRoutes(hall).routes()]
    return Answers(tuple(routes), {"hall": policy, "join": policy})


FEATURE = Feature(
    name="hall",
    needs=("lecture",),
    extends={"lecture": COMPANION},
    settings=(Setting("hall", True, lambda reader, key: reader.flag(key, True)),),
    is_on=lambda course: course.setting("hall"),
    tables=_tables,
    answers=_answers,
    privacy=Privacy(
        "A room of the hall stores questions, answers and a random number for each device, but no"
        " name. They are deleted after a day. A cookie holds that number, so that each device"
        " counts once."
    ),
)
