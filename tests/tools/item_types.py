"""Write the scripts' types of the items of live elements from the classes in Python.

    python -m tests.tools.item_types           # write them
    python -m tests.tools.item_types --check   # exit 1 and name the outdated files

The kinds of `lab/ui` are in assets/items.d.ts, those of a page or a feature in its own folder.
"""

import importlib
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from lab.ui import challenges, quiz
from lab.ui.items import Item, controls, equations, kernel_expansion, layout, scene3d, views
from lab.ui.items.item import key_of
from lab.ui.mathml import Node

ROOT = Path(__file__).parents[2]
SHARED = (layout, controls, equations, views, scene3d, kernel_expansion, challenges, quiz)
HEAD = "// Written by `python -m tests.tools.item_types` from {}. Do not edit.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}
NAMES = {Node: "MathNode"}  # types in assets/types.d.ts
WIDTH = 110


def files() -> dict[Path, str]:
    """Return the path and the text of every file of types."""
    texts = {ROOT / "assets" / "items.d.ts": _text("lab/ui", SHARED, with_base=True)}
    for path in sorted([*ROOT.glob("pages/*/items.py"), *ROOT.glob("features/*/items.py")]):
        name = path.relative_to(ROOT)
        module = importlib.import_module(".".join(name.with_suffix("").parts))
        texts[path.with_suffix(".d.ts")] = _text(str(name), [module])
    return texts


def outdated_files() -> list[str]:
    """Return the paths of files that differ from the classes or whose classes no longer exist."""
    texts = files()
    outdated = [
        path for path, text in texts.items() if not path.exists() or path.read_text() != text
    ]
    existing = [*ROOT.glob("pages/*/items.d.ts"), *ROOT.glob("features/*/items.d.ts")]
    return [
        str(path.relative_to(ROOT))
        for path in [*outdated, *(p for p in existing if p not in texts)]
    ]


def _text(source: str, modules: Sequence[ModuleType], *, with_base: bool = False) -> str:
    own_classes = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    kinds = [each for each in own_classes if issubclass(each, Item)]
    blocks = [_interface(Item, "ItemBase")] if with_base else []
    blocks += [_parts(each) for each in own_classes if is_typeddict(each)]
    blocks += [_interface(each, f"{each.__name__}Item", each.kind) for each in kinds]
    lines = "".join(f"  {each.kind}: {each.__name__}Item;\n" for each in kinds)
    blocks.append(f"interface ItemKinds {{\n{lines}}}\n")
    return HEAD.format(source) + "\n" + "\n".join(blocks)


def _interface(kind: type[Item], name: str, word: str = "") -> str:
    hints = get_type_hints(kind)
    inherited = {each.name for each in fields(Item)} if kind is not Item else set()
    lines = [f'  kind: "{word}";\n'] if word else ["  kind: string;\n"]
    for each in fields(kind):
        if each.name in inherited and hints[each.name] == get_type_hints(Item)[each.name]:
            continue
        optional = each.default is not MISSING and "always" not in each.metadata
        lines.append(_line(key_of(each.name), hints[each.name], optional))
    base = "" if kind is Item else " extends ItemBase"
    return f"{_comment(kind)}interface {name}{base} {{\n{''.join(lines)}}}\n"


def _parts(kind: type) -> str:
    required_keys = kind.__required_keys__  # type: ignore[attr-defined]
    lines = [
        f"  {key}{'' if key in required_keys else '?'}: {_type(hint)};\n"
        for key, hint in get_type_hints(kind).items()
    ]
    return f"{_comment(kind)}interface {kind.__name__} {{\n{''.join(lines)}}}\n"


def _line(key: str, hint: Any, optional: bool) -> str:
    return f"  {key}{'?' if optional else ''}: {_type(hint, optional)};\n"


def _type(hint: Any, optional: bool = False) -> str:
    """Translate a Python type into TypeScript, without None if the field may be missing."""
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in NAMES:
        return NAMES[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Required:
        return _type(inner[0])
    if origin in (Union, UnionType):
        parts = [each for each in inner if each is not NoneType or not optional]
        return " | ".join(dict.fromkeys(_type(each) for each in parts))
    if hint is NoneType:
        return "null"
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin in (Sequence, list):
        return _array(_type(inner[0]))
    if origin in (Mapping, dict):
        return f"Record<string, {_type(inner[1])}>"
    if is_typeddict(hint):
        return hint.__name__
    if hint is Item:
        return "Item"
    raise TypeError(f"No type of TypeScript is known for {hint}.")


def _array(inner: str) -> str:
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _comment(kind: type) -> str:
    text = " ".join((kind.__doc__ or "").split())
    if not text or text.startswith("dict("):
        return ""
    lines = textwrap.wrap(text, WIDTH - 7)
    return (
        f"/** {lines[0]} */\n" if len(lines) == 1 else "/**\n * " + "\n * ".join(lines) + "\n */\n"
    )


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        outdated = outdated_files()
        print(*outdated, sep="\n", end="\n" if outdated else "")
        return 1 if outdated else 0
    for path, text in files().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
