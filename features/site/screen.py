"""Stand in for Streamlit on a site without a server: record what a page puts on the screen.

A page runs as in the app, from top to bottom, and its output becomes a tree of nodes. A widget has
its initial value until the visitor changes it; then `visit` runs the page again.
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
    """An element on the screen, with its children."""

    kind: str
    props: dict[str, Any] = field(default_factory=dict)
    children: list["ScreenNode"] = field(default_factory=list)


class Rerun(Exception):
    """A request for another run of the page; `closes_dialog`: first close the dialog, unless this
    run opened it."""

    def __init__(self, closes_dialog: bool) -> None:
        super().__init__(closes_dialog)
        self.closes_dialog = closes_dialog


class PageSwitch(Exception):
    """A switch to another page."""

    def __init__(self, target: Any, query: Any) -> None:
        super().__init__(target)
        self.target, self.query = target, query


class QueryParams(dict[str, str]):
    """The words of the address. A repeated word has its last text; `get_all` returns all texts."""

    def __init__(self) -> None:
        super().__init__()
        self._repeated: dict[str, list[str]] = {}

    def read(self, query: str) -> None:
        """Read all words of an address, also those that are not fields of a scene."""
        self.from_dict(parse_qs(query, keep_blank_values=True, errors="backslashreplace"))

    def get_all(self, name: str) -> list[str]:
        return self._repeated.get(name, [self[name]]) if name in self else []

    def from_dict(self, words: Mapping[str, str | list[str]]) -> None:
        """Replace all words, as in Streamlit; a word has one text, or several."""
        texts_by_name = {
            name: [text] if isinstance(text, str) else text for name, text in words.items()
        }
        self.clear()
        self.update({name: texts[-1] for name, texts in texts_by_name.items() if texts})
        self._repeated = {name: texts for name, texts in texts_by_name.items() if len(texts) > 1}

    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def __setitem__(self, name: str, text: Any) -> None:
        super().__setitem__(name, str(text))
        self._repeated.pop(name, None)


@dataclass
class State:
    """The state of a visit between runs, and the output of the last run."""

    session: dict[str, Any] = field(default_factory=dict)
    query: QueryParams = field(default_factory=QueryParams)
    page: str = ""  # the URL path of the current page
    url: str = ""  # address of the current page, without the query
    theme: str = "light"
    pressed_widget: str = ""  # the widget whose press started this run
    triggers: dict[str, dict[str, Any]] = field(default_factory=dict)
    dialog: Callback | None = None  # the function that draws the open dialog
    dialog_title: str = ""
    is_dialog_new: bool = False  # whether this run opened the dialog
    callbacks: dict[str, Callback] = field(default_factory=dict)
    listeners: dict[str, dict[str, Callable[[], None]]] = field(default_factory=dict)
    options: dict[str, list[Any]] = field(default_factory=dict)
    files: dict[str, Any] = field(default_factory=dict)  # by download button: content, name, type
    widgets: set[str] = field(default_factory=set)  # names of the widgets drawn in this run
    root: ScreenNode = field(default_factory=lambda: ScreenNode("root"))
    places: list[ScreenNode] = field(default_factory=list)
    title: str = ""


STATE = State()


def begin() -> None:
    """Begin a run with an empty screen."""
    STATE.root = ScreenNode("root")
    STATE.places = [STATE.root]
    STATE.is_dialog_new = False
    for registry in (STATE.callbacks, STATE.listeners, STATE.options, STATE.files):
        registry.clear()
    STATE.widgets.clear()


class Container:
    """A container on the screen: functions called on it draw inside it, as in Streamlit."""

    def __init__(self, node: ScreenNode) -> None:
        self._node = node

    def __enter__(self) -> "Container":
        STATE.places.append(self._node)
        return self

    def __exit__(self, *_: object) -> None:
        STATE.places.pop()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def draw_inside(*arguments: Any, **keywords: Any) -> Any:
            with self:
                return _FUNCTIONS[name](*arguments, **keywords)

        return draw_inside


def _put(kind: str, **props: Any) -> ScreenNode:
    node = ScreenNode(kind, props)
    STATE.places[-1].children.append(node)
    return node


# ---- texts ------------------------------------------------------------------------------------


def _text(kind: str) -> Callable[..., None]:
    def show(body: Any = "", *_: Any, **settings: Any) -> None:
        _put(kind, body=str(body), key=settings.get("key", ""))

    return show


def _table(data: Any, testid: str = "stTable", **_: Any) -> None:
    _put("table", rows=data.rows, columns=data.columns, index=data.index, testid=testid)


def _image(image: Any, alt: str = "", **_: Any) -> None:
    _put("image", body=image if isinstance(image, str) else "", alt=alt)


def _chart(*_: Any, **__: Any) -> None:
    _put("info", body="This site has no Plotly charts.")


# ---- containers -------------------------------------------------------------------------------


def _columns(spec: int | Iterable[float], **_: Any) -> list[Container]:
    widths = [1.0] * spec if isinstance(spec, int) else [float(width) for width in spec]
    row = _put("columns")
    row.children = [ScreenNode("column", {"width": width}) for width in widths]
    return [Container(node) for node in row.children]


def _container(
    key: str = "", horizontal: bool = False, border: bool = False, **_: Any
) -> Container:
    return Container(_put("container", key=key, horizontal=horizontal, border=border))


def _tabs(names: Iterable[str], **_: Any) -> list[Container]:
    row = _put("tabs")
    row.children = [ScreenNode("tab", {"label": name}) for name in names]
    return [Container(node) for node in row.children]


def _popover(label: str, key: str = "", **_: Any) -> Container:
    return Container(_put("popover", label=label, key=key))


def _expander(label: str, expanded: bool = False, key: str = "", **_: Any) -> Container:
    return Container(_put("expander", label=label, key=key, open=expanded))


def _spinner(*_: Any, **__: Any) -> Container:
    """Draw no spinner: the page itself shows whether it is busy."""
    return Container(STATE.places[-1])


def _dialog(title: str, **_: Any) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    def decorate(show: Callable[..., Any]) -> Callable[..., None]:
        def open_dialog(*arguments: Any, **keywords: Any) -> None:
            STATE.dialog, STATE.dialog_title, STATE.is_dialog_new = (
                (show, arguments, keywords),
                title,
                True,
            )

        return open_dialog

    return decorate


def draw_dialog() -> None:
    """Draw the open dialog, if any."""
    if STATE.dialog is None:
        return
    show, arguments, keywords = STATE.dialog
    STATE.places = [STATE.root]
    with Container(_put("dialog", title=STATE.dialog_title)):
        show(*arguments, **keywords)


def _fragment(show: Callable[..., Any] | None = None, **_: Any) -> Any:
    """Return the function itself: on the site every change runs the whole page."""
    return show if show is not None else _fragment


# ---- widgets ----------------------------------------------------------------------------------


def _register(kind: str, label: str, key: str | None, options: Mapping[str, Any]) -> str:
    """Register a widget and its callback. Return its name: its key, or kind and label."""
    name = key or f"{kind}:{label}"
    while not key and name in STATE.widgets:
        name += "+"
    STATE.widgets.add(name)
    if options.get("on_click") not in (None, "ignore"):
        STATE.callbacks[name] = options["on_click"], options.get("args") or (), {}
    if options.get("on_change"):
        STATE.callbacks[name] = options["on_change"], options.get("args") or (), {}
    return name


def _value(name: str, default_value: Any) -> Any:
    return STATE.session.setdefault(name, default_value)


def _button(label: str, key: str | None = None, **options: Any) -> bool:
    name = _register("button", label, key, options)
    primary = options.get("type") == "primary"
    _put("button", name=name, label=label, primary=primary, help=options.get("help") or "")
    return STATE.pressed_widget == name


def _download(label: str, data: Any, file_name: str, mime: str = "", **options: Any) -> bool:
    name = _register("download", label, options.pop("key", None), {})
    STATE.files[name] = (data, file_name, mime)
    _put("download", name=name, label=label, primary=options.get("type") == "primary")
    return False


def _link(label: str, url: str, **_: Any) -> None:
    _put("link", label=label, href=url)


def _page_link(page: Any, label: str = "", query_params: Any = None, **_: Any) -> None:
    known_page = next(
        (candidate for candidate in PAGES if page in (candidate.file, candidate)), None
    )
    href = f"/{known_page.url_path}" if known_page else str(page)
    _put("page-link", label=label, href=href, query=dict(query_params or {}))


def _choice(kind: str) -> Callable[..., Any]:
    def choose(
        label: str,
        options: Iterable[Any],
        index: int | None = 0,
        format_func: Callable[[Any], Any] = str,
        key: str | None = None,
        captions: Iterable[str] = (),
        **settings: Any,
    ) -> Any:
        option_list = list(options)
        name = _register(kind, label, key, settings)
        STATE.options[name] = option_list
        default_value = None if index is None or not option_list else option_list[index]
        value = _value(name, default_value)
        if value not in option_list:
            value = STATE.session[name] = default_value
        at = option_list.index(value) if value in option_list else -1
        labels = [str(format_func(option)) for option in option_list]
        _put(kind, name=name, label=label, options=labels, at=at, help=settings.get("help") or "",
             captions=list(captions or ()), row=bool(settings.get("horizontal")),
             hidden_label=settings.get("label_visibility") == "collapsed")  # fmt: skip
        return value

    return choose


def _multiselect(
    label: str, options: Iterable[Any], default: Iterable[Any] = (), **settings: Any
) -> list[Any]:
    return _pills(label, options, default=default, **settings)


def _pills(label: str, options: Iterable[Any], **settings: Any) -> list[Any]:
    option_list, words = list(options), settings.get("format_func", str)
    name = _register("pills", label, settings.get("key"), {})
    STATE.options[name] = option_list
    selection = _value(name, list(settings.get("default") or ()))
    indices = [k for k, option in enumerate(option_list) if option in selection]
    _put("pills", name=name, label=label, options=[str(words(o)) for o in option_list], on=indices)
    return list(selection)


def _number(
    label: str,
    min_value: Any = None,
    max_value: Any = None,
    value: Any = "min",
    step: Any = None,
    **settings: Any,
) -> Any:
    name = _register("number", label, settings.get("key"), settings)
    default_value = min_value if value == "min" else value
    current = _value(name, default_value)
    step = step or 1
    STATE.options[name] = [type(step), min_value, max_value]
    _put("number", name=name, label=label, low=min_value, high=max_value, value=current, step=step,
         help=settings.get("help") or "")  # fmt: skip
    return current


def _text_input(kind: str) -> Callable[..., str]:
    def write(label: str, value: str = "", key: str | None = None, **settings: Any) -> str:
        name = _register(kind, label, key, settings)
        text = str(_value(name, value))
        _put(kind, name=name, label=label, value=text, help=settings.get("help") or "",
             placeholder=settings.get("placeholder") or "", height=settings.get("height") or 0,
             most=settings.get("max_chars") or 0)  # fmt: skip
        return text

    return write


def _toggle(label: str, value: bool = False, key: str | None = None, **settings: Any) -> bool:
    name = _register("toggle", label, key, settings)
    is_on = bool(_value(name, value))
    _put("toggle", name=name, label=label, on=is_on)
    return is_on


@dataclass(frozen=True)
class UploadedFile:
    """A file that the visitor has chosen."""

    name: str
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


def _file(label: str, key: str | None = None, **settings: Any) -> Any:
    name = _register("file", label, key, settings)
    uploads: list[UploadedFile] = _value(name, [])
    is_multiple = settings.get("accept_multiple_files", False)
    _put("file", name=name, label=label, multiple=bool(is_multiple),
         folder=is_multiple == "directory",
         type=",".join(f".{t}" for t in settings.get("type") or ()))  # fmt: skip
    return uploads if is_multiple else next(iter(uploads), None)


# ---- the app's own elements, and the pages ----------------------------------------------------


class ComponentResult:
    """The triggers that an element sent in this run; None for all other triggers."""

    def __init__(self, triggers: Mapping[str, Any]) -> None:
        self._triggers = triggers

    def __getattr__(self, name: str) -> Any:
        return self._triggers.get(name)


def _component(name: str, **_: Any) -> Callable[..., ComponentResult]:
    def draw(*, key: str, data: list[dict[str, Any]], **settings: Any) -> ComponentResult:
        STATE.session.setdefault(key, {"state": None})
        STATE.listeners[key] = {
            word.removeprefix("on_").removesuffix("_change"): run for word, run in settings.items()
            if word.startswith("on_")
        }  # fmt: skip
        _put("component", key=key, component=name, data=_without_server_items(*data))
        return ComponentResult(STATE.triggers.get(key, {}))

    return draw


# Items that need a library which the browser's Python does not have: scikit-learn, Plotly.
SERVER_ITEMS = {"kind": {"comparison"}, "name": {"figure"}}


def _without_server_items(data: dict[str, Any]) -> dict[str, Any]:
    """Return an element's data without the items that work only with a server."""

    def supported_items(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        kept_items = [
            item
            for item in items
            if not any(item.get(k) in values for k, values in SERVER_ITEMS.items())
        ]
        return [
            item | {"items": supported_items(item["items"])} if "items" in item else item
            for item in kept_items
        ]

    places = {
        place: supported_items(data[place]) for place in ("main", "side", "below") if place in data
    }
    return data | places


@dataclass
class Page:
    """A page: its script, its title and URL path, and whether it is the first page."""

    file: str
    title: str = ""
    url_path: str = ""
    default: bool = False
    icon: str = ""

    def __post_init__(self) -> None:
        self.file = str(self.file)

    def run(self) -> None:
        _run_page[0](self.file)


PAGES: list[Page] = []
_run_page: list[Callable[[str], Any]] = []


class NoSuchPage(Exception):
    """The course has no page of this name."""


def page_of(target: Any) -> str:
    """Return the URL path of a page, given the page or its script."""
    return next(page.url_path for page in PAGES if target in (page.file, page))


def run_pages_by(run: Callable[[str], Any]) -> None:
    """Set the function that runs a page's script."""
    _run_page[:] = [run]


def _navigation(pages: Iterable[Page], position: str = "top", **_: Any) -> Page:
    PAGES[:] = pages
    page = next((candidate for candidate in PAGES if candidate.url_path == STATE.page), None)
    if page is None:
        page = next(candidate for candidate in PAGES if candidate.default)
    if position != "hidden":
        entries = [[candidate.url_path, candidate.title] for candidate in PAGES]
        _put("navigation", pages=entries, current=page.url_path)
    return page


def _set_page_config(page_title: str, **_: Any) -> None:
    STATE.title = page_title


class Stop(Exception):
    """Raised to end the page's run."""


def _stop() -> None:
    raise Stop


def _rerun(*, scope: str = "app") -> None:
    raise Rerun(scope == "app")


def _switch(page: Any, query_params: Any = None) -> None:
    raise PageSwitch(page, query_params or {})


class Frame:
    """Rows of a table, in place of a pandas DataFrame."""

    def __init__(self, rows: Any, index: Any = (), columns: Any = (), dtype: Any = None) -> None:
        self.rows = [[str(cell) for cell in row] for row in rows]
        self.index, self.columns = [*map(str, index)], [*map(str, columns)]


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{kind: _text(kind) for kind in (
        "markdown", "title", "header", "subheader", "caption", "warning", "error", "info",
        "success", "latex", "html")},
    "table": _table, "dataframe": partial(_table, testid="stDataFrame"),
    "image": _image, "plotly_chart": _chart,
    "columns": _columns, "container": _container, "tabs": _tabs, "popover": _popover,
    "expander": _expander, "spinner": _spinner, "multiselect": _multiselect,
    "button": _button, "download_button": _download, "link_button": _link,
    "page_link": _page_link, "selectbox": _choice("select"), "radio": _choice("radio"),
    "pills": _pills, "number_input": _number, "text_input": _text_input("text"),
    "text_area": _text_input("area"), "toggle": _toggle, "checkbox": _toggle,
    "file_uploader": _file,
}  # fmt: skip


class _Context:
    """Streamlit's information about the visitor's browser."""

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
    """Return the address of the course's folder, or of its one file."""
    address = STATE.url.removesuffix("index.html")
    folder, _, last = address.rstrip("/").rpartition("/")
    return f"{folder}/" if last and any(page.url_path == last for page in PAGES) else address


def stand_in() -> None:
    """Replace the modules streamlit and pandas by this module's functions. Call it before either
    is imported."""
    COMPUTER.owner, COMPUTER.place, COMPUTER.root = "your browser's", "this device", _root
    streamlit = ModuleType("streamlit")
    state = {"session_state": STATE.session, "query_params": STATE.query, "context": _Context()}
    vars(streamlit).update(_FUNCTIONS | state | {
        "dialog": _dialog, "fragment": _fragment, "rerun": _rerun, "stop": _stop,
        "switch_page": _switch,
        "Page": Page, "navigation": _navigation, "set_page_config": _set_page_config,
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
