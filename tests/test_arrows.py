"""The imports between the rooms: app -> pages, features -> lab -> kernel_core, those between the
rooms of the scripts, and nothing from outside."""

import ast
import os
import posixpath
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from tests.source_trees import statements

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "app": {"pages", "features", "lab", "kernel_core"},
    "pages": {"pages", "lab", "kernel_core"},
    "features": {"features", "lab", "kernel_core"},
    "lab": {"lab", "kernel_core"},
    "kernel_core": {"kernel_core"},
}
# Inside lab a room imports only itself and the rooms before it.
LEVELS = (
    ("looks",),
    ("formulas",),
    ("scene",),
    ("wire",),
    ("endpoints",),
    ("store",),
    ("course",),
    ("ui",),
    ("serving",),
)
STREAMLIT_ROOMS = ("ui", "serving")
# These programs import the list of all features.
STARTS = {"pages/shell.py", "features/site/handout/__main__.py"}
# These modules also need Starlette, since they make routes of the server.
ROUTING = {
    "lab.endpoints.asset_route",
    "lab.endpoints.json_endpoint",
    "lab.endpoints.server_sent_events",
}
# A script whose first argument names libraries and whose others name modules: block the libraries,
# import the modules, and print those that fail.
CHECK_WITHOUT = """
import importlib, sys
absent, names = sys.argv[1].split(","), sys.argv[2:]
sys.modules |= dict.fromkeys(absent)
for name in names:
    try:
        importlib.import_module(name)
    except ImportError:
        print(name)
"""
OWN_ROOMS = {*MAY_IMPORT, "assets", "benchmarks", "deploy", "tests"}
LIBRARIES_OF_THE_CORE = {"numpy", *sys.stdlib_module_names}

PAGES = {file.parent.name for file in (ROOT / "pages").glob("*/declaration.py")}

# Each room of scripts imports from those above it, and from itself.
SCRIPT_ROOMS = (
    {"base"}, {"draw"}, {"input"}, {"views", "furniture", "export"}, {"element"},
)  # fmt: skip
JS_IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^"'`;=(]*?\bfrom\s*["']([^"']+)["']"""  # import { x } from "./y.js"
    r"""|^\s*import\s*["']([^"']+)["']"""  # import "./y.js"
    r"""|\bimport\s*\(\s*["'`]([^"'`]+)["'`]""",  # import("./y.js")
    re.MULTILINE,
)
IMPORT_CALL = re.compile(r"__import__|import_module")
CDN = re.compile(
    r"cdn\.plot\.ly|unpkg\.com|jsdelivr|googleapis|gstatic|cdnjs|esm\.sh|skypack\.dev"
    r"""|\bfrom\s+["'`]https?:|\bimport\s*\(?\s*["'`]https?:|\bsrc=["']https?:"""
    r"""|@import\s+(?:url\()?["']?https?:"""
)
NOT_OURS = {".git", ".venv", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache",
            "__pycache__", "build"}  # fmt: skip


def imported_modules(source: str, package: str) -> Iterator[str]:
    """Yield the dotted names of all modules that a file in `package` imports, anywhere in it."""
    # Most files have no such call, and their expressions need not be searched.
    nodes = ast.walk(ast.parse(source)) if IMPORT_CALL.search(source) else statements(source)
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module="lab" | "pages" as package_, names=names, level=0):
                yield from (f"{package_}.{name.name}" for name in names)
            case ast.ImportFrom(module=module, level=0):
                yield module
            case ast.ImportFrom(module=module, level=level):
                parts = package.split(".")
                yield ".".join([*parts[: len(parts) - level + 1], *filter(None, [module])])
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def wrong_imports(path: str, source: str) -> list[str]:
    """Return the forbidden imports of the Python file at `path` (from the root, with slashes)."""
    *folders, _file = path.split("/")
    room = folders[0] if folders else path.removesuffix(".py")
    is_mathematics = folders[:1] + folders[2:3] == ["pages", "mathematics"]
    barred = OWN_ROOMS - MAY_IMPORT[room] | ({"lab"} if is_mathematics else set())

    def is_wrong(module: str) -> bool:
        top, *inner = module.split(".")
        if path in STARTS and module == "features.order":
            return False
        if room == "pages" and len(folders) > 1 and top == "pages":
            another = inner[:1] != folders[1:2]
            return another or (is_mathematics and inner[1:2] != ["mathematics"])
        if room == "features" and len(folders) > 1 and top == "features":
            return inner[:1] not in (folders[1:2], *([name] for name in needs(folders[1])))
        if room == "lab" and top == "lab" and len(folders) > 1 and inner:
            return not may_import(folders[1], inner[0])
        if room == "lab" and top == "streamlit":
            return folders[1:2] not in [[name] for name in STREAMLIT_ROOMS]
        foreign = top not in OWN_ROOMS | LIBRARIES_OF_THE_CORE
        return top in barred or (foreign and (room == "kernel_core" or is_mathematics))

    names = imported_modules(source, ".".join(folders))
    return sorted({name for name in names if is_wrong(name)})


def needs(feature: str) -> tuple[str, ...]:
    """Return the other features that a feature declares that it needs."""
    return import_module(f"features.{feature}.declaration").FEATURE.needs


def may_import(room: str, other_room: str) -> bool:
    """Return whether one room of lab may import another."""
    level = {name: k for k, names in enumerate(LEVELS) for name in names}
    if room not in level or other_room not in level:
        return False
    return room == other_room or level[other_room] < level[room]


def wrong_js_imports(source: str) -> list[str]:
    """Return the modules that a script imports by anything other than a relative address."""
    names = ["".join(groups) for groups in JS_IMPORT.findall(source)]
    return [name for name in names if not name.startswith(("./", "../"))]


def wrong_script_arrows(path: str, source: str) -> list[str]:
    """Return which forbidden scripts the one at `path` (from the root, with slashes) imports: from
    a later or parallel room, another page, or a feature that it does not declare."""
    names = filter(None, ("".join(groups) for groups in JS_IMPORT.findall(source)))
    places = [posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in names]
    room = path.split("/")[:2]

    def level(name: str) -> int:
        return next(i for i, rooms in enumerate(SCRIPT_ROOMS) if name in rooms)

    def is_wrong(place: str) -> bool:
        target = place.split("/")[:2]
        if target == room or (target[0] == room[0] == "features" and target[1] in needs(room[1])):
            return False
        return target[0] != "assets" or (room[0] == "assets" and level(target[1]) >= level(room[1]))

    return [place for place in places if is_wrong(place)]


def wrong_test_imports(path: str, source: str) -> list[str]:
    """Return the forbidden imports of the test at `path` (from the root, with slashes): modules of
    a page that may be deleted, except for tests in that page's own folder; in `tests/lab` and
    `tests/core` all of `pages` and of the tests of pages."""
    *folders, _file = path.split("/")
    own_page = _page_of(folders)
    shared = folders[1:2] in (["lab"], ["core"])

    def is_wrong(module: str) -> bool:
        parts = module.split(".")
        if shared and ("pages" in parts[:1] or parts[:2] == ["tests", "pages"]):
            return True
        return _page_of(parts) not in (None, own_page)

    return sorted({name for name in imported_modules(source, ".".join(folders)) if is_wrong(name)})


def _page_of(parts: list[str]) -> str | None:
    """Return the page whose folder, or whose tests' folder, contains this path; None for the front
    page."""
    page_names = parts[parts.index("pages") + 1 :][:1] if "pages" in parts else []
    return page_names[0] if page_names and page_names[0] in PAGES - {"home"} else None


def imports_at_loading(path: str, source: str) -> set[str]:
    """Return the names that the Python file at `path` imports when it is loaded: not those inside
    functions, nor those for the type checker alone. `from a import b` gives a.b, whether b is a
    module or a name defined in a."""
    package = path.split("/")[:-1]
    names = set()
    nodes: list[ast.AST] = [ast.parse(source)]
    while nodes:
        match nodes.pop():
            case ast.expr():
                pass
            case ast.Import(names=aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=module, names=aliases, level=level):
                above = package[: len(package) - level + 1] if level else []
                origin = ".".join([*above, *filter(None, [module])])
                names |= {f"{origin}.{alias.name}" for alias in aliases}
            case (
                ast.FunctionDef() | ast.AsyncFunctionDef() | ast.If(test=ast.Name("TYPE_CHECKING"))
            ):
                pass
            case node:
                nodes += ast.iter_child_nodes(node)
    return names


def import_circle(targets: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a cycle; [] if there is none."""
    own: dict[str, set[str]] = {}
    for module, names in targets.items():
        modules = {name if name in targets else name.rpartition(".")[0] for name in names}
        own[module] = modules & targets.keys() - {module}
    try:
        TopologicalSorter(own).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def script_imports(path: str, source: str) -> set[str]:
    """Return the scripts that the one at `path` imports when it is loaded."""
    names = (static or alone for static, alone, _dynamic in JS_IMPORT.findall(source))
    folder = posixpath.dirname(path)
    return {posixpath.normpath(posixpath.join(folder, name)) for name in names if name}


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def our_files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        yield from (Path(folder, name) for name in names)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(room):
    files = [*ROOT.glob(f"{room}.py"), *(ROOT / room).rglob("*.py")]
    assert files, f"the room {room} is empty"
    violations = {
        relative(file): wrong_imports(relative(file), file.read_text("utf-8")) for file in files
    }
    assert {path: names for path, names in violations.items() if names} == {}


def test_a_test_imports_no_page_but_its_own():
    """Otherwise the test could not be collected without that page. Tests of lab have their own
    pages, `tests/lab/standin_pages.py`."""
    files = [file for file in (ROOT / "tests").rglob("*.py") if "node_modules" not in file.parts]
    violations = {
        relative(file): wrong_test_imports(relative(file), file.read_text("utf-8"))
        for file in files
    }
    assert (
        len(violations) > 100 and {path: names for path, names in violations.items() if names} == {}
    )


def not_imported(names: list[str], absent_name: str) -> set[str]:
    """Return which modules can't be imported without the libraries in `absent_name`."""
    run = subprocess.run(
        [sys.executable, "-c", CHECK_WITHOUT, absent_name, *names],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {*run.stdout.split()}


def test_only_rooms_that_show_or_serve_import_streamlit_and_starlette():
    rooms = [
        ROOT / "lab" / room for level in LEVELS for room in level if room not in STREAMLIT_ROOMS
    ]
    files = [file for room in rooms for file in room.rglob("*.py") if file.stem[0] != "_"]
    names = [relative(file).removesuffix(".py").replace("/", ".") for file in files]
    assert not_imported(names, "streamlit") == set()
    assert not_imported(names, "streamlit,starlette,uvicorn") == ROUTING
    assert not_imported(["lab.ui.page_header_footer"], "streamlit") == {"lab.ui.page_header_footer"}


def scripts_in(*folders: str) -> list[Path]:
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.js")]
    assert files, f"there are no scripts in {folders}"
    return files


def test_a_room_of_scripts_imports_only_what_it_may():
    violations = {
        relative(file): wrong_script_arrows(relative(file), file.read_text("utf-8"))
        for file in scripts_in("assets", "features", "pages")
    }
    assert {path: names for path, names in violations.items() if names} == {}


def test_no_modules_import_each_other_in_a_circle():
    """Only imports at loading count. With those inside functions there are circles in kernel_core
    (`kernels`: `base` and `closure`; `solution` and `feature_fit`) and in `lab/formulas`."""
    files = [file for room in MAY_IMPORT for file in (ROOT / room).rglob("*.py")]
    names = [relative(file).removesuffix(".py").removesuffix("/__init__") for file in files]
    sources = [(relative(file), file.read_text("utf-8")) for file in files]
    targets = [imports_at_loading(path, source) for path, source in sources]
    assert (
        import_circle({n.replace("/", "."): t for n, t in zip(names, targets, strict=True)}) == []
    )


def test_no_scripts_import_each_other_in_a_circle():
    scripts = {relative(file): file for file in scripts_in("assets", "features", "pages")}
    targets = {path: script_imports(path, file.read_text()) for path, file in scripts.items()}
    assert import_circle(targets) == []


def test_the_check_of_circles_can_fail():
    sources = {
        "lab.a": ("lab/a.py", "from lab import b"),
        "lab.b": ("lab/b.py", "def f():\n    import lab.a\nif TYPE_CHECKING:\n    import lab.a"),
    }
    targets = {name: imports_at_loading(*source) for name, source in sources.items()}
    assert import_circle(targets) == []
    targets["lab.b"] = imports_at_loading(
        "lab/b.py", "try:\n    from . import a\nfinally:\n    f()"
    )
    assert {*import_circle(targets)} == {"lab.a", "lab.b"}
    circle = {"a/b.js": script_imports("a/b.js", 'import { c } from "../d/c.js";\n'),
              "d/c.js": script_imports("d/c.js", 'import "../a/b.js";\n')}  # fmt: skip
    assert {*import_circle(circle)} == {"a/b.js", "d/c.js"}
    assert script_imports("a/b.js", 'import("./c.js")') == set()


def test_scripts_import_each_other_by_relative_addresses():
    scripts = scripts_in("assets", "features", "pages")
    violations = {relative(file): wrong_js_imports(file.read_text("utf-8")) for file in scripts}
    assert {path: names for path, names in violations.items() if names} == {}


def test_nothing_comes_from_a_content_network():
    violations = {}
    for file in our_files():
        text = file.read_text("utf-8", errors="ignore")
        if file != Path(__file__) and (hits := CDN.findall(text)):
            violations[relative(file)] = hits
    assert violations == {}


def test_git_contains_no_symbolic_links():
    """A symbolic link leads nowhere on another machine, and a link to an environment would replace
    the real one there."""
    files = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True)
    assert [line for line in files.stdout.splitlines() if line.startswith("120000")] == []


@pytest.mark.parametrize(
    ("path", "source", "violations"),
    [
        ("kernel_core/fit.py", "import numpy as np\nimport math\nfrom . import losses", []),
        ("kernel_core/fit.py", "import scipy.linalg", ["scipy.linalg"]),
        ("kernel_core/fit.py", "def f():\n    from lab import scene", ["lab.scene"]),
        ("kernel_core/solvers/newton.py", "from ..losses import Hinge", []),
        ("kernel_core/fit.py", "import importlib\nimportlib.import_module('lab')", ["lab"]),
        ("kernel_core/fit.py", "__import__('pandas')", ["pandas"]),
        (
            "lab/ui/live_element.py",
            "import streamlit\nimport kernel_core as kc\nfrom .scene import Scene",
            [],
        ),
        ("lab/ui/live_element.py", "from pages.home import title", ["pages.home"]),
        ("lab/ui/live_element.py", "import app, tests.conftest", ["app", "tests.conftest"]),
        ("lab/ui/quiz.py", "from lab.ui import page\nfrom lab.wire import tensors", []),
        ("lab/wire/tensors.py", "from lab import ui, scene", ["lab.ui"]),
        ("lab/wire/tensors.py", "from lab.ui.page import escape_markdown", ["lab.ui.page"]),
        ("lab/course/course.py", "from lab.serving import health", ["lab.serving"]),
        ("lab/serving/health.py", "import lab.ui.page", []),
        ("lab/ui/quiz.py", "from features.lecture import embed", ["features.lecture"]),
        (
            "features/lecture/embed.py",
            "from lab.ui import page\nfrom pages import svm",
            ["pages.svm"],
        ),
        ("lab/scene/scene.py", "def f():\n    import streamlit as st", ["streamlit"]),
        ("pages/home/page.py", "from lab.ui import page\nimport kernel_core", []),
        ("pages/home/page.py", "from pages import ridge", ["pages.ridge"]),
        ("pages/home/page.py", "from .ridge import plot", []),
        ("pages/home/page.py", "from pages.home import map", []),
        ("pages/home/page.py", "import pages.ridge.plot", ["pages.ridge.plot"]),
        ("pages/home/mathematics/f.py", "import numpy as np\nfrom kernel_core import fit", []),
        ("pages/home/mathematics/f.py", "from pages.home.mathematics import g", []),
        ("pages/home/mathematics/f.py", "from ..page import g", ["pages.home.page"]),
        ("pages/home/mathematics/f.py", "from lab.wire import tensors", ["lab.wire"]),
        ("pages/home/mathematics/f.py", "import streamlit, starlette", ["starlette", "streamlit"]),
        ("app.py", "import pages.shell, lab.endpoints.sweep_endpoint, streamlit", []),
        ("app.py", "import benchmarks", ["benchmarks"]),
    ],
)
def test_the_check_of_imports_can_fail(path, source, violations):
    assert wrong_imports(path, source) == violations


@pytest.mark.parametrize(
    ("path", "source", "violations"),
    [
        ("tests/pages/svm/test_page.py", "from pages.svm import steps", []),
        ("tests/browser/pages/svm/test_line.py", "from pages.svm.quiz import QUESTIONS", []),
        ("tests/pages/svm/test_page.py", "from pages import losses", ["pages.losses"]),
        ("tests/pages/test_steps.py", "from pages.order import PAGES", []),
        ("tests/pages/test_steps.py", "from pages.svm import steps", ["pages.svm"]),
        (
            "tests/pages/test_steps.py",
            "import tests.pages.svm.page_answers",
            ["tests.pages.svm.page_answers"],
        ),
        ("tests/pages/test_steps.py", "from pages.home import steps", []),
        ("tests/lab/ui/test_quiz.py", "from pages.order import PAGES", ["pages.order"]),
        ("tests/lab/ui/test_quiz.py", "from tests.pages import goals", ["tests.pages"]),
        ("tests/lab/ui/test_quiz.py", "from lab.course import page_declaration", []),
        ("tests/core/test_fit.py", "def f():\n    from pages import order", ["pages.order"]),
    ],
)
def test_the_check_of_tests_can_fail(path, source, violations):
    assert wrong_test_imports(path, source) == violations


@pytest.mark.parametrize(
    ("source", "violations"),
    [
        ('import { a } from "./a.js";\nexport { b } from "../b.js";\nimport("./c.js");', []),
        ('const svg = "http://www.w3.org/2000/svg"; // import "here"', []),
        ('export function f(from = "x") {\n  return "y";\n}', []),
        ('import d3 from "https://esm.sh/d3";', ["https://esm.sh/d3"]),
        ('import {\n  a,\n  b,\n} from "plotly";', ["plotly"]),
        ('const m = await import("/assets/plane.js");', ["/assets/plane.js"]),
        ('import "//host/x.js";', ["//host/x.js"]),
    ],
)
def test_the_check_of_scripts_can_fail(source, violations):
    assert wrong_js_imports(source) == violations


@pytest.mark.parametrize(
    ("path", "names", "violations"),
    [
        ("assets/views/a.js", "../draw/axes.js", []),
        ("assets/views/a.js", "./b.js", []),
        ("assets/views/a.js", "../furniture/quiz.js", ["assets/furniture/quiz.js"]),
        ("assets/base/dom.js", "../draw/axes.js", ["assets/draw/axes.js"]),
        ("assets/draw/axes.js", "../../pages/svm/a.js", ["pages/svm/a.js"]),
        ("pages/svm/a.js", "../../assets/element/player.js", []),
        ("pages/svm/deep/a.js", "../b.js", []),
        ("pages/svm/a.js", "../losses/b.js", ["pages/losses/b.js"]),
        ("pages/svm/a.js", "../../tests/b.js", ["tests/b.js"]),
    ],
)
@pytest.mark.parametrize("way", ['import { a } from "%s";', 'await import("%s");'])
def test_the_check_of_script_rooms_can_fail(path, names, violations, way):
    assert wrong_script_arrows(path, way % names) == violations


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("see https://scikit-learn.org, SVC", False),
        ('xmlns="http://www.w3.org/2000/svg"', False),
        ('<script src="https://host/x.js">', True),
        ("@import url(https://host/font.css)", True),
        ("https://fonts.googleapis.com/css2", True),
        ('include_plotlyjs="https://cdn.plot.ly/plotly.min.js"', True),
    ],
)
def test_the_check_of_content_networks_can_fail(text, url):
    assert bool(CDN.search(text)) == url


def imported_test_modules(source: str, package: str) -> list[str]:
    """Return which test modules a test file imports. Shared code belongs in modules without tests,
    so that each test file can be moved, marked or deleted by itself."""
    names = imported_modules(source, package)
    return sorted({name for name in names if re.search(r"\btests\..*\btest_\w+$", name)})


def test_no_test_is_imported_by_another():
    source = "from tests.lab.test_values import x\nimport tests.core.problems\n"
    assert imported_test_modules(source, "tests.lab") == ["tests.lab.test_values"]
    violations = {
        str(file.relative_to(ROOT)): modules
        for file in sorted((ROOT / "tests").rglob("*.py"))
        if (modules := imported_test_modules(file.read_text("utf-8"), "tests"))
    }
    assert violations == {}
