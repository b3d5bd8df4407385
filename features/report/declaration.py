"""*How is my course doing?*: anonymous counts of pages, steps, challenges and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.course.course import Course
from lab.course.feature import Answers, Feature, Privacy, Setting
from lab.endpoints.static_assets import public_path
from lab.store.tables import Tables

if TYPE_CHECKING:
    from lab.store.store import Store

SCRIPT = "features/report/course-counts.js"


def _tables() -> Tables:
    from features.report import course_counts  # imports SQLAlchemy, which only a server has

    return course_counts.TABLES


def _answers(course: Course, store: Store) -> Answers:
    from features.report import routes  # imports Starlette, which only a server has

    return routes.answers(course, store)


def _page_end(page: str) -> None:
    from lab.ui.module_mount import mount_module

    mount_module("counts", SCRIPT, {"page": page, "base": public_path("")})


FEATURE = Feature(
    name="report",
    # The secret protects the counts; without it nothing is counted.
    settings=(Setting("report_secret", "", lambda reader, key: reader.secret(key)),),
    is_on=lambda course: bool(course.setting("report_secret")),
    tables=_tables,
    answers=_answers,
    page_end=_page_end,
    cleared_keys={"kernel-methods-live-1-counted": ""},
    privacy=Privacy(
        "This course counts, week by week, how often each page is opened, each step seen and each"
        " challenge solved, and how often each prediction and question is first answered right or"
        " wrong. Only these counts are stored: no name, no address, no device, no time within the"
        " week. They don’t show who did what. Your browser remembers what it has sent, so"
        " that each step, challenge and first answer counts once. The counts are deleted after 400"
        " days.",
        notice="This course counts visits to pages and steps, challenges solved and answers,"
        " without recording who they come from.",
    ),
)
