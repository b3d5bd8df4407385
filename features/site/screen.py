"""What stands in for Streamlit where there is no server: it keeps what a page puts on the screen.

A page runs as in the app, top to bottom. What it shows becomes a tree of nodes; a widget's value is
what the visitor set, and `visit` runs the page again when that changes.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

from lab.course.computer import COMPUTER

Callback = tuple[Callable[..., Any], tuple, dict[str, Any]]


@dataclass
class ScreenNode:
    """One thing on the screen, with what stands inside."""

    kind: str
    said: dict[str, Any] = field(default_factory=dict)
    inside: list["ScreenNode"] = field(default_factory=list)


class Rerun(Exception):
    """The page wants to run again; `whole`: without the dialog that is open."""

    def __init__(self, whole: bool) -> None:
        super().__init__(whole)
        self.whole = whole


class PageSwitch(Exception):
    """The page leads to another one."""

    def __init__(self, target: Any, query: Any) -> None:
        super().__init__(target)
        self.target, self.query = target, query


class QueryParams(dict[str, str]):
    """The words of the address; of a word that is there twice, the last. `get_all` has all."""

    def __init__(self) -> None:
        super().__init__()
        self._repeated: dict[str, list[str]] = {}

    def read(self, query: str) -> None:
        """Takes the words of an address as it stands, also those that are no scene's."""
        self.from_dict(parse_qs(query, keep_blank_values=True, errors="backslashreplace"))

    def get_all(self, name: str) -> list[str]:
        return self._repeated.get(name, [self[name]]) if name in self else []

    def from_dict(self, words: Mapping[str, str | list[str]]) -> None:
        """As Streamlit's: a word has one text, or several."""
        new = {name: [one] if isinstance(one, str) else one for name, one in words.items()}
        self.clear()
        self.update({name: texts[-1] for name, texts in new.items() if texts})
        self._repeated = {name: texts for name, texts in new.items() if len(texts) > 1}

    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def __setitem__(self, name: str, text: Any) -> None:
        super().__setitem__(name, str(text))
        self._repeated.pop(name, None)


@dataclass
class State:
    """All that a visit keeps between runs, and what one run has shown."""

    session: dict[str, Any] = field(default_factory=dict)
    query: QueryParams = field(default_factory=QueryParams)
    page: str = ""  # which is shown, as in the address
    url: str = ""  # of the page shown, without the query
    theme: str = "light"
    pressed: str = ""  # the widget that was pressed just now
    triggers: dict[str, dict[str, Any]] = field(default_factory=dict)
    dialog: Callback | None = None  # what is open over the page
    dialog_title: str = ""
    opened: bool = False  # whether this run has opened it
    callbacks: dict[str, Callback] = field(default_factory=dict)
    listeners: dict[str, dict[str, Callable[[], None]]] = field(default_factory=dict)
    options: dict[str, list[Any]] = field(default_factory=dict)
    files: dict[str, Any] = field(default_factory=dict)  # what a download button gives
    seen: set[str] = field(default_factory=set)
    root: ScreenNode = field(default_factory=lambda: ScreenNode("root"))
    places: list[ScreenNode] = field(default_factory=list)
    title: str = ""


STATE = State()


def begin() -> None:
    """A new run: nothing is on the screen."""
    STATE.root = ScreenNode("root")
    STATE.places = [STATE.root]
    STATE.opened = False
    for kept in (STATE.callbacks, STATE.listeners, STATE.options, STATE.files):
        kept.clear()
    STATE.seen.clear()


class Container:
    """Somewhere on the screen: what is called on it is shown there, as on Streamlit's own."""

    def __init__(self, node: ScreenNode) -> None:
        self._node = node

    def __enter__(self) -> "Container":
        STATE.places.append(self._node)
        return self

    def __exit__(self, *_: object) -> None:
        STATE.places.pop()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def there(*given: Any, **named: Any) -> Any:
            with self:
                return _SHOWN[name](*given, **named)

        return there


def _put(kind: str, **said: Any) -> ScreenNode:
    node = ScreenNode(kind, said)
    STATE.places[-1].inside.append(node)
    return node


# ---- texts ------------------------------------------------------------------------------------


def _text(kind: str) -> Callable[..., None]:
    def show(body: Any = "", *_: Any, **named: Any) -> None:
        _put(kind, body=str(body), key=named.get("key", ""))

    return show


def _table(data: Any, testid: str = "stTable", **_: Any) -> None:
    _put("table", rows=data.rows, columns=data.columns, index=data.index, testid=testid)


def _image(image: Any, alt: str = "", **_: Any) -> None:
    _put("image", body=image if isinstance(image, str) else "", alt=alt)


def _chart(*_: Any, **__: Any) -> None:
    _put("info", body="Charts of Plotly are not part of this site.")


# ---- places -----------------------------------------------------------------------------------


def _columns(spec: int | Iterable[float], **_: Any) -> list[Container]:
    widths = [1.0] * spec if isinstance(spec, int) else [float(width) for width in spec]
    row = _put("columns")
    row.inside = [ScreenNode("column", {"width": width}) for width in widths]
    return [Container(node) for node in row.inside]


def _container(
    key: str = "", horizontal: bool = False, border: bool = False, **_: Any
) -> Container:
    return Container(_put("container", key=key, horizontal=horizontal, border=border))


def _tabs(names: Iterable[str], **_: Any) -> list[Container]:
    row = _put("tabs")
    row.inside = [ScreenNode("tab", {"label": name}) for name in names]
    return [Container(node) for node in row.inside]


def _popover(label: str, key: str = "", **_: Any) -> Container:
    return Container(_put("popover", label=label, key=key))


def _expander(label: str, expanded: bool = False, key: str = "", **_: Any) -> Container:
    return Container(_put("expander", label=label, key=key, open=expanded))


def _spinner(*_: Any, **__: Any) -> Container:
    """The page itself shows that it works."""
    return Container(STATE.places[-1])


def _dialog(title: str, **_: Any) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    def decorate(show: Callable[..., Any]) -> Callable[..., None]:
        def opened(*given: Any, **named: Any) -> None:
            STATE.dialog, STATE.dialog_title, STATE.opened = (show, given, named), title, True

        return opened

    return decorate


def draw_dialog() -> None:
    """The dialog that is open, over the page."""
    if STATE.dialog is None:
        return
    show, given, named = STATE.dialog
    STATE.places = [STATE.root]
    with Container(_put("dialog", title=STATE.dialog_title)):
        show(*given, **named)


def _fragment(show: Callable[..., Any] | None = None, **_: Any) -> Any:
    """Every change runs the whole page here: a part of it needs no runs of its own."""
    return show if show is not None else _fragment


# ---- widgets ----------------------------------------------------------------------------------


def _named(kind: str, label: str, key: str | None, named: Mapping[str, Any]) -> str:
    """The widget's name: its key, or what it says and which of those it is."""
    name = key or f"{kind}:{label}"
    while not key and name in STATE.seen:
        name += "+"
    STATE.seen.add(name)
    if named.get("on_click") not in (None, "ignore"):
        STATE.callbacks[name] = named["on_click"], named.get("args") or (), {}
    if named.get("on_change"):
        STATE.callbacks[name] = named["on_change"], named.get("args") or (), {}
    return name


def _value(name: str, usual: Any) -> Any:
    return STATE.session.setdefault(name, usual)


def _button(label: str, key: str | None = None, **named: Any) -> bool:
    name = _named("button", label, key, named)
    primary = named.get("type") == "primary"
    _put("button", name=name, label=label, primary=primary, help=named.get("help") or "")
    return STATE.pressed == name


def _download(label: str, data: Any, file_name: str, mime: str = "", **named: Any) -> bool:
    name = _named("download", label, named.pop("key", None), {})
    STATE.files[name] = (data, file_name, mime)
    _put("download", name=name, label=label, primary=named.get("type") == "primary")
    return False


def _link(label: str, url: str, **_: Any) -> None:
    _put("link", label=label, href=url)


def _page_link(page: Any, label: str = "", query_params: Any = None, **_: Any) -> None:
    known = next((one for one in PAGES if page in (one.file, one)), None)
    href = f"/{known.url_path}" if known else str(page)
    _put("page-link", label=label, href=href, query=dict(query_params or {}))


def _choice(kind: str) -> Callable[..., Any]:
    def choose(
        label: str,
        options: Iterable[Any],
        index: int | None = 0,
        format_func: Callable[[Any], Any] = str,
        key: str | None = None,
        captions: Iterable[str] = (),
        **named: Any,
    ) -> Any:
        offered = list(options)
        name = _named(kind, label, key, named)
        STATE.options[name] = offered
        usual = None if index is None or not offered else offered[index]
        value = _value(name, usual)
        if value not in offered:
            value = STATE.session[name] = usual
        at = offered.index(value) if value in offered else -1
        labels = [str(format_func(option)) for option in offered]
        _put(kind, name=name, label=label, options=labels, at=at, help=named.get("help") or "",
             captions=list(captions or ()), row=bool(named.get("horizontal")),
             unseen=named.get("label_visibility") == "collapsed")  # fmt: skip
        return value

    return choose


def _multiselect(
    label: str, options: Iterable[Any], default: Iterable[Any] = (), **named: Any
) -> list[Any]:
    return _pills(label, options, default=default, **named)


def _pills(label: str, options: Iterable[Any], **named: Any) -> list[Any]:
    offered, words = list(options), named.get("format_func", str)
    name = _named("pills", label, named.get("key"), {})
    STATE.options[name] = offered
    chosen = _value(name, list(named.get("default") or ()))
    on = [k for k, option in enumerate(offered) if option in chosen]
    _put("pills", name=name, label=label, options=[str(words(o)) for o in offered], on=on)
    return list(chosen)


def _number(
    label: str,
    min_value: Any = None,
    max_value: Any = None,
    value: Any = "min",
    step: Any = None,
    **named: Any,
) -> Any:
    name = _named("number", label, named.get("key"), named)
    usual = min_value if value == "min" else value
    now = _value(name, usual)
    step = step or 1
    STATE.options[name] = [type(step), min_value, max_value]
    _put("number", name=name, label=label, low=min_value, high=max_value, value=now, step=step,
         help=named.get("help") or "")  # fmt: skip
    return now


def _written(kind: str) -> Callable[..., str]:
    def write(label: str, value: str = "", key: str | None = None, **named: Any) -> str:
        name = _named(kind, label, key, named)
        text = str(_value(name, value))
        _put(kind, name=name, label=label, value=text, help=named.get("help") or "",
             placeholder=named.get("placeholder") or "", height=named.get("height") or 0,
             most=named.get("max_chars") or 0)  # fmt: skip
        return text

    return write


def _toggle(label: str, value: bool = False, key: str | None = None, **named: Any) -> bool:
    name = _named("toggle", label, key, named)
    on = bool(_value(name, value))
    _put("toggle", name=name, label=label, on=on)
    return on


@dataclass(frozen=True)
class UploadedFile:
    """A file that the visitor has chosen."""

    name: str
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


def _file(label: str, key: str | None = None, **named: Any) -> Any:
    name = _named("file", label, key, named)
    brought: list[UploadedFile] = _value(name, [])
    several = named.get("accept_multiple_files", False)
    _put("file", name=name, label=label, several=bool(several), folder=several == "directory",
         type=",".join(f".{t}" for t in named.get("type") or ()))  # fmt: skip
    return brought if several else next(iter(brought), None)


# ---- the app's own elements, and the pages ----------------------------------------------------


class ComponentResult:
    """What an element has told in this run: its triggers, None where it told nothing."""

    def __init__(self, triggers: Mapping[str, Any]) -> None:
        self._triggers = triggers

    def __getattr__(self, name: str) -> Any:
        return self._triggers.get(name)


def _component(name: str, **_: Any) -> Callable[..., ComponentResult]:
    def draw(*, key: str, data: list[dict[str, Any]], **named: Any) -> ComponentResult:
        STATE.session.setdefault(key, {"state": None})
        STATE.listeners[key] = {
            word.removeprefix("on_").removesuffix("_change"): run for word, run in named.items()
            if word.startswith("on_")
        }  # fmt: skip
        _put("component", key=key, component=name, data=_worked_out_here(*data))
        return ComponentResult(STATE.triggers.get(key, {}))

    return draw


# What asks for a library that the browser's Python does not have: scikit-learn, Plotly.
LEFT_OUT = {"kind": {"comparison"}, "name": {"figure"}}


def _worked_out_here(data: dict[str, Any]) -> dict[str, Any]:
    """An element's data without what only a server can work out."""

    def kept(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        found = [one for one in items if not any(one.get(k) in out for k, out in LEFT_OUT.items())]
        return [one | {"items": kept(one["items"])} if "items" in one else one for one in found]

    places = {place: kept(data[place]) for place in ("main", "side", "below") if place in data}
    return data | places


@dataclass
class Page:
    """One of the pages: its script, and its name in the address."""

    file: str
    title: str = ""
    url_path: str = ""
    default: bool = False
    icon: str = ""

    def __post_init__(self) -> None:
        self.file = str(self.file)

    def run(self) -> None:
        _RUN[0](self.file)


PAGES: list[Page] = []
_RUN: list[Callable[[str], Any]] = []


class NoSuchPage(Exception):
    """The course has no page of this name."""


def page_of(target: Any) -> str:
    """The name in the address of a page or of its script."""
    return next(one.url_path for one in PAGES if target in (one.file, one))


def run_pages_by(run: Callable[[str], Any]) -> None:
    """How a page's script is run."""
    _RUN[:] = [run]


def _navigation(pages: Iterable[Page], position: str = "top", **_: Any) -> Page:
    PAGES[:] = pages
    shown = next((one for one in PAGES if one.url_path == STATE.page), None)
    if shown is None:
        shown = next(one for one in PAGES if one.default)
    STATE.title = shown.title
    if position != "hidden":
        entries = [[one.url_path, one.title] for one in PAGES]
        _put("navigation", pages=entries, here=shown.url_path)
    return shown


class Stop(Exception):
    """The page shows no more than it has."""


def _stop() -> None:
    raise Stop


def _rerun(*, scope: str = "app") -> None:
    raise Rerun(scope == "app")


def _switch(page: Any, query_params: Any = None) -> None:
    raise PageSwitch(page, query_params or {})


class Frame:
    """Rows for a table, where Streamlit's own are pandas'."""

    def __init__(self, rows: Any, index: Any = (), columns: Any = (), dtype: Any = None) -> None:
        self.rows = [[str(cell) for cell in row] for row in rows]
        self.index, self.columns = [*map(str, index)], [*map(str, columns)]


_SHOWN: dict[str, Callable[..., Any]] = {
    **{kind: _text(kind) for kind in (
        "markdown", "title", "header", "subheader", "caption", "warning", "error", "info",
        "success", "latex", "html")},
    "table": _table, "dataframe": partial(_table, testid="stDataFrame"),
    "image": _image, "plotly_chart": _chart,
    "columns": _columns, "container": _container, "tabs": _tabs, "popover": _popover,
    "expander": _expander, "spinner": _spinner, "multiselect": _multiselect,
    "button": _button, "download_button": _download, "link_button": _link,
    "page_link": _page_link, "selectbox": _choice("select"), "radio": _choice("radio"),
    "pills": _pills, "number_input": _number, "text_input": _written("text"),
    "text_area": _written("area"), "toggle": _toggle, "checkbox": _toggle, "file_uploader": _file,
}  # fmt: skip


class _Context:
    """What Streamlit tells of the visitor's browser."""

    @property
    def headers(self) -> dict[str, str]:
        return {}

    @property
    def is_embedded(self) -> bool:
        return STATE.query.get("embed") == "true"

    @property
    def url(self) -> str:
        return STATE.url

    @property
    def theme(self) -> SimpleNamespace:
        return SimpleNamespace(type=STATE.theme)


def _root() -> str:
    """The address of the course's folder, or of its one file."""
    here = STATE.url.removesuffix("index.html")
    folder, _, last = here.rstrip("/").rpartition("/")
    return f"{folder}/" if last and any(one.url_path == last for one in PAGES) else here


def stand_in() -> None:
    """From now on `import streamlit` gives this. Call it before anything that imports it."""
    COMPUTER.owner, COMPUTER.place, COMPUTER.root = "your browser's", "this device", _root
    streamlit = ModuleType("streamlit")
    state = {"session_state": STATE.session, "query_params": STATE.query, "context": _Context()}
    vars(streamlit).update(_SHOWN | state | {
        "dialog": _dialog, "fragment": _fragment, "rerun": _rerun, "stop": _stop,
        "switch_page": _switch,
        "Page": Page, "navigation": _navigation, "set_page_config": lambda **_: None,
        "components": SimpleNamespace(v2=SimpleNamespace(component=_component)),
    })  # fmt: skip
    config, runtime = ModuleType("streamlit.config"), ModuleType("streamlit.runtime.scriptrunner")
    vars(config)["get_option"] = lambda _: ""
    vars(runtime)["get_script_run_ctx"] = lambda **_: SimpleNamespace(page_script_hash=STATE.page)
    vars(streamlit)["config"] = config
    pandas = ModuleType("pandas")
    vars(pandas)["DataFrame"] = Frame
    sys.modules |= {
        "streamlit": streamlit, "streamlit.config": config, "pandas": pandas,
        "streamlit.runtime": ModuleType("streamlit.runtime"),
        "streamlit.runtime.scriptrunner": runtime,
    }  # fmt: skip
