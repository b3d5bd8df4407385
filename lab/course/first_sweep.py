"""Compute the address of the first sweep of a page, so that a browser can request it early."""

from typing import Any

from lab.course import course
from lab.course.page_declaration import HOME, FirstFrame, PageDeclaration, page
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.static_assets import public_path
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import GRID, with_formula
from lab.scene.scene import Query, parse, replace, split, words_of


def frame_of_page(path: str, query: str | bytes) -> str:
    """Return the address of the first frame of the page at `path`, as its script requests it.

    Returns "" if there is no such page, or if its first picture needs no sweep from the server.
    """
    declaration = page(path or HOME)
    return address(declaration, query, 1, declaration.first_frame) if declaration else ""


def endpoint_of(scene: Any) -> SweepEndpoint:
    """Return the endpoint for the sweeps of a scene."""
    return CLASS_SWEEP_ENDPOINT if isinstance(scene, ClassScene) else SWEEP_ENDPOINT


def address(
    declaration: PageDeclaration,
    query: Query,
    stops: int | None = None,
    first_frame: FirstFrame | None = None,
) -> str:
    """Return the address of the first sweep of a page; "" if the page requests no sweep."""
    is_solved = declaration.is_solved or any(step.is_solved for step in declaration.steps[:1])
    if not (is_solved or first_frame):
        return ""
    default = course.current().first_scene(declaration.path, declaration.scene)
    page_words = [name for name in split(query)[0] if name not in vars(default)]
    sources = () if isinstance(default, ClassScene) else declaration.sources
    scene, _ = parse(query, default=default, ignore=page_words, sources=sources)
    page_scene = replace(scene, **declaration.fixed_fields)
    if declaration.judges_formulas:
        page_scene = with_formula(page_scene)
    endpoint = endpoint_of(page_scene)
    path, grid = endpoint.path, GRID
    if first_frame:
        path, grid = first_frame.path, first_frame.grid
        page_scene = first_frame.state(page_scene, words_of(query))
    words = page_scene.query()
    sliders = (*declaration.sliders_of(), "lam")
    along = next((name for name in sliders if f"{name}=" in f"&{words}"), "")
    if not along:
        return ""
    count = stops or page_scene.stops
    return f"{public_path(path)}?{words}&along={along}&stops={count}&grid={grid}"
