"""Marks into the course platform: Moodle, Canvas and others launch the app by LTI 1.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from features.platform import settings
from lab.course.course import Course
from lab.course.feature import Answers, Feature, Privacy, Setting
from lab.endpoints.static_assets import public_path
from lab.store.tables import Tables

if TYPE_CHECKING:
    from starlette.routing import Route

    from features.platform.tool import Tool
    from lab.store.store import Store


def _tables() -> Tables:
    from features.platform import tables  # imports SQLAlchemy, which only a server has

    return tables.TABLES


def routes(tool: Tool) -> list[Route]:
    """Return all routes of the feature."""
    from features.platform.launch_routes import LaunchRoutes  # imports Starlette and joserfc

    return LaunchRoutes(tool).routes()


def _answers(course: Course, store: Store) -> Answers:
    from features.platform.tool import Tool  # imports joserfc, which only a server has
    from lab.serving import plain_page

    tool = Tool(course, store)
    frames = " ".join(("'self'", *course.frame_ancestors))
    return Answers(
        tuple(routes(tool)),
        {"lti": plain_page.policy(frame_ancestors=frames)},
        cross_site=(public_path("lti/login"), public_path("lti/launch")),
    )


FEATURE = Feature(
    name="platform",
    needs=("assignments",),
    settings=(Setting(settings.TABLE, None, settings.read),),
    is_on=lambda course: course.setting(settings.TABLE) is not None,
    tables=_tables,
    answers=_answers,
    privacy=Privacy(
        "Opened from a course platform, the app receives the platform's number of a person and"
        " stores no such number: it computes a code from it, which names nobody."
    ),
)
