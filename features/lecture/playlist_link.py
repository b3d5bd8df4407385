"""Pack a playlist into a word of the address, and unpack it.

`list=000~3` is step 3 of a lecture that ships with the app, `list=course~3` of the course's
lecture; `list=z.eNrt…~3` contains the whole list, packed. A packed list can come from anyone: it is
unpacked up to a size limit, and every part is checked.
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

# Keys of older playlists; every link still has places for them.
_FORMER_KEYS = {"element": "", "part": 0}
_KEYS = ("page", "scene", "title", "notes", "cover", *_FORMER_KEYS, "along",
         "question", "options", "answers", "ask", "right", "step")  # fmt: skip


def pack(playlist: Playlist) -> str:
    """Pack a playlist without its claims. Raises PlaylistError if the word is too long."""
    rows = [_row(step) for step in playlist.steps]
    word = packed_text.pack([playlist.title, *rows])
    if len(word) > packed_text.MAX_CHARACTERS:
        raise PlaylistError(
            f"As a link this lecture has {len(word):,} characters. A link holds at most "
            f"{packed_text.MAX_CHARACTERS:,}. Shorten the notes, or split the lecture into two."
        )
    return word


def _row(step: PlaylistStep) -> list[Any]:
    values = _FORMER_KEYS | vars(step) | {"ask": dict(step.ask)}
    row = [values[key] for key in _KEYS]
    while len(row) > 1 and row[-1] in ("", 0, (), {}):
        row.pop()
    return row


def address(playlist: Playlist, name: str) -> str:
    """Return the address of a lecture's first step: path and query, without the server."""
    first_step = playlist.steps[0]
    words = [first_step.scene.lstrip("?&"), f"view=lecture&list={name}~1"]
    return f"{first_step.page}?{'&'.join(filter(None, words))}"


def position(word: str) -> tuple[str, int]:
    """Split the word into the list's name and the step's number, counted from 1; without a valid
    number it is 1."""
    name, mark, number = word.rpartition("~")
    if not mark:
        return word, 1
    return name, int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 1


def resolve(word: str, pages: Collection[str] | None = None) -> tuple[Playlist, int]:
    """Return the playlist that a word of the address names, and the index of the step, from 0.

    Raises PlaylistError if the playlist is missing or damaged, or has no step that can be shown."""
    name, number = position(word)
    playlist = (
        unpack(name, pages) if name.startswith(packed_text.PREFIX) else read_shipped(name, pages)
    )
    return playlist, min(max(number, 1), len(playlist.steps)) - 1


def unpack(word: str, pages: Collection[str] | None = None) -> Playlist:
    """Unpack a playlist that `pack` wrote.

    Raises PlaylistError if the word is damaged or too large, or if no step can be shown.
    """
    try:
        rows = packed_text.unpack_link(word, "lecture", MAX_BYTES)
    except ValueError as error:
        raise PlaylistError(str(error)) from None
    if not isinstance(rows, list) or not rows or not all(_is_row(row) for row in rows[1:]):
        raise PlaylistError(packed_text.damage_message("lecture"))
    steps = [_table(dict(zip(_KEYS, row, strict=False))) for row in rows[1:]]
    known_pages = playlist_check.pages_of_course() if pages is None else pages
    return build({"title": rows[0], "step": steps}, known_pages, _prefix_of_step)


def _table(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a link as a step's table; former keys are left out if they are empty."""
    return {key: value for key, value in row.items() if key not in _FORMER_KEYS or value}


def _prefix_of_step(step: int, key: str) -> str:
    return f"Step {step} of the lecture in this link can’t be shown: " if step else "In this link: "


def _is_row(row: object) -> bool:
    return isinstance(row, list) and 1 <= len(row) <= len(_KEYS)
