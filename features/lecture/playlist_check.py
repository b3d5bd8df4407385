"""Check one step of a playlist. Each fault has a key and a sentence.

The sliders of a step are those of its pictures. The pages declare the words of their addresses that
are not fields of the scene; tests/pages/lecture/test_lecture_contents.py compares these with the
pages.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

from lab.course import course, page_declaration, page_scenes
from lab.course.feature import shell_words
from lab.course.page_declaration import HOME, PageDeclaration
from lab.scene.scene import escape_text, split

COVERS = ("", "numbers", "answer", "none")
MAX_OPTIONS, MAX_OPTION_LENGTH = 6, 80
MAX_LENGTHS = {
    "page": 40, "scene": 2000, "title": 120, "notes": 2000, "cover": 10, "step": 60, "along": 40,
    "question": 160, "right": MAX_OPTION_LENGTH,
}  # fmt: skip
KEYS = (*MAX_LENGTHS, "options", "answers", "claims", "ask")
# The kinds of `ask`, and the largest number of characters of each of its texts.
ASK_KINDS = ("slider", "place", "points", "support")
MAX_ASK_LENGTHS = {"kind": 10, "along": 40, "text": 160, "why": 600}
Fault = tuple[str, str]


def pages_of_app() -> dict[str, PageDeclaration]:
    """Return all pages by URL path."""
    return {"" if name == HOME else name: page for name, page in page_declaration.pages().items()}


def pages_of_course() -> tuple[str, ...]:
    return tuple(page for page in pages_of_app() if course.current().has(page or HOME))


def is_absent(table: Any, pages: Collection[str]) -> bool:
    """Return whether a step is on a page of the app that is not among `pages`."""
    page = table.get("page") if isinstance(table, dict) else None
    return isinstance(page, str) and page in pages_of_app() and page not in pages


def name_step(table: Any) -> Any:
    """Return the table of a playlist's step with the key "step" for the page's step that it shows.

    The key is left out for the step that the page shows if none is named. Older playlists name a
    live element and a part of it; these two keys are replaced by the page's step that now has this
    part. If that step lacks a slider that the table names, the first step that has all of the
    table's sliders is used, if there is one. A table that already has "step", or can't be
    interpreted, is returned unchanged.
    """
    if not isinstance(table, dict) or not isinstance(table.get("page"), str) or "step" in table:
        return table
    page = page_declaration.page(table["page"] or HOME)
    element, part = table.get("element", ""), table.get("part", 0)
    if page is None or not isinstance(element, str) or type(part) is not int:
        return table
    first_step, step = (
        page_declaration.first_visible_step(table["page"]),
        page.step_of(element, part),
    )
    if element and step is None:
        return table
    step, sliders = first_step if step is None else step, {*_sliders(table)}
    if sliders and not sliders <= {*page.sliders_of(step)}:
        names = (name for name in page.frame_heights if sliders <= {*page.sliders_of(name)})
        step = next(names, step)
    rest = {key: value for key, value in table.items() if key not in ("element", "part")}
    return rest if step == first_step else rest | {"step": step}


def _sliders(table: dict[str, Any]) -> Iterator[str]:
    """Yield the sliders that a step's table names."""
    ask = table.get("ask")
    for part in (table, ask if isinstance(ask, dict) else {}):
        if isinstance(along := part.get("along"), str) and along:
            yield along


def faults(table: Any, pages: Collection[str]) -> list[Fault]:
    """Return the faults of a step's table."""
    if not isinstance(table, dict):
        return [("", "a step must be a table under [[step]].")]
    shape = [*_keys(table), *_shape(table)]
    if any(key in ("page", "scene", "step", "along", "ask") for key, _ in shape):
        return shape
    if table["page"] not in pages:
        names = ", ".join(page or '""' for page in pages)
        return [
            *shape,
            ("page", f"there is no page “{escape_text(table['page'])}”. The pages are {names}."),
        ]
    page = pages_of_app()[table["page"]]
    return [*shape, *_places(table, page), *_scene(table, page)]


def _keys(table: dict[str, Any]) -> Iterator[Fault]:
    for key in table:
        if key not in KEYS:
            yield key, f"a step has no “{escape_text(key)}”; its keys are {', '.join(KEYS)}."
    if "page" not in table:
        yield "page", "this step has no page."


def _shape(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of the values that do not depend on the page."""
    for key, max_length in MAX_LENGTHS.items():
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > max_length:
            yield key, f"{key} must be a text of at most {max_length:,} characters."
    if table.get("cover", "") not in COVERS:
        yield "cover", "cover must be numbers, answer or none."
    options = table.get("options", [])
    if not _are_texts(options) or len(options) > MAX_OPTIONS:
        yield "options", (f"options must be a list of at most {MAX_OPTIONS} texts, of 1 to "
                          f"{MAX_OPTION_LENGTH} characters each.")  # fmt: skip
    elif options and not table.get("question"):
        yield "options", "options need a question."
    elif table.get("right") and table["right"] not in options:
        yield "right", "right must be one of the options, word for word."
    if fault := _ask(table.get("ask", {}), bool(options)):
        yield "ask", fault
    for key in ("claims", "answers"):
        if not are_claims(table.get(key, [])):
            yield key, f'{key} must be a list such as [["test_error", "<=", 0.1]].'


def _ask(table: Any, has_options: bool) -> str:
    """Return a fault of a table `ask`; "" if it has none."""
    if not isinstance(table, dict) or not all(
        name in MAX_ASK_LENGTHS and isinstance(text, str) and len(text) <= MAX_ASK_LENGTHS[name]
        for name, text in table.items()
    ):
        limits = ", ".join(f"{name} ({length})" for name, length in MAX_ASK_LENGTHS.items())
        return (
            "ask must be a table of texts with these keys, each with at most this number of "
            f"characters: {limits}."
        )
    kind = table.get("kind", "")
    if table and kind not in ASK_KINDS and not (not kind and has_options):
        return (
            f"the kind of ask must be one of {', '.join(ASK_KINDS)}; only a step with options may "
            "leave it out."
        )
    if kind == "slider" and not table.get("along"):
        return 'ask of the kind "slider" must name the slider, as in along = "tau".'
    return ""


def _are_texts(table: Any) -> bool:
    return isinstance(table, list) and all(
        isinstance(text, str) and 0 < len(text) <= MAX_OPTION_LENGTH for text in table
    )


def are_claims(table: Any) -> bool:
    return isinstance(table, list) and all(
        isinstance(c, list) and len(c) == 3 and isinstance(c[0], str) and c[1] in ("<=", ">=", "==")
        for c in table
    )


def _places(table: dict[str, Any], page: PageDeclaration) -> Iterator[Fault]:
    """Yield the faults of the step and of the sliders that the table names."""
    name = table.get("step") or page_declaration.first_visible_step(table["page"])
    if name not in page.frame_heights:
        yield "step", (f"this page has no step “{escape_text(name)}” with a picture. "
                       f"It has {', '.join(page.frame_heights)}.")  # fmt: skip
        return
    for key, along in (
        ("along", table.get("along", "")),
        ("ask", table.get("ask", {}).get("along", "")),
    ):
        if along and along not in page.sliders_of(name):
            names = ", ".join(page.sliders_of(name)) or "none"
            place = f"the step “{escape_text(name)}”" if name else "this page"
            yield key, f"{place} has no slider “{escape_text(along)}”. Its sliders: {names}."


def _scene(table: dict[str, Any], page: PageDeclaration) -> Iterator[Fault]:
    """Yield the faults of the step's scene."""
    query, words = table.get("scene", ""), page.allowed_words
    values, error = split(query)
    if error:
        yield "scene", error.message
        return
    for word, texts in values.items():
        if word in words:
            yield from (("scene", fault) for fault in _word(word, texts, words[word]))
        elif word in shell_words():
            yield "scene", f"scene can’t have {word}=, which is not part of a scene."
    for problem in page_scenes.problems(
        page.path, query, (*words, *shell_words()), check_drawable=not page.judges_formulas
    ):
        yield "scene", problem


def _word(word: str, texts: list[str], allowed_values: list[Any]) -> Iterator[str]:
    """Yield the faults of a word that is not a field of a scene."""
    if len(texts) > 1:
        yield f"scene can have {word}= only once."
    elif allowed_values and isinstance(allowed_values[0], str):
        if texts[0] not in allowed_values:
            options = ", ".join(text for text in allowed_values if text)
            yield f"{word}={escape_text(texts[0])} can’t be used here; use one of {options}."
    elif allowed_values:
        low, high = allowed_values
        if not re.fullmatch(r"-?[\d.]+(e-?\d+)?", texts[0]) or not low <= _number(texts[0]) <= high:
            yield (f"{word}={escape_text(texts[0])} can’t be used here; use a number from "
                   f"{low:g} to {high:g}.")  # fmt: skip


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
