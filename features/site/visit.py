"""Run the site's pages as in the app: when they open and when something changes."""

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
# A key in the session's state, see lab.ui.live_element. With it the first run also draws what is
# below the picture.
_PICTURE_SEEN = "picture-seen"
_MAX_RUNS = 8  # largest number of runs that one change may cause
_compiled_scripts: dict[str, CodeType] = {}


def _run_script(file: str) -> dict[str, Any]:
    """Run a script from the folder of the pages. Return its namespace."""
    path = str(PAGES / file)
    if file not in _compiled_scripts:
        _compiled_scripts[file] = _code(path)
    namespace = {"__name__": "__main__", "__file__": path}
    exec(_compiled_scripts[file], namespace)  # a script of this app
    return namespace


def _code(path: str) -> CodeType:
    """Compile a script, or load its bytecode if it has no source, see `bytecode`."""
    if Path(path).exists():
        return compile(Path(path).read_text("utf-8"), path, "exec")
    code = SourcelessFileLoader("__main__", f"{path}c").get_code("__main__")
    assert code is not None, path
    return code


@cache
def registry() -> dict[str, Any]:
    """Return the namespace of the pages' registry, which has `respond` and `ENDPOINTS`."""
    return _run_script(REGISTRY)


def open_page(page: str, query: str, url: str = "", theme: str = "light") -> ScreenNode:
    """Begin a visit at the page of this URL path, with the words of a link. Return the page."""
    STATE.session.clear()
    STATE.session[_PICTURE_SEEN] = True
    STATE.dialog = None
    return go(page, query, url, theme)


def go(page: str, query: str, url: str = "", theme: str = "light") -> ScreenNode:
    """Go to a page, or to other words of the address, in the same visit. Return the page."""
    STATE.page, STATE.url, STATE.theme = page, url, theme
    STATE.query.read(query)
    return run()


def address() -> str:
    """Return the current query of the address."""
    pairs = [(name, text) for name in STATE.query for text in STATE.query.get_all(name)]
    return urlencode(pairs, safe=",:;")


def handle_event(event: Mapping[str, Any]) -> ScreenNode:
    """Handle a widget's press or new value, an element's message, or the closing of a dialog.
    Return the page after it."""
    match event:
        case {"closed": True}:
            STATE.dialog = None
        case {"element": str(key), "state": str(state)}:
            STATE.session[key] = {"state": state}
            _call_listener(key, "state")
        case {"element": str(key), "trigger": str(name), "value": value}:
            STATE.triggers[key] = {name: value}
            former_value = STATE.session.get(key) or {"state": None}
            STATE.session[key] = {**former_value, name: value}  # callbacks read the value there
            _call_listener(key, name)
            STATE.session[key] = former_value
        case {"widget": str(name)} if name in STATE.widgets:
            _set(name, event.get("value"))
    keeps_dialog = event.get("dialog") is True
    if not keeps_dialog and "closed" not in event:
        STATE.dialog = None
    try:
        return run()
    finally:
        STATE.triggers.clear()
        STATE.pressed_widget = ""


def _call_listener(key: str, name: str) -> None:
    listener = STATE.listeners.get(key, {}).get(name)
    if listener is not None:
        listener()


def _set(name: str, value: Any) -> None:
    """Store a widget's new value and run its callback. An option is given by its index."""
    options = STATE.options.get(name)
    match value:
        case None:
            STATE.pressed_widget = name
        case [*chosen_indices] if options is not None:
            STATE.session[name] = [options[k] for k in chosen_indices if k in range(len(options))]
        case bool() | str():
            STATE.session[name] = value
        case {"files": [*uploads]}:
            STATE.session[name] = [
                screen.UploadedFile(upload["name"], b64decode(upload["content"]))
                for upload in uploads
            ]
        case {"option": int(k)} if options is not None and k in range(len(options)):
            STATE.session[name] = options[k]
        case {"number": float(number) | int(number)} if options is not None:
            kind, low, high = options
            STATE.session[name] = kind(min(max(number, low), high))
        case _:
            return
    registered_callback = STATE.callbacks.get(name)
    if registered_callback is not None:
        callback, arguments, keywords = registered_callback
        callback(*arguments, **keywords)


def run() -> ScreenNode:
    """Run the shell, which runs the page, until the page requests no further run, but at most
    _MAX_RUNS times. Return the page."""
    earlier_widgets = {*STATE.widgets}
    for _ in range(_MAX_RUNS):
        screen.begin()
        try:
            with suppress(Stop):
                _run_script(SHELL)
            screen.draw_dialog()
            break
        except Rerun as rerun:
            if rerun.closes_dialog and not STATE.is_dialog_new:
                STATE.dialog = None
        except PageSwitch as switch:
            STATE.page = screen.page_of(switch.target)
            STATE.query.from_dict(dict(switch.query))
        STATE.triggers.clear()
        STATE.pressed_widget = ""
    for name in earlier_widgets - STATE.widgets:  # as in Streamlit, a hidden widget has no value
        STATE.session.pop(name, None)
    return STATE.root


def file_of(name: str) -> tuple[bytes, str, str]:
    """Return a download button's file: its bytes, name and type."""
    data, file, mime = STATE.files[name]
    content = data() if callable(data) else data
    return content.encode() if isinstance(content, str) else content, file, mime


screen.run_pages_by(_run_script)
