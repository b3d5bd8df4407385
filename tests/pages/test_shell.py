"""The shell lists the existing pages, and each of them runs, whatever the address contains."""

from urllib.parse import urlencode

import pytest

from lab.course import first_sweep
from lab.course.page_declaration import HOME
from lab.endpoints.static_assets import public_path
from lab.scene.class_scene import parse as parse_classes
from lab.scene.scene import parse
from lab.serving.streamlit_files.module_pack import packs_of
from pages.order import PAGES
from tests.lab.ui.element_data import codes, element_data
from tests.lab.ui.visit import SHELL, view_page
from tests.pages.goals import items
from tests.pages.live_elements import LISTED_FILES, elements

FOLDER = SHELL.parent
ADDRESSES = {
    "default": {},
    "wrong": {"tau": "abc", "m": "1e99", "loss": "hinge", "unknown": "1"},
    "strange": {"data": "Spiraße", "kernel": "🙂", "edits": "m1,a,b;;", "lam": "nan", "draws": "∞"},
    "repeated": {"tau": ["0.1", "0.2"], "show": ["fit", "both"], "point": ["x", "-1"]},
    "long": {"seed": "9" * 10_000},
    "table": {"data": "digits", "m": "30", "classes": "1,7"},
    "embedded": {"embed": "true", "tau": "0.8"},
}


def test_the_list_has_every_page_and_only_pages_that_exist():
    files = {f"{file.parent.name}/page.py" for file in FOLDER.glob("*/page.py")}
    assert sorted(LISTED_FILES) == sorted(files)
    assert LISTED_FILES[0] == "home/page.py"


@pytest.mark.thorough(keep_every=16)
@pytest.mark.thorough("long", "table")
@pytest.mark.parametrize("name", LISTED_FILES)
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_runs_with_any_address(name, address):
    page = view_page(name, ADDRESSES[address])
    assert not page.exception
    assert len(page.title) == 1, "a question before anything else"
    assert elements(page), "every page has a live view"
    for data in elements(page).values():
        if data["frames"]:
            read = parse_classes if data["frames"].endswith("class-frames") else parse
            assert read(data["query"])[1] == [], "what the page asks for can be answered"
    is_wrong = address in ("wrong", "strange", "repeated", "long")
    assert bool(page.warning) == is_wrong
    for warning in page.warning:
        assert "Traceback" not in warning.value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_scripts_of_a_first_picture_come_with_the_page(page):
    """A later request for a script would cost a round trip, even for a script of this page
    alone."""
    (first, *_) = elements(view_page(page.file, is_drawn=False)).values()
    path = "" if page.path == HOME else page.path
    packed = {public_path(name) for pack in packs_of(path) for name in pack.texts}
    assert {first["module"], *first["modules"].values(), *first["preload"]} <= packed


@pytest.mark.thorough(keep_every=16)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.parametrize(
    "query",
    [{}, {"seed": "3"}, {"lam": "0.5"}, {"tau": "abc", "m": "30"}, {"kernel": "linear"},
     {"t": "40", "eta": "2", "m": "200"}, {"step": "40"}],
)  # fmt: skip
def test_the_early_request_of_the_first_frame_has_the_pages_address(page, query):
    (first, *_) = elements(view_page(page.file, query, is_drawn=False)).values()
    early_address = first_sweep.frame_of_page(
        "" if page.path == HOME else page.path, urlencode(query)
    )
    frames = first["frames"] or next((item["address"] for item in items(first, "play")), "")
    if frames:
        along, grid = first["first"], first["grid"]
        assert f"{along}=" in first["query"], "its kernel has what the first slider sets"
        assert early_address == f"{frames}?{first['query']}&along={along}&stops=1&grid={grid}"
    else:
        assert early_address == "", "its frames travel with the page, or come from elsewhere"


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", LISTED_FILES)
def test_the_first_picture_comes_before_the_rest(name):
    """Formulas load scripts of Streamlit's own, so they wait for the picture. Code is drawn without
    Streamlit's highlighters, which would block a page for half a second."""
    first, later_page = view_page(name, is_drawn=False), view_page(name)
    assert all(data["waiting"] for data in elements(first).values()) and not codes(first)
    assert not any(data["waiting"] for data in elements(later_page).values())
    assert codes(later_page), "every page leads to code"
    assert not later_page.code, "Streamlit's block of code is not used"


@pytest.mark.parametrize("name", LISTED_FILES)
def test_every_page_asks_before_it_explains(name):
    page = view_page(name)
    assert page.main[0].type == "title" or page.title, name
    parts = [*page.main]
    kinds = [part.type for part in parts]
    is_view = [
        kind == "bidi_component" and "name" in element_data(part)
        for kind, part in zip(kinds, parts, strict=True)
    ]
    first_view, first_formula = is_view.index(True), len(kinds)
    for k, part in enumerate(parts):
        if part.type in ("markdown", "latex") and "$$" in str(getattr(part, "value", "")):
            first_formula = min(first_formula, k)
    assert kinds.index("title") < first_view < first_formula


@pytest.mark.thorough("kernel_pca", "kernel_ridge", "losses", "regularisation", "svm")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_menu_is_empty(page):
    """Streamlit disables the button of an empty menu."""
    menu_sizes = dict(_menus_with_sizes(view_page(page.file).main))
    assert "Present" in menu_sizes
    assert all(menu_sizes.values()), menu_sizes


def _menus_with_sizes(block):
    for child in getattr(block, "children", {}).values():
        if child.type == "popover":
            yield child.proto.popover.label, len(child.children)
        yield from _menus_with_sizes(child)
