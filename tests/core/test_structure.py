"""The structure of kernel_core: its public names, and whether its reading guide agrees with the
files."""

import ast
import importlib
import pkgutil
import re
from collections import Counter
from pathlib import Path

import pytest

import kernel_core as kc
from tests.source_trees import statements

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ["kernel_core", *(
    module.name for module in pkgutil.walk_packages(kc.__path__, "kernel_core.") if module.ispkg
)]  # fmt: skip
GUIDE = (ROOT / "docs" / "reading.md").read_text("utf-8")


@pytest.mark.parametrize("name", PACKAGES)
def test_no_public_name_shadows_a_module(name):
    package = importlib.import_module(name)
    modules = {m.name for m in pkgutil.iter_modules(package.__path__) if not m.ispkg}
    assert modules & set(getattr(package, "__all__", [])) == set()


def test_each_public_name_is_listed_once():
    packages = [importlib.import_module(name) for name in PACKAGES]
    counts = Counter(name for package in packages for name in getattr(package, "__all__", []))
    assert [name for name, times in counts.items() if times > 1] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_every_public_name_exists(name):
    package = importlib.import_module(name)
    for public in getattr(package, "__all__", []):
        assert hasattr(package, public), public


def names(source: str) -> set[str]:
    """Return the names of a module: functions, classes, arguments, variables, attributes."""
    bound: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                bound.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                bound.add(name)
    return bound


TYPE_IGNORE = re.compile(r"# type: ignore(?:\[[\w-]+(?:, ?[\w-]+)*\])?(.*)")


def test_no_type_error_is_ignored_without_a_reason():
    files = [
        path for room in ("kernel_core", "lab", "pages") for path in (ROOT / room).rglob("*.py")
    ]
    unexplained = [
        (path.relative_to(ROOT).as_posix(), reason)
        for path in files
        for reason in TYPE_IGNORE.findall(path.read_text("utf-8"))
    ]
    assert any(path.startswith("kernel_core/") for path, _ in unexplained)
    assert [path for path, reason in unexplained if not re.match(r"  # \w", reason)] == []


def imports(path: Path) -> list[tuple[str, str]]:
    """Return (module, name) for every `from module import name` of a file, with absolute module
    names."""
    parts, imported = path.relative_to(ROOT).with_suffix("").parts, []
    for node in statements(path.read_text("utf-8")):
        if isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level] if node.level else ()
            module = ".".join([*base, *filter(None, [node.module])])
            imported += [(module, name.name) for name in node.names]
    return imported


def test_private_names_are_imported_by_no_other_module():
    files = [
        path for room in ("kernel_core", "lab", "pages") for path in (ROOT / room).rglob("*.py")
    ]
    private = [
        (path.relative_to(ROOT).as_posix(), module, name)
        for path in files
        for module, name in imports(path)
        if name.startswith("_") and not name.startswith("__") and module.startswith("kernel_core")
    ]
    assert private == []


def core_imports(path: Path) -> list[tuple[str, str]]:
    """Return (package, name) for everything that a file imports from kernel_core or uses as
    kc.package.name."""
    imported = [
        (module, name) for module, name in imports(path) if module.startswith("kernel_core")
    ]
    source = path.read_text("utf-8")
    nodes = ast.walk(ast.parse(source)) if "kernel_core as kc" in source else ()
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="kc"), attr=name):
                imported.append(("kernel_core", name))
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id="kc"), attr=package), attr=name
            ):
                imported.append((f"kernel_core.{package}", name))
    return [pair for pair in imported if not pair[1].startswith("__")]


def test_the_app_imports_only_public_names():
    """Modules in a page's `mathematics` folder may import anything from kernel_core."""
    rooms = [(name, importlib.import_module(name)) for name in PACKAGES]
    public = {name: set(getattr(room, "__all__", ())) for name, room in rooms}
    public["kernel_core"] |= {name.removeprefix("kernel_core.") for name in PACKAGES}
    names = {f"kernel_core.{name}" for name in public["kernel_core"]} - set(PACKAGES)
    private_uses = [
        (path.relative_to(ROOT).as_posix(), module, name)
        for room in ("lab", "pages")
        for path in (ROOT / room).rglob("*.py")
        if "mathematics" not in path.parts
        for module, name in core_imports(path)
        if module not in names and name not in public.get(module, ())
    ]
    assert private_uses == []


def test_the_reading_guide_shows_lines_of_the_files():
    text = {p: p.read_text("utf-8") for p in (ROOT / "kernel_core").rglob("*.py")}
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
    assert len(blocks) >= 5
    for block in blocks:
        assert any(block in source for source in text.values()), block
    for name in re.findall(r"`([\w/]+\.py)`", GUIDE):
        assert (ROOT / "kernel_core" / name).is_file(), name
    for name in re.findall(r"`([\w]+/)`", GUIDE):
        assert (ROOT / "kernel_core" / name).is_dir(), name
