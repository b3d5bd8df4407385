"""A visit of the site: pages run as in the app, when they open and when something changes."""

from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.machinery import SourcelessFileLoader
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlencode

from features.site import screen
from features.site.screen import STATE, PageSwitch, Rerun, ScreenNode, Stop

PAGES = Path(__file__).resolve().parents[2] / "pages"
SHELL, REGISTRY = "shell.py", "registry.py"
_SEEN = "picture-seen"  # as in lab.ui.live_element: what lies below the picture is there at once
_MAX_RUNS = 8  # runs that one change may take
_compiled: dict[str, CodeType] = {}


def _run_script(file: str) -> dict[str, Any]:
    """Runs a script from the folder of the pages; what it has defined."""
    path = str(PAGES / file)
    if file not in _compiled:
        _compiled[file] = _code(path)
    defined = {"__name__": "__main__", "__file__": path}
    exec(_compiled[file], defined)  # one of our own
    return defined


def _code(path: str) -> CodeType:
    """Of a source, or of the bytecode that stands in its place, see `features.site.bytecode`."""
    if Path(path).exists():
        return compile(Path(path).read_text("utf-8"), path, "exec")
    code = SourcelessFileLoader("__main__", f"{path}c").get_code("__main__")
    assert code is not None, path
    return code


@cache
def registry() -> dict[str, Any]:
    """What answers the app's addresses: `respond` and `ENDPOINTS` of the pages' own registry."""
    return _run_script(REGISTRY)


def open_page(page: str, query: str, url: str = "", theme: str = "light") -> ScreenNode:
    """The page of this name in the address, with the words of a link."""
    STATE.session.clear()
    STATE.session[_SEEN] = True
    STATE.dialog = None
    return go(page, query, url, theme)


def go(page: str, query: str, url: str = "", theme: str = "light") -> ScreenNode:
    """Another page, or other words of the address, in the same visit."""
    STATE.page, STATE.url, STATE.theme = page, url, theme
    STATE.query.read(query)
    return run()


def address() -> str:
    """The words of the address as they are now."""
    pairs = [(name, text) for name in STATE.query for text in STATE.query.get_all(name)]
    return urlencode(pairs, safe=",:;")


def handle_event(event: Mapping[str, Any]) -> ScreenNode:
    """Something was pressed, chosen, let go; the page as it is then."""
    match event:
        case {"closed": True}:
            STATE.dialog = None
        case {"element": str(key), "state": str(state)}:
            STATE.session[key] = {"state": state}
            _heard(key, "state")
        case {"element": str(key), "trigger": str(name), "value": value}:
            STATE.triggers[key] = {name: value}
            before = STATE.session.get(key) or {"state": None}
            STATE.session[key] = {**before, name: value}  # where a listener looks for it
            _heard(key, name)
            STATE.session[key] = before
        case {"widget": str(name)} if name in STATE.seen:
            _set(name, event.get("value"))
    kept = event.get("dialog") is True
    if not kept and "closed" not in event:
        STATE.dialog = None
    try:
        return run()
    finally:
        STATE.triggers.clear()
        STATE.pressed = ""


def _heard(key: str, name: str) -> None:
    listener = STATE.listeners.get(key, {}).get(name)
    if listener is not None:
        listener()


def _set(name: str, value: Any) -> None:
    """What the visitor set goes where the page looks for it; an option comes as its number."""
    options = STATE.options.get(name)
    match value:
        case None:
            STATE.pressed = name
        case [*chosen] if options is not None:
            STATE.session[name] = [options[k] for k in chosen if k in range(len(options))]
        case bool() | str():
            STATE.session[name] = value
        case {"files": [*sent]}:
            STATE.session[name] = [
                screen.UploadedFile(one["name"], b64decode(one["content"])) for one in sent
            ]
        case {"option": int(k)} if options is not None and k in range(len(options)):
            STATE.session[name] = options[k]
        case {"number": float(number) | int(number)} if options is not None:
            kind, low, high = options
            STATE.session[name] = kind(min(max(number, low), high))
        case _:
            return
    call = STATE.callbacks.get(name)
    if call is not None:
        run_it, given, named = call
        run_it(*given, **named)


def run() -> ScreenNode:
    """Run the shell, and with it the page, until it asks for no further run."""
    for _ in range(_MAX_RUNS):
        screen.begin()
        try:
            with suppress(Stop):
                _run_script(SHELL)
            screen.draw_dialog()
            break
        except Rerun as again:
            if again.whole and not STATE.opened:
                STATE.dialog = None
        except PageSwitch as way:
            STATE.page = screen.page_of(way.target)
            STATE.query.from_dict(dict(way.query))
        STATE.triggers.clear()
        STATE.pressed = ""
    _forget()
    return STATE.root


def _forget() -> None:
    """A widget that is no longer on the screen keeps no value."""
    for name in [*STATE.options]:
        if name not in STATE.seen:
            STATE.session.pop(name, None)


def file_of(name: str) -> tuple[bytes, str, str]:
    """What a download button gives: its bytes, the file's name and its type."""
    data, file, mime = STATE.files[name]
    made = data() if callable(data) else data
    return made.encode() if isinstance(made, str) else made, file, mime


screen.run_pages_by(_run_script)
