"""The faults that can be planted in a file: in Python by its syntax tree, in a script by its
text."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {
    ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt], ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
}  # fmt: skip
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.And: ast.Or, ast.Or: ast.And, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
FUNCTIONS |= {"minimum": "maximum", "maximum": "minimum", "argmin": "argmax", "argmax": "argmin"}
KEY = re.compile(r"[\w.%=&/?:-]{1,24}")  # texts that programs read, such as keys, not sentences

SCRIPT_FAULTS = [
    (re.compile(pattern), fault)
    for pattern, fault in (
        (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
        (r" === ", " !== "), (r" !== ", " === "), (r" && ", " || "), (r" \|\| ", " && "),
        (r" \?\? ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "),
        (r"\bif \(", "if (!"), (r"(?<=[\s(&|])!(?=[\w(])", ""), (r"\btrue\b", "false"),
        (r"\bfalse\b", "true"), (r"\breturn (?=[^;])", "return void "), (r"\bmin\(", "max("),
        (r"\bmax\(", "min("), (r"\.some\(", ".every("), (r"\.every\(", ".some("),
        (r"(?<![\w.#$-])\d+(?:\.\d+)?\b", lambda number: f"({number[0]} + 1)"),
        (r"^\s+[\w.]+\(.*\);$", ""),
    )
]  # fmt: skip
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
NO_CODE = re.compile(r'/\*.*?\*/|^\s*(?://|/?\*).*|\s// .*|"(?:\\.|[^"\\])*"')


@dataclass(frozen=True)
class Mutant:
    """A fault: characters `start` to `end` of a file become `fault`. `first` and `last` are the
    lines of the statement; `last` is 0 if the statement runs only once, on import. `name` stays
    the same while the line does not change."""

    path: str
    start: int
    end: int
    fault: str
    first: int
    last: int
    name: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.fault + source[self.end :]


def mutants_of(root: Path, room: str) -> Iterator[Mutant]:
    """Yield all faults of a file, or of the files of a folder."""
    place = root / room
    for file in [place] if place.is_file() else sorted(place.rglob("*")):
        if file.suffix in (".py", ".js"):
            source = file.read_text()
            faults = python_faults(source) if file.suffix == ".py" else script_faults(source)
            yield from _name_faults(str(file.relative_to(root)), source, faults)


def _name_faults(path: str, source: str, faults) -> Iterator[Mutant]:
    lines, seen_names = source.split("\n"), {}
    for start, end, fault, first, last in faults:
        line = lines[source.count("\n", 0, start)].strip()
        name = f"{path}: {line}: {source[start:end]} → {fault}"
        seen_names[name] = seen_names.get(name, 0) + 1
        yield Mutant(path, start, end, fault, first, last, f"{name} #{seen_names[name]}")


def script_faults(source: str) -> Iterator[tuple[int, int, str, int, int]]:
    offset = 0
    for number, line in enumerate(source.split("\n"), 1):
        code = NO_CODE.sub(lambda match: "\0" * len(match[0]), line)
        if not code.startswith(("import ", "export * ")):
            for pattern, fault in SCRIPT_FAULTS:
                for match in pattern.finditer(code):
                    start, end = offset + match.start(), offset + match.end()
                    if fault == "if (!":  # negates the whole condition
                        end = offset + _closing(code, match.end() - 1) + 1
                        text = f"if (!({source[start + 4 : end - 1]}))" if end > start else ""
                    else:
                        text = fault(match) if callable(fault) else fault
                    if end > start:
                        yield start, end, text, number, number
        offset += len(line) + 1


def _closing(code: str, opening: int) -> int:
    """Return the position of the parenthesis that closes the one at `opening`, or a negative number
    if there is none."""
    depth = 0
    for place in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if not depth:
            return place
    return -(10**9)


def python_faults(source: str) -> Iterator[tuple[int, int, str, int, int]]:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = source.split("\n")

    def place(line: int, byte: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:byte].decode())

    for node, statement, is_called in _nodes(ast.parse(source)):
        body = getattr(statement, "body", None)
        first = statement.lineno
        last = max(first, body[0].lineno - 1) if isinstance(body, list) else statement.end_lineno
        last = last if is_called else 0
        start = place(node.lineno, node.col_offset)
        end = place(node.end_lineno, node.end_col_offset)
        for fault in _faults(node):
            yield start, end, fault, first, last
        test = getattr(node, "test", None)
        if test and not isinstance(test, ast.Compare | ast.UnaryOp | ast.Constant):
            begin, after = (test.lineno, test.col_offset), (test.end_lineno, test.end_col_offset)
            yield place(*begin), place(*after), f"(not ({ast.unparse(test)}))", first, last


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.stmt, bool]]:
    """Yield all nodes except annotations, docstrings, imports and f-strings, with their statements
    and whether these are inside a function."""
    waiting: list[tuple[ast.AST, ast.stmt | None, bool]] = [(tree, None, False)]
    while waiting:
        node, statement, is_called = waiting.pop()
        statement = node if isinstance(node, ast.stmt) else statement
        if isinstance(node, ast.stmt | ast.expr) and statement:
            yield node, statement, is_called
        documented = isinstance(node, ast.Module | ast.ClassDef | FUNCTION)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns"):
                continue
            inside = is_called or (isinstance(node, FUNCTION) and field == "body")
            for child in reversed(value if isinstance(value, list) else [value]):
                text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
                left_out = isinstance(child, ast.JoinedStr | ast.Import | ast.ImportFrom)
                if isinstance(child, ast.AST) and not left_out and not (documented and text):
                    waiting.append((child, statement, inside))


def _faults(node: ast.AST) -> Iterator[str]:
    """Yield the texts that can replace a node."""
    match node:
        case ast.Compare(left, [operator, *rest], others):
            for fault in COMPARISONS[type(operator)]:
                yield f"({ast.unparse(ast.Compare(left, [fault(), *rest], others))})"
        case ast.BinOp(left, operator, right) if type(operator) in OPERATIONS:
            yield f"({ast.unparse(ast.BinOp(left, OPERATIONS[type(operator)](), right))})"
        case ast.BoolOp(operator, values):
            yield f"({ast.unparse(ast.BoolOp(OPERATIONS[type(operator)](), values))})"
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.Constant(float() as value):
            yield str(value * 2 or 1.0)
        case ast.Constant(str() as value) if KEY.fullmatch(value):
            yield repr(f"{value}XX")
        case ast.Name(id=name) if name in FUNCTIONS:
            yield FUNCTIONS[name]
        case ast.Attribute(value, name) if name in FUNCTIONS:
            yield f"{ast.unparse(value)}.{FUNCTIONS[name]}"
        case ast.Return(ast.AST() as value) if not _is_none(value):
            yield "return None"
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "pass"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
