"""The methods of dataclasses, compiled when the site is built.

Python writes the methods of a dataclass as text while the class is made, and compiles this text.
For the course's hundreds of classes this took most of the time that Python needs to start in the
browser. The texts are the same each time, so their bytecode is stored beside this module; any other
text is compiled as usual.
"""

import builtins
import dataclasses
import marshal
from collections.abc import Callable
from pathlib import Path
from typing import Any

METHODS_FILE = "features/site/dataclass_methods.marshal"
_PATH = Path(__file__).with_name(Path(METHODS_FILE).name)


def use() -> None:
    """Make dataclasses use the stored bytecode from now on."""
    codes = marshal.loads(_PATH.read_bytes()) if _PATH.exists() else {}

    def run(text: str, names: dict[str, Any], namespace: dict[str, Any]) -> None:
        exec(codes.get(text, text), names, namespace)

    vars(dataclasses)["exec"] = run  # a global name of a module takes precedence over a built-in


def record_methods(make: Callable[[], None]) -> bytes:
    """Run `make`. Return, marshalled, the bytecode of the dataclass methods compiled meanwhile."""
    codes = {}

    def run(text: str, names: dict[str, Any], namespace: dict[str, Any]) -> None:
        codes[text] = compile(text, "<string>", "exec")
        builtins.exec(codes[text], names, namespace)

    vars(dataclasses)["exec"] = run
    make()
    del vars(dataclasses)["exec"]
    return marshal.dumps(codes)
