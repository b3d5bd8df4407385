"""Send marks to the course platform: Moodle, Canvas and others launch the app with LTI 1.3."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from features.assignments.collector import Collector
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


def routes(tool: Tool) -> tuple[list[Route], Callable[[], Awaitable[None]]]:
    """Return all routes of the feature, and the function that sends scores in the background."""
    from features.platform.choice import ChoiceRoutes  # these modules import Starlette and joserfc
    from features.platform.launch_routes import LaunchRoutes
    from features.platform.registration import RegistrationRoutes
    from features.platform.score_routes import ScoreRoutes

    scores = ScoreRoutes(tool)
    all_routes = (LaunchRoutes(tool), ChoiceRoutes(tool), RegistrationRoutes(tool), scores)
    return [route for part in all_routes for route in part.routes()], scores.send_waiting


def _answers(course: Course, store: Store) -> Answers:
    from features.platform import pages
    from features.platform.tool import Tool  # imports joserfc, which only a server has
    from lab.serving import plain_page

    tool = Tool(course, store)
    frames = " ".join(("'self'", *course.frame_ancestors))
    all_routes, send_waiting = routes(tool)
    return Answers(
        tuple(all_routes),
        {
            # The answer is a form that may be sent to any platform.
            "lti/deep-link": plain_page.policy(
                pages.SHEETS,
                frame_ancestors=frames,
                form_action="'self' https: http://localhost:* http://127.0.0.1:*",
            ),
            "lti": plain_page.policy(pages.SHEETS, frame_ancestors=frames),
        },
        background=send_waiting,
        cross_site=(public_path("lti/login"), public_path("lti/launch")),
    )


FEATURE = Feature(
    name="platform",
    needs=("assignments", "lecture"),
    extends={"assignments": Collector("features/platform/collector.js")},
    settings=(Setting(settings.TABLE, None, settings.read),),
    is_on=lambda course: course.setting(settings.TABLE) is not None,
    tables=_tables,
    answers=_answers,
    privacy=Privacy(
        "When a course platform opens the app, the app computes a code from the number by"
        " which the platform identifies the person. The code contains no name. For each answer"
        " that counts, the app stores the code, the platform, the task, the gradebook column, the"
        " points and the time, until the end date set for the course or, if none is set, for a"
        " year. Until the platform has accepted a mark, but for about a week at most,"
        " the app also stores that number, encrypted."
    ),
)
