"""Read a page's scene from the address, and draw its question, controls and links."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

import streamlit as st

from lab.course import course, page_declaration
from lab.course.computer import COMPUTER
from lab.course.feature import shell_words
from lab.course.page_declaration import LONGEST_WORD
from lab.endpoints.static_assets import public_path
from lab.looks.kernels import look_of
from lab.scene.class_scene import ClassScene
from lab.scene.fields import (
    FIELDS,
    KERNELS,
    LINES,
    MAX_ON_LINE,
    OWN,
    SOURCES,
    Choice,
    Field,
    Integer,
    Number,
    Pair,
    is_line,
)
from lab.scene.samples.real_datasets import TABLES
from lab.scene.scene import SAMPLE, Scene, parse, replace
from lab.ui import hidden_controls, page_snapshot
from lab.ui.steps.markdown import escape_markdown

# Labels of the data sets whose names in links would not be clear as labels.
_DATA_LABELS = {
    "mixture": "Mixture of Gaussians",
    "moons": "Two moons",
    "xor": "Exclusive or",
    "blobs": "Two blobs",
    "iris": "Irises",
    "wine": "Wines",
    "cancer": "Breast tumours",
    "digits": "Handwritten digits",
    "own": "Your own points",
    "wave": "A wave on a line",
    "steps": "Steps on a line",
}
DATA_NAMES = {
    name: _DATA_LABELS.get(name, name.replace("_", " ").capitalize()) for name in (*SOURCES, *LINES)
}
KERNEL_NAMES = {name: look_of(kind).label for name, kind in KERNELS.items()} | {OWN: "Own formula"}
NAMES = {"data": DATA_NAMES, "kernel": KERNEL_NAMES}
S = TypeVar("S", Scene, ClassScene)
PAGE_KEY = "page-shown"  # key in the session's state: the shown page's name
WIDGETS = "widgets"  # key in the session's state: how often each control was recreated


def full_address(path: str) -> str:
    """Return the full address of a path of this app, with its host, to open in other browsers."""
    if COMPUTER.root:
        return f"{COMPUTER.root()}{path}"
    scheme, host, *_ = urlsplit(st.context.url or "")
    return f"{scheme}://{host}{public_path(path)}" if host else public_path(path)


def with_path(url: str) -> str:
    """Return an address with at least a slash as its path, as browsers write it."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=parts.path or "/")) if parts.netloc else url


def question(title: Any, text: str, lead: str) -> None:
    """Write the page's question into the container `title`, and the lead below it."""
    page_snapshot.keep_words(text, lead)
    title.title(text, anchor=False)
    with st.container(key="lead"):
        st.markdown(lead)


def link_next_page(target: str, label: str) -> None:
    """Draw a link to the page `target`, if the course has it and navigation is not hidden."""
    if not course.current().has(target) or hidden_controls.is_hidden("navigation"):
        return
    kept_words = {"hide": st.query_params["hide"]} if "hide" in st.query_params else None
    st.page_link(
        target, label=f"**{label}**", icon=":material/arrow_forward:", query_params=kept_words
    )


def link_in_tab(path: str, label: str) -> None:
    """Draw a link that opens the page at `path` in a new tab, with the query of this address except
    for the words that embed a page in a frame."""
    words = {name: text for name, text in st.query_params.items() if not name.startswith("embed")}
    address = full_address(f"{path}?{urlencode(words, quote_via=quote)}" if words else path)
    st.markdown(f"[{label}]({address})")


def name_of(page: Any) -> str:
    """Return the name of an `st.Page`, as in the address; for the front page, `HOME`."""
    return page.url_path or course.HOME


def links_home(links: Iterable[tuple[str, str]]) -> None:
    """Draw the links, as (label, address), that a course has below every page."""
    for label, href in links:
        st.page_link(href, label=escape_markdown(label), icon=":material/home:")


def first_scene(default: Any) -> Any:
    """Return the first scene of the current page: `default`, or the scene that the course sets."""
    return course.current().first_scene(st.session_state.get(PAGE_KEY, ""), default)


def scene_of_address(
    default: S,
    views: Collection[str] = (),
    *,
    say: bool = False,
    sources: Collection[str] = SOURCES,
) -> S:
    """Return the scene that the address names, with the page's fixed fields.

    With `say`, explain on the page what in the address can't be used. `views`: words of the address
    that are not fields of the scene; `sources`: the data sets that the page can show, by default
    those in the plane.
    """
    default = first_scene(default)
    ignore = {*views, *shell_words()}
    # A scene of many classes has its own list of data sets.
    shown = () if isinstance(default, ClassScene) else sources
    scene, problems = parse(st.query_params, ignore=ignore, default=default, sources=shown)
    if say and problems:
        st.warning("  \n".join(escape_markdown(problem.message) for problem in problems))
    declared = page_declaration.page(st.session_state.get(PAGE_KEY, ""))
    return replace(scene, **declared.fixed_fields) if declared and declared.fixed_fields else scene


def view_of_address(words: Mapping[str, str]) -> dict[str, str]:
    """Return these words of the address, or their defaults, each cut to its maximum length."""
    return {
        name: str(st.query_params.get(name, default))[
            : getattr(default, "max_length", LONGEST_WORD)
        ]
        for name, default in words.items()
    }


def controls(
    scene: Any,
    names: Iterable[str],
    sources: Collection[str] = SOURCES,
    fields: Mapping[str, Field] = FIELDS,
) -> None:
    """Draw a widget for each of the fields `names` that applies to the scene.

    A widget shows its field's value in `scene`, and writes a new value into the address.
    `sources`: the data sets to choose from.

    Why not Streamlit's own `bind`: it would write an option's label into the address, not the value
    that a scene has there.
    """
    for name in names:
        if fields[name].applies(vars(scene)):
            _control(_restrict_field(fields[name], scene, sources), scene)


def _restrict_field(field: Field, scene: Any, sources: Collection[str]) -> Field:
    """Return a field, restricted to the values that this page and this scene allow."""
    if isinstance(field, Choice) and field.name == "data":
        return dataclasses.replace(field, choices=tuple(sources))
    if isinstance(field, Integer) and field.name == "m" and is_line(vars(scene)):
        return dataclasses.replace(field, high=MAX_ON_LINE)
    return field


def widget_at(name: str, value: Any) -> str:
    """Return the key with which to create the widget `name`, so that it shows `value`.

    A browser keeps the value of a hidden widget, such as one in a closed popover, and sends it
    later as if the visitor had chosen it. So if the value was changed elsewhere, in the address or
    by a feature, the widget gets a new key, for which the browser has no value.
    """
    counts = st.session_state.setdefault(WIDGETS, {})
    key = _widget_key(name, counts.get(name, 0))
    if st.session_state.get(key, value) != value:
        counts[name] = counts.get(name, 0) + 1
        key = _widget_key(name, counts[name])
    st.session_state[key] = value
    return key


def _widget_key(name: str, count: int) -> str:
    return f"{name}-{count}" if count else name


def _control(field: Field, scene: Any) -> None:
    value = getattr(scene, field.name)
    key = widget_at(f"field-{field.name}", value)
    label = f"{field.label}  {field.symbol}".strip()
    common: dict[str, Any] = {
        "key": key,
        "help": field.help,
        "on_change": _to_address,
        "args": (field, key),
    }
    if isinstance(field, Choice):
        names = NAMES.get(field.name, {})
        st.selectbox(label, field.choices, format_func=lambda v: names.get(v, v), **common)
        if field.name == "data" and value in TABLES:
            table = TABLES[value]
            st.caption(f"{table.topic} ({table.source})")
    elif isinstance(field, Integer) and (field.low, field.high) == (0, 1):
        st.radio(
            label, (0, 1), format_func=("without", "with").__getitem__, horizontal=True, **common
        )
    elif isinstance(field, Integer):
        st.number_input(label, field.low, field.high, step=1, **common)
    elif isinstance(field, Number):
        st.number_input(label, field.low, field.high, step=0.25, **common)
    else:
        st.text_input(label, placeholder=field.allowed, **common)
        if isinstance(field, Pair) and scene.data in TABLES:
            table = TABLES[scene.data]
            st.caption(f"{table.columns} columns and {table.classes} classes, numbered from 0.")


def _to_address(field: Field, key: str) -> None:
    """Write the value of a changed widget into the address; the next run checks it."""
    value = st.session_state[key]
    removed_words = ("edits", "line", *(("points",) if field.name == "data" else ()))
    for name in removed_words if field.name in SAMPLE else ():
        st.query_params.pop(name, None)  # these words belong to another sample
    if field.name == "data":  # the columns and classes in the address are those of another table
        for name in ("features", "classes"):
            st.query_params.pop(name, None)
        if value in TABLES:
            st.query_params.update(dict(TABLES[value].opens_with))
    st.query_params[field.name] = value if isinstance(value, str) else field.text(value)
