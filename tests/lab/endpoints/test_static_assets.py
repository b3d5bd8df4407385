"""The scripts that a page requests: those of its items, and their imports."""

import re
from urllib.parse import urljoin

import pytest
from starlette.applications import Starlette

from lab.course.course import ROOT
from lab.endpoints import asset_route, static_assets
from lab.serving.streamlit_files.module_pack import CONNECTION
from lab.serving.streamlit_files.page_head import START
from tests.lab.asgi import get


def script_names(kinds):
    return {
        address.partition(static_assets.VERSION + "/")[2]
        for address in static_assets.scripts(frozenset(kinds))
    }


def test_every_kind_has_a_module_that_exports_it():
    modules = static_assets.modules()
    assert {"plane", "slider", "challenge"} <= set(modules)
    for kind, module in modules.items():
        text = static_assets.read(module)
        assert re.search(rf"^(export )?function {kind}\(", text, re.MULTILINE), (kind, module)


def test_lazy_items_use_the_same_script():
    waiting = set()
    for module in {*static_assets.modules().values()}:
        declaration = re.search(
            r"^export const costly = \[(.*)\];$", static_assets.read(module), re.MULTILINE
        )
        costly = set(re.findall(r'"(\w+)"', declaration[1])) if declaration else set()
        assert costly <= {
            kind for kind, name in static_assets.modules().items() if name == module
        }, module
        waiting |= costly
    assert {"plane", "curve", "space"} <= waiting and "slider" not in waiting


def test_a_kind_has_one_script_only(monkeypatch, tmp_path):
    (tmp_path / "assets").mkdir()
    for name in ("a", "b"):
        (tmp_path / "assets" / f"{name}.js").write_text("export const kinds = { plane, disc };\n")
    monkeypatch.setattr(static_assets, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="both draw"):
        static_assets.modules.__wrapped__()


def test_every_imported_script_is_served():
    """All scripts that the element imports, at once or later, are served."""
    site = Starlette(routes=asset_route.routes())
    # Scripts that Python code of pages and features names.
    sources = [
        path.read_text("utf-8")
        for room in ("features", "pages")
        for path in (ROOT / room).rglob("*.py")
    ]
    pattern = r'"((?:features|pages)/[^"]+\.js)"'
    mounted = {name for text in sources for name in re.findall(pattern, text)}
    expected_calls = [
        *static_assets.scripts(frozenset(static_assets.modules())),
        static_assets.url(CONNECTION),
        *(
            static_assets.url(f"assets/{name}.js")
            for name in (
                "furniture/code-block",
                "furniture/navigation/page-name",
                "furniture/navigation/step-rail",
                "furniture/terms/marks",
            )
        ),
        *map(static_assets.url, mounted),
    ]
    checked_urls = set()
    while expected_calls:
        address = expected_calls.pop()
        if address in checked_urls:
            continue
        checked_urls.add(address)
        reply = get(site, address)
        assert reply.status == 200, address
        assert reply.headers["content-type"] == "text/javascript; charset=utf-8", address
        for pattern in re.findall(r'(?:from |import |import\()"([^"]+\.js)"', reply.body.decode()):
            expected_calls.append(urljoin(address, pattern))
    script_urls = {
        static_assets.url(name) for name in static_assets.names() if name.endswith(".js")
    }
    # Scripts that only the HTML of a page loads.
    lazy_scripts = {
        static_assets.url(name)
        for name in static_assets.names()
        if name.startswith(START) and name.endswith(".js")
    }
    assert checked_urls == script_urls - lazy_scripts


def test_a_page_loads_only_the_scripts_of_its_items():
    few = script_names({"plane", "slider"})
    scripts = ("element/live-element", "element/player", "element/view-registry", "draw/axes",
              "draw/plane-layers", "views/decision-plane", "furniture/controls")  # fmt: skip
    assert {f"assets/{name}.js" for name in scripts} <= few
    assert not any(name.startswith("pages/") for name in few)
    of_pages = {k: file for k, file in static_assets.modules().items() if file.startswith("pages/")}
    for kind, module in of_pages.items():
        assert module in script_names({"plane", "slider", kind}) - few, kind
    for name in few:
        assert set(static_assets.imports(name)) <= few, name


def test_only_one_script_uses_browser_storage():
    """A browser may block storage: every access then raises an error, which storage.js handles."""
    stores = re.compile(r"\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b")
    touching = {
        name
        for name in static_assets.names()
        if name.endswith(".js") and stores.search(static_assets.read(name))
    }
    assert touching == {"assets/base/storage.js"}


def test_every_live_style_sheet_is_listed():
    folder = "assets/styles/"
    sheets = [name for name in static_assets.names() if name.startswith(f"{folder}live/")]
    of_pages = [name for name in static_assets.names() if re.match(r"pages/.*\.css$", name)]
    listed_sheets = sorted(static_assets.live_sheets())
    assert listed_sheets == [*sheets, f"{folder}streamlit/pictures.css", *of_pages]


def test_rules_for_narrow_windows_do_not_apply_to_paper():
    """A sheet of paper is as narrow as a phone in landscape orientation, so rules for narrow
    windows must be for screens only."""
    other_sheets = ("streamlit/page", "streamlit/steps", "steps")
    for text in (
        static_assets.live_style(),
        *(static_assets.read(f"assets/styles/{name}.css") for name in other_sheets),
    ):
        narrow = re.findall(r"@media ([^{]*\(max-width: [4-7]\d\dpx\)[^{]*) {", text)
        assert narrow and all(rule.startswith("screen and ") for rule in narrow), narrow


def test_one_folder_of_styles_and_one_script_know_how_streamlit_builds_a_page():
    """The static site has no Streamlit and writes these elements itself."""
    places = re.compile(r"data-testid|data-test-|testScriptState|\.st[A-Z][a-z]")
    naming = {name for name in static_assets.names() if places.search(static_assets.read(name))}
    streamlit_files = ("assets/base/streamlit.js", "assets/styles/streamlit/", "features/site/")
    assert [name for name in sorted(naming) if not name.startswith(streamlit_files)] == []
