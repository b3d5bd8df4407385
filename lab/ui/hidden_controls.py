"""Omit the parts of a page that a link hides, as in `hide=loss,data`, for a smaller page.

Hidden items are not sent to the browser, so they can't be shown again there. Their values still
come from the link.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from lab.course import course, feature, page_declaration
from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.fields import FIELDS
from lab.scene.scene import escape_text
from lab.ui.items import Json, flatten_json
from lab.ui.items.item import part_of_kind

PARTS = {
    "sliders": "all sliders",
    "numbers": "the read-outs",
    "challenge": "the challenges",
    "points": "moving, adding and removing points",
    "take_away": "code, figures and downloads",
    "text": "the text and the other steps",
    "more": "the parts under a picture",
    "quiz": "the quiz at the end",
    "question": "the title and the line under it",
    "navigation": "the list of pages, and the link to the next page",
    "share": "the buttons that share or embed the page",
}
_MAX_WORDS = 40
# The entries of a hidden slider that the browser still gets, since it requests sweeps along it.
SLIDER_KEYS = ("along", "symbol", "stops", "kernels")
Query = Mapping[str, str]


def hideable_words() -> list[str]:
    """Return the words that `hide` accepts: parts of a page, fields of a scene except the edits,
    and words and sliders of single pages.
    """
    own = {*CLASS_FIELDS}.union(*(page.allowed_words for page in page_declaration.pages().values()))
    return [*PARTS, *(name for name in FIELDS if name != "edits"), *sorted(own - {*FIELDS})]


def words(query: Query | None = None) -> frozenset[str]:
    """Return the valid words of `hide` in `query`, by default in the address."""
    query_words = frozenset(_query_words(query))
    return query_words & frozenset(hideable_words()) if query_words else query_words


def trouble(query: Query | None = None) -> str:
    """Explain what is wrong with `hide` in `query`, by default in the address; "" if nothing is
    wrong."""
    known_words = set(hideable_words())
    unknown_words = [word for word in _query_words(query) if word not in known_words]
    if not unknown_words:
        return ""
    quoted_words = ", ".join(f"“{escape_text(word)}”" for word in unknown_words[:4])
    near = get_close_matches(unknown_words[0], sorted(known_words), n=1)
    meant = f" Did you mean “{near[0]}”?" if near else ""
    return (
        f"{quoted_words} can’t be hidden.{meant} After hide= a link can name parts of a page "
        f"({', '.join(PARTS)}), and sliders and switches such as tau and loss, separated by commas."
    )


def is_hidden(word: str) -> bool:
    """Return whether the address hides this part."""
    return word in words()


def fills_screen() -> bool:
    """Return whether a single picture of the page fills the screen."""
    query = _address()
    return any(
        query.get(word) == value if value else bool(query.get(word))
        for word, value in feature.screen_words(course.current()).items()
    )


def _address() -> Query:
    """Return the words of the page's address; empty outside a run of a page."""
    import streamlit as st

    return st.query_params


def _query_words(query: Query | None) -> list[str]:
    text = (_address() if query is None else query).get("hide", "")
    return [word.strip() for word in str(text).split(",")[:_MAX_WORDS] if word.strip()]


def filter_items(data: dict[str, Any], hidden: frozenset[str]) -> dict[str, Any]:
    """Return the data of a live element without the items named in `hidden`.

    The stops of a hidden slider remain under the key "carried", since sweeps are requested along
    the slider.
    """
    if not hidden:
        return data
    names = data.get("address_names", {})
    hidden |= {own for own, word in names.items() if word in hidden}
    places = {place: _without_hidden(data[place], hidden) for place in ("main", "side", "below")}
    if "more" in hidden:
        places["below"] = []
    remaining_sliders = _sliders(places)
    removed_sliders = [
        {name: item[name] for name in SLIDER_KEYS if name in item}
        for along, item in _sliders(data).items()
        if along not in remaining_sliders
    ]
    return data | places | ({"carried": removed_sliders} if removed_sliders else {})


def _sliders(places: Mapping[str, Any]) -> dict[str, Json]:
    """Return the first slider for each field, by the name of the field."""
    sliders: dict[str, Json] = {}
    for item in flatten_json(item for place in ("main", "side", "below") for item in places[place]):
        if item["kind"] == "slider":
            sliders.setdefault(item["along"], item)
    return sliders


def _without_hidden(items: Iterable[Json], hidden: frozenset[str]) -> list[Json]:
    """Return the items that are not hidden, each without its hidden controls."""
    remaining = []
    for item in items:
        if item.get("items"):
            inner = _without_hidden(item["items"], hidden)
            remaining += [item | {"items": inner}] if inner else []
        elif not _is_hidden_item(item, hidden):
            remaining.append(_without_controls(item, hidden))
    return remaining


def _without_controls(item: Json, hidden: frozenset[str]) -> Json:
    """Return the item without its hidden controls: editable points, play buttons, draggable
    symbols, and words that a button changes.
    """
    overrides: Json = {"edit": False} if "points" in hidden and item.get("edit") else {}
    if item.get("has_frames") and "along" in item and _is_hidden_slider(item, hidden):
        # The item remains without its play buttons: the picture's frames come from the item's
        # `address`.
        overrides["still"] = True
    if "changes" in item:
        overrides["changes"] = [word for word in item["changes"] if word not in hidden]
    if item["kind"] == "equation":
        overrides["symbols"] = [
            _fix_symbol(symbol) if symbol["along"] and _is_hidden_slider(symbol, hidden) else symbol
            for symbol in item["symbols"]
        ]
    return item | overrides


def _fix_symbol(symbol: Json) -> Json:
    return symbol | {"fixed": True, "meaning": symbol["meaning"].removesuffix(": drag it")}


def _is_hidden_item(item: Json, hidden: frozenset[str]) -> bool:
    kind = item["kind"]
    if part_of_kind(kind) in hidden:
        return True
    if kind == "slider":
        return _is_hidden_slider(item, hidden)
    if kind == "action" and hidden.intersection(item.get("changes", ())):
        return True
    if kind == "choice":
        return item["field"] in hidden or (item["field"] == "tool" and "points" in hidden)
    return False


def _is_hidden_slider(item: Json, hidden: frozenset[str]) -> bool:
    return "sliders" in hidden or item["along"] in hidden
