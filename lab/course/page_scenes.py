"""Which scene a course may set for which page, and how its query string is read."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from lab.course.page_declaration import pages
from lab.scene.learning_problem import problem
from lab.scene.scene import MAX_QUERY, Problem, Scene, SceneError, parse


def problems(
    page: str, query: str, ignore: Collection[str] = (), refused: bool = True, default: Any = None
) -> list[str]:
    """What a page can't use in a query string, in sentences; words in `ignore` are not the
    scene's. `refused`: also where every field can be read, but nothing can be drawn. `default`: the
    first scene, where a picture has more fields than its page."""
    declared = pages()[page]
    default, sources = default or declared.scene, declared.sources
    if isinstance(default, Scene):
        scene, found = parse(query, default=default, ignore=ignore, sources=sources)
        found = found or (_refused(scene) if refused else [])
    else:
        _, found = parse(query, default=default, ignore=ignore)
    return [_sentence(problem) for problem in found]


def _sentence(problem: Problem) -> str:
    if problem.field == problem.given:  # a name that no field has
        return f"“{problem.field}” can't be used here; allowed is {problem.allowed}."
    return f"{problem.field}={problem.given} can't be used here; allowed is {problem.allowed}."


def _refused(scene: Scene) -> list[Problem]:
    """What the server would not draw, though every field of it can be read: a formula that is no
    kernel on these points, and a link that is too long."""
    try:
        problem(scene, empty=True)
    except SceneError as error:
        return [error.problem]
    if (size := len(scene.query())) > MAX_QUERY:
        return [Problem("scene", f"{size:,} characters", f"at most {MAX_QUERY:,}", "")]
    return []


@lru_cache(maxsize=64)
def read(query: str, default: Any) -> Any:
    """`default`, with what the query string says over it; what can't be used is left out."""
    return parse(query, default=default)[0]
