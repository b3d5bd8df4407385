"""A playlist written again, as TOML; `features.lecture.playlist.read` undoes it."""

from typing import Any

from features.lecture.playlist import Playlist, PlaylistStep
from features.lecture.playlist_check import KEYS
from lab.course import toml_text

_MORE_LINES = ("notes",)


def step_table(step: PlaylistStep) -> dict[str, Any]:
    """A step as a table of TOML or JSON: what it does not set is left out."""
    given = toml_text.table(step)
    table = {key: given[key] for key in KEYS if key in given}
    return table | ({"ask": dict(step.ask)} if step.ask else {})


def toml(playlist: Playlist) -> str:
    """The playlist as a TOML text."""
    lines = [f"title = {toml_text.value(playlist.title)}"]
    for step in playlist.steps:
        lines += ["", "[[step]]"]
        for key, given in step_table(step).items():
            write = toml_text.paragraphs if key in _MORE_LINES else toml_text.value
            lines.append(f"{key} = {write(given)}")
    return "\n".join(lines) + "\n"
