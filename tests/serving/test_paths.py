"""Paths that try to escape: only the app's own files are read."""

import ast
import re

import pytest
from starlette.applications import Starlette

from lab.endpoints import asset_route, static_assets
from tests.lab.serving.apps import call

WRITES = re.compile(
    r"""\bopen\(.*'[wax]b?\+?'|write_text\(|write_bytes\(|savetxt\(|np\.save|\btempfile\b"""
)
FOLDER = static_assets.ROOT / "assets"
SITE = Starlette(routes=asset_route.routes())
OUT = (
    "../app.py", "../../etc/passwd", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "/etc/passwd",
    "..\\app.py", "./../app.py", "js/../../app.py", "live.js/../../app.py", "live.js\0.css", "\0",
    "live.js%00", "styles/steps.css/", ".", "..", "", "~root", "file:///etc/passwd", "C:\\x.js",
    "a" * 5000, "live.js\n", "LIVE.JS ", "//host/share.js",
)  # fmt: skip


@pytest.mark.parametrize("inside", ["", "assets/"])
@pytest.mark.parametrize("name", OUT, ids=range(len(OUT)))
def test_no_file_outside_of_the_folder_is_found(name, inside):
    name = inside + name
    try:
        file = static_assets.find(name)
    except (OSError, ValueError):
        file = None
    assert file is None or file == FOLDER / "styles" / "steps.css"
    reply = call(SITE, f"/assets/{static_assets.VERSION}/{name}")
    assert reply.status in (404, 200)
    if reply.status == 200:
        assert reply.answer in {file.read_bytes() for file in FOLDER.rglob("*") if file.is_file()}


def test_a_symbolic_link_in_the_folder_is_not_followed(monkeypatch, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "secret.js").write_text("secret", "utf-8")
    (tmp_path / "assets" / "link.js").symlink_to(tmp_path / "secret.js")
    (tmp_path / "assets" / "own.js").write_text("own", "utf-8")
    monkeypatch.setattr(static_assets, "ROOT", tmp_path)
    assert static_assets.find("assets/own.js") and static_assets.find("assets/link.js") is None


def writing(text: str) -> list[str]:
    """Return the calls in a module that write a file. Mentions in strings do not count."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [call for node in calls if WRITES.search(call := signature(node))]


def signature(node: ast.Call) -> str:
    """Write a call with only its short string arguments, such as the mode of a file."""
    values = [*node.args, *(word.value for word in node.keywords)]
    texts = [v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
    return f"{ast.unparse(node.func)}({', '.join(repr(text) for text in texts if len(text) < 4)})"


def test_no_visitor_data_is_written_to_a_file():
    """No module of the app opens a file for writing, except for programs that the host runs."""
    root = static_assets.ROOT
    files = [root / "app.py", *(f for room in ("pages", "features", "lab", "kernel_core")
                                for f in (root / room).rglob("*.py"))]  # fmt: skip
    hand_written = {
        root / name
        for name in (
            "features/site/handout/__main__.py", "features/site/handout/course_export.py",
            "features/assignments/__main__.py", "features/questions/__main__.py",
            "features/site/build.py", "features/site/one_file.py", "features/site/relief.py",
            "features/site/bytecode.py",  # writes in a folder that it creates
            "features/site/engine_files.py", "lab/course/glossary/pictures.py",
            "lab/endpoints/benchmark_stream.py",  # writes in `keep`, which only a command calls
            "pages/stochastic_gradient/gradient_methods/descent_times.py",
            "pages/multiclass/cost/cost_endpoint.py", "pages/rbf_bandwidth/setting_choice.py",
        )
    }  # fmt: skip
    writes_by_file = {str(f): writing(f.read_text("utf-8")) for f in {*files} - hand_written}
    assert len(files) > 100
    assert {path: writes for path, writes in writes_by_file.items() if writes} == {}
    for line in ('open(name, "wb")', "p.write_text(x)", "tempfile.mkdtemp()", "np.savez(name, x)"):
        assert writing(line)
    assert not writing('say("np.savetxt(...)")') and not writing("open(name)")
