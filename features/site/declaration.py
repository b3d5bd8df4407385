"""A site and handouts that need no server, and an engine in the browser that relieves a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from features.site import handout_button, relief
from lab.course.course import Course
from lab.course.feature import Answers, Feature, Setting, TakeAway

if TYPE_CHECKING:
    from lab.store.store import Store


def _answers(course: Course, _: Store | None) -> Answers:
    from features.site import engine_route  # imports Starlette, which only a server has

    engine = relief.read_engine(relief.folder()) if course.setting("relief") else None
    relief.offer_engine(engine)
    return Answers(
        tuple(engine_route.routes(relief.folder(), engine)),
        workers=engine_route.policies(),
        computes_in_browser=engine is not None,
        site_address=course.setting("site"),
    )


def _around_page(_: Sequence[Any], __: Any, run: Callable[[], None]) -> None:
    """Run the page, and mount the script that computes in the browser."""
    run()
    relief.mount_relief()


FEATURE = Feature(
    name="site",
    is_on=lambda _: True,
    settings=(
        # Whether a learner's browser may answer in place of the server: while points are edited,
        # and while the server is busy or unreachable.
        Setting("relief", True, lambda reader, key: reader.flag(key, True)),
        # The address of the course's site without a server (make site).
        Setting("site", "", lambda reader, key: reader.address(key)),
    ),
    answers=_answers,
    around_page=_around_page,
    take_away=TakeAway(sentence=handout_button.sentence, buttons=handout_button.draw),
)
