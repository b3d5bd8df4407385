"""A playlist as a word of the address: `list=000~3` is step 3 of a lecture that ships with the
app, `list=z.eNrt…~3` carries the whole list along, packed.

What is packed came from anybody: it is unpacked up to a bound, and every part is checked.
"""

from collections.abc import Collection
from typing import Any

from features.lecture import playlist_check
from features.lecture.playlist import (
    MAX_BYTES,
    Playlist,
    PlaylistError,
    PlaylistStep,
    build,
    read_shipped,
)
from lab.course import packed_text

_FORMER = {"element": "", "part": 0}  # what links named a picture by: they keep their places
_KEYS = ("page", "scene", "title", "notes", "cover", *_FORMER, "along",
         "question", "options", "answers", "ask", "right", "step")  # fmt: skip


def pack(playlist: Playlist) -> str:
    """The word that holds all of a playlist but its claims. Raises PlaylistError where it is too
    long."""
    rows = [_row(step) for step in playlist.steps]
    word = packed_text.pack([playlist.title, *rows])
    if len(word) > packed_text.MAX_CHARACTERS:
        raise PlaylistError(
            f"As a link this lecture has {len(word):,} characters, and a link has room for "
            f"{packed_text.MAX_CHARACTERS:,}. Shorten the notes, or make two lectures of it."
        )
    return word


def _row(step: PlaylistStep) -> list[Any]:
    given = _FORMER | vars(step) | {"ask": dict(step.ask)}
    row = [given[key] for key in _KEYS]
    while len(row) > 1 and row[-1] in ("", 0, (), {}):
        row.pop()
    return row


def address(playlist: Playlist, name: str) -> str:
    """Where a lecture begins: path and query, without the server's own part."""
    first = playlist.steps[0]
    words = [first.scene.lstrip("?&"), f"view=lecture&list={name}~1"]
    return f"{first.page}?{'&'.join(filter(None, words))}"


def position(word: str) -> tuple[str, int]:
    """The list's own part of the word, and which step, counted from 1."""
    name, mark, number = word.rpartition("~")
    if not mark:
        return word, 1
    return name, int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 1


def resolve(word: str, pages: Collection[str] | None = None) -> tuple[Playlist, int]:
    """The playlist of the address's word, and its step from 0. Raises PlaylistError in a
    sentence."""
    name, number = position(word)
    playlist = (
        unpack(name, pages) if name.startswith(packed_text.PREFIX) else read_shipped(name, pages)
    )
    return playlist, min(max(number, 1), len(playlist.steps)) - 1


def unpack(word: str, pages: Collection[str] | None = None) -> Playlist:
    """What `pack` packed. Raises PlaylistError for anything else, however large it would become."""
    try:
        rows = packed_text.unpack_link(word, "lecture", MAX_BYTES)
    except ValueError as error:
        raise PlaylistError(str(error)) from None
    if not isinstance(rows, list) or not rows or not all(_is_row(row) for row in rows[1:]):
        raise PlaylistError(packed_text.damage("lecture"))
    steps = [_table(dict(zip(_KEYS, row, strict=False))) for row in rows[1:]]
    there = playlist_check.pages_of_course() if pages is None else pages
    return build({"title": rows[0], "step": steps}, there, _where)


def _table(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a link as a step's table: without the former words that it does not use."""
    return {key: value for key, value in row.items() if key not in _FORMER or value}


def _where(step: int, key: str) -> str:
    return f"Step {step} of the lecture in this link can’t be shown: " if step else "In this link: "


def _is_row(row: object) -> bool:
    return isinstance(row, list) and 1 <= len(row) <= len(_KEYS)
