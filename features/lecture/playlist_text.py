"""Write a playlist as TOML, which `features.lecture.playlist.read` reads."""

from typing import Any

from features.lecture.playlist import Playlist, PlaylistStep
from features.lecture.playlist_check import KEYS
from lab.course import toml_text

_PARAGRAPH_KEYS = ("notes",)


def step_table(step: PlaylistStep) -> dict[str, Any]:
    """Return a step as a table for TOML or JSON, without unset keys."""
    values = toml_text.table(step)
    table = {key: values[key] for key in KEYS if key in values}
    return table | ({"ask": dict(step.ask)} if step.ask else {})


def toml(playlist: Playlist) -> str:
    """Write the playlist as a TOML text."""
    lines = [f"title = {toml_text.value(playlist.title)}"]
    for step in playlist.steps:
        lines += ["", "[[step]]"]
        for key, content in step_table(step).items():
            write = toml_text.paragraphs if key in _PARAGRAPH_KEYS else toml_text.value
            lines.append(f"{key} = {write(content)}")
    return "\n".join(lines) + "\n"
