"""What is wrong with one step of a playlist: of each fault its key, and a sentence.

What the pages have to show (steps with their sliders, words of the address beside the scene's own)
they declare; tests/pages/lecture/test_lecture_contents.py holds them to it.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

from lab.course import course, page_declaration, page_scenes
from lab.course.feature import shell_words
from lab.course.page_declaration import HOME
from lab.scene.scene import split, visible

COVERS = ("", "numbers", "answer", "none")
MAX_OPTIONS, LONGEST_OPTION = 6, 80
MAX_LENGTHS = {
    "page": 40, "scene": 2000, "title": 120, "notes": 2000, "cover": 10, "step": 60, "along": 40,
    "question": 160, "right": LONGEST_OPTION,
}  # fmt: skip
KEYS = (*MAX_LENGTHS, "options", "answers", "claims", "ask")
# What `ask` may say, and how long it may be.
ASKS = ("slider", "place", "points", "support")
MAX_ASK = {"kind": 10, "along": 40, "text": 160, "why": 600}
Fault = tuple[str, str]


def contents() -> dict[str, Any]:
    """Of each page, as in the address: its `pictures` and the `words` that it reads."""
    return {
        "" if name == HOME else name: {"pictures": page.pictures, "words": page.allowed_words}
        for name, page in page_declaration.pages().items()
    }


def pages_of_course() -> tuple[str, ...]:
    return tuple(page for page in contents() if course.current().has(page or HOME))


def is_absent(given: Any, pages: Collection[str]) -> bool:
    """Whether a step is on a page that the app has, and that is not among `pages`."""
    page = given.get("page") if isinstance(given, dict) else None
    return isinstance(page, str) and page in contents() and page not in pages


def by_step(given: Any) -> Any:
    """The table of a step, with the step of the page that it shows: where it names a live element
    and a part of it, as playlists used to, the step that has them now; where it names none, one
    with its sliders. "step" is left out where that is the first. What can't be told is left."""
    if not isinstance(given, dict) or not isinstance(given.get("page"), str) or "step" in given:
        return given
    page = page_declaration.page(given["page"] or HOME)
    element, part = given.get("element", ""), given.get("part", 0)
    if page is None or not isinstance(element, str) or type(part) is not int:
        return given
    first, step = page_declaration.first_shown(given["page"]), page.step_of(element, part)
    if element and step is None:
        return given
    step, sliders = first if step is None else step, {*_sliders(given)}
    if not sliders <= {*page.pictures.get(step, ())}:
        step = next((one for one, has in page.pictures.items() if sliders <= {*has}), step)
    rest = {key: value for key, value in given.items() if key not in ("element", "part")}
    return rest if step == first else rest | {"step": step}


def _sliders(given: dict[str, Any]) -> Iterator[str]:
    """The sliders that a step's table names."""
    ask = given.get("ask")
    for table in (given, ask if isinstance(ask, dict) else {}):
        if isinstance(along := table.get("along"), str) and along:
            yield along


def faults(given: Any, pages: Collection[str]) -> list[Fault]:
    """Everything that is wrong with a step's table."""
    if not isinstance(given, dict):
        return [("", "a step must be a table with page and scene.")]
    shape = [*_keys(given), *_shape(given)]
    if any(key in ("page", "scene", "step", "along", "ask") for key, _ in shape):
        return shape
    if given["page"] not in pages:
        there = ", ".join(page for page in pages if page)
        return [
            *shape,
            ("page", f"there is no page “{visible(given['page'])}”. There are {there}."),
        ]
    here = contents().get(given["page"], {"pictures": {}, "words": {}})
    return [*shape, *_places(given, here), *_scene(given, here["words"])]


def _keys(given: dict[str, Any]) -> Iterator[Fault]:
    for key in given:
        if key not in KEYS:
            yield key, f"a step has no “{visible(key)}”; it has {', '.join(KEYS)}."
    if "page" not in given:
        yield "page", "this step does not say which page it is on."


def _shape(given: dict[str, Any]) -> Iterator[Fault]:
    """What can be told of the values alone."""
    for key, most in MAX_LENGTHS.items():
        value = given.get(key, "")
        if not isinstance(value, str) or len(value) > most:
            yield key, f"{key} must be a text of at most {most:,} characters."
    if given.get("cover", "") not in COVERS:
        yield "cover", "cover must be numbers, answer or none, or be left out."
    options = given.get("options", [])
    if not _are_texts(options) or len(options) > MAX_OPTIONS:
        yield "options", (f"options must be a list of at most {MAX_OPTIONS} texts, of at most "
                          f"{LONGEST_OPTION} characters each.")  # fmt: skip
    elif options and not given.get("question"):
        yield "options", "options need a question."
    elif given.get("right") and given["right"] not in options:
        yield "right", "right must be one of the options, word for word."
    if wrong := _ask(given.get("ask", {}), bool(options)):
        yield "ask", wrong
    for key in ("claims", "answers"):
        if not are_claims(given.get(key, [])):
            yield key, f'{key} must be a list such as [["test_error", "<=", 0.1]].'


def _ask(given: Any, has_options: bool) -> str:
    """What is wrong with what is asked, or ""."""
    if not isinstance(given, dict) or not all(
        name in MAX_ASK and isinstance(text, str) and len(text) <= MAX_ASK[name]
        for name, text in given.items()
    ):
        there = ", ".join(f"{name} (at most {most})" for name, most in MAX_ASK.items())
        return f"ask must be a table of texts: {there}."
    kind = given.get("kind", "")
    if given and kind not in ASKS and not (not kind and has_options):
        return f"ask needs a kind, one of {', '.join(ASKS)}, where the step has no options."
    if kind == "slider" and not given.get("along"):
        return 'ask of the kind "slider" says which, as in along = "tau".'
    return ""


def _are_texts(given: Any) -> bool:
    return isinstance(given, list) and all(
        isinstance(text, str) and 0 < len(text) <= LONGEST_OPTION for text in given
    )


def are_claims(given: Any) -> bool:
    return isinstance(given, list) and all(
        isinstance(c, list) and len(c) == 3 and isinstance(c[0], str) and c[1] in ("<=", ">=", "==")
        for c in given
    )


def _places(given: dict[str, Any], here: dict[str, Any]) -> Iterator[Fault]:
    """The step of the page, and its slider."""
    pictures = here["pictures"]
    name = given.get("step") or page_declaration.first_shown(given["page"])
    if name not in pictures:
        yield "step", (f"this page has no step “{visible(name)}” with a picture. "
                       f"It has {', '.join(pictures)}.")  # fmt: skip
        return
    for key, along in (
        ("along", given.get("along", "")),
        ("ask", given.get("ask", {}).get("along", "")),
    ):
        if along and along not in pictures[name]:
            there = ", ".join(pictures[name]) or "none"
            shown = f"“{visible(name)}”" if name else "this page"
            yield key, f"{shown} has no slider “{visible(along)}”. Its sliders: {there}."


def _scene(given: dict[str, Any], words: dict[str, list[Any]]) -> Iterator[Fault]:
    """The scene, as the page would read it."""
    query = given.get("scene", "")
    values, trouble = split(query)
    if trouble:
        yield "scene", trouble.message
        return
    for word, texts in values.items():
        if word in words:
            yield from (("scene", fault) for fault in _word(word, texts, words[word]))
        elif word in shell_words():
            yield "scene", f"scene can't have {word}=: that is the lecture's own."
    page = given["page"] or HOME
    if page in page_declaration.pages():
        judged = not page_declaration.pages()[page].judges_formulas
        for problem in page_scenes.problems(page, query, (*words, *shell_words()), refused=judged):
            yield "scene", problem


def _word(word: str, texts: list[str], allowed: list[Any]) -> Iterator[str]:
    """A word that is no field of a scene: its slider's range, its options, or anything."""
    if len(texts) > 1:
        yield f"{word} must be given once."
    elif allowed and isinstance(allowed[0], str):
        if texts[0] not in allowed:
            there = ", ".join(text for text in allowed if text)
            yield f"{word}={visible(texts[0])} can't be used here; allowed is one of {there}."
    elif allowed:
        low, high = allowed
        if not re.fullmatch(r"-?[\d.]+(e-?\d+)?", texts[0]) or not low <= _number(texts[0]) <= high:
            yield (f"{word}={visible(texts[0])} can't be used here; allowed is a number from "
                   f"{low:g} to {high:g}.")  # fmt: skip


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
