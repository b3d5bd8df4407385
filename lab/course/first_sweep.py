"""The sweep that a page asks for first, so that a browser can ask for it early."""

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
    """The address of the one frame that the page at `path` shows first, as its player writes it;
    empty where its pictures travel with the page, or come from elsewhere."""
    declared = page(path or HOME)
    if declared is None:
        return ""
    sliders = declared.first_sliders or declared.sliders
    return _address(declared, query, sliders, 1, declared.first_frame)


def address(declared: PageDeclaration, query: Query) -> str:
    """The address of the first sweep of a page; empty for none."""
    return _address(declared, query, declared.first_sliders or declared.sliders)


def endpoint_of(scene: Any) -> SweepEndpoint:
    """What answers with the sweeps of a scene."""
    return CLASS_SWEEP_ENDPOINT if isinstance(scene, ClassScene) else SWEEP_ENDPOINT


def _address(
    declared: PageDeclaration,
    query: Query,
    sliders: tuple[str, ...],
    stops: int | None = None,
    own_frame: FirstFrame | None = None,
) -> str:
    default = course.current().first_scene(declared.path, declared.scene)
    own = [name for name in split(query)[0] if name not in vars(default)]
    sources = () if isinstance(default, ClassScene) else declared.sources
    scene, _ = parse(query, default=default, ignore=own, sources=sources)
    shown = replace(scene, **declared.always)
    if declared.judges_formulas:
        shown = with_formula(shown)
    endpoint = endpoint_of(shown)
    path, grid = endpoint.path, GRID
    if own_frame:
        path, grid = own_frame.path, own_frame.grid
        shown = own_frame.state(shown, words_of(query))
    words = shown.query()
    along = next((name for name in sliders if f"{name}=" in f"&{words}"), "")
    if not along:
        return ""
    count = stops or shown.stops
    return f"{public_path(path)}?{words}&along={along}&stops={count}&grid={grid}"
