"""Check and read the scenes that a course sets for its pages."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from lab.course.page_declaration import pages
from lab.scene.learning_problem import problem
from lab.scene.scene import MAX_QUERY, Problem, Scene, SceneError, parse


def problems(
    page: str,
    query: str,
    ignore: Collection[str] = (),
    check_drawable: bool = True,
    default: Any = None,
) -> list[str]:
    """Return a sentence for each part of a query string that a page can't use.

    Words in `ignore` are skipped. With `check_drawable`, a `Scene` with valid fields that can't be
    drawn is a problem too. `default`: the first scene of the picture, if it has more fields than
    the page's first scene.
    """
    declaration = pages()[page]
    default, sources = default or declaration.scene, declaration.sources
    if isinstance(default, Scene):
        scene, problems_found = parse(query, default=default, ignore=ignore, sources=sources)
        problems_found = problems_found or (_refusals(scene) if check_drawable else [])
    else:
        _, problems_found = parse(query, default=default, ignore=ignore)
    return [_sentence(problem) for problem in problems_found]


def _sentence(problem: Problem) -> str:
    if problem.field == problem.value:  # the problem names no field of the scene
        return f"“{problem.field}” can’t be used here; it must be {problem.allowed}."
    return f"{problem.field}={problem.value} can’t be used here; it must be {problem.allowed}."


def _refusals(scene: Scene) -> list[Problem]:
    """Return the reason why the server can't draw a scene with valid fields: its formula is not a
    kernel on these points, or its link is too long. Return [] if it can."""
    try:
        problem(scene, empty=True)
    except SceneError as error:
        return [error.problem]
    if (size := len(scene.query())) > MAX_QUERY:
        long_scene = f"a scene of {size:,} characters"
        return [Problem(long_scene, long_scene, f"at most {MAX_QUERY:,} characters long", "")]
    return []


@lru_cache(maxsize=64)
def read(query: str, default: Any) -> Any:
    """Return `default` with its fields replaced by the usable fields of the query string."""
    return parse(query, default=default)[0]
