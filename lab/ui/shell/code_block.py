"""Draw lines of code on a page, with a button that copies them."""

from lab.ui.module_mount import mount_module

SCRIPT = "assets/furniture/code-block.js"


def code_block(key: str, code: str, language: str = "", *, wrap: bool = False) -> None:
    """Draw a block of code; Python is highlighted.

    `key` identifies the block on its page; `wrap` breaks long lines.
    """
    data = {"code": code.strip("\n"), "language": language, "wrap": wrap}
    mount_module(f"code-{key}", SCRIPT, data, kind="code")
