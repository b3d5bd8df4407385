"""The methods of dataclasses, compiled when the site is built.

Python writes the methods of a dataclass as text while the class is made, and compiles it: for the
course's hundreds of classes that took most of the engine's start. The texts are the same each time,
so what they compile to is kept beside this module; any other text is compiled as ever.
"""

import builtins
import dataclasses
import marshal
from collections.abc import Callable
from pathlib import Path
from typing import Any

KEPT = "features/site/dataclass_methods.marshal"
_PATH = Path(__file__).with_name(Path(KEPT).name)


def use() -> None:
    """From here on dataclasses take what is kept."""
    codes = marshal.loads(_PATH.read_bytes()) if _PATH.exists() else {}

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        exec(codes.get(text, text), names, made)

    vars(dataclasses)["exec"] = run  # a module's own name comes before that of the language


def record_methods(make: Callable[[], None]) -> bytes:
    """What is kept of the dataclasses that come into being while `make` runs."""
    codes = {}

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        codes[text] = compile(text, "<string>", "exec")
        builtins.exec(codes[text], names, made)

    vars(dataclasses)["exec"] = run
    make()
    del vars(dataclasses)["exec"]
    return marshal.dumps(codes)
