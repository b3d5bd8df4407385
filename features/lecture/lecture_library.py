"""List the lectures of the app and of the course, and open a visitor's own lecture."""

from functools import lru_cache

import streamlit as st

from features.lecture import playlist_check, playlist_link
from features.lecture.playlist import (
    COURSE,
    MAX_BYTES,
    TOO_LONG,
    Playlist,
    PlaylistError,
    course_lecture,
    names,
    read,
    read_shipped,
)
from lab.course import packed_text
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count
from lab.ui import hidden_controls, page
from lab.ui.shell import dialogs, link_buttons, upload_notice
from lab.ui.shell.code_block import code_block
from lab.ui.steps.markdown import escape_markdown

EXAMPLE = """title = "My lecture"

[[step]]
page = ""
scene = "tau=0.1"
title = "Narrow bumps"
notes = "Ask for the test error first, then press r."
cover = "numbers"
"""


def draw_library() -> None:
    """Draw the section of lectures on the front page."""
    if hidden_controls.is_hidden("navigation") or hidden_controls.fills_screen():
        return
    st.header("Lectures", anchor=False)
    st.markdown(
        "A lecture shows scenes in order, with notes for the lecturer. The keys ← and → change the "
        "scene, n shows the notes, ? lists all keys."
    )
    with st.container(key="lectures"):
        for name in [*([COURSE] if course_lecture() else []), *names()]:
            if line := _line(name, playlist_check.pages_of_course()):
                st.markdown(line)
    if st.button("Bring your own lecture", key="own-lecture") or dialogs.is_due("own-lecture"):
        _draw_own_lecture()


@lru_cache(maxsize=16)
def _line(name: str, pages: tuple[str, ...]) -> str:
    """Write the line of a lecture in the list, with its faults.

    If it has no step that can be shown, return "" for a shipped lecture, and the faults for the
    course's lecture."""
    try:
        playlist = read_shipped(name, pages)
    except PlaylistError as error:
        return escape_markdown(str(error)) if name == COURSE else ""
    address = public_path(playlist_link.address(playlist, name))
    line = f"[{escape_markdown(playlist.title or name)}]({address}), {_steps(playlist)}"
    return (
        " ".join([f"{line}.", *map(escape_markdown, playlist.faults)]) if playlist.faults else line
    )


def _steps(playlist: Playlist) -> str:
    return count(len(playlist.steps), "step")


@dialogs.dialog("own-lecture", "Bring your own lecture")
def _draw_own_lecture() -> None:
    st.markdown(
        "A lecture is a TOML text that lists pages, scenes (what follows the ? in an address) and "
        "notes. Paste the text, or choose a file. The server stores nothing: the link holds the "
        f"whole lecture, in at most {packed_text.MAX_CHARACTERS:,} characters. The longest lecture "
        f"that comes with the app has {_max_length():,}."
    )
    file = st.file_uploader(
        f"A TOML file, up to {MAX_BYTES // 1024} kB",
        type=["toml"],
        max_upload_size=1,
        key="lecture-file",
    )
    upload_notice.draw("Paste the text instead")
    # The field begins empty: Streamlit would set an initial text only after the field is on the
    # screen, and overwrite what was typed until then.
    text = st.text_area("Text of the lecture", height=240, key="lecture")
    if not (file or text.strip()):
        st.caption("For example:")
        code_block("lecture-example", EXAMPLE, "toml")
        return
    try:
        playlist = read(_text_of(file.getvalue()) if file else text)
        word = playlist_link.pack(playlist)
    except PlaylistError as error:
        st.error("  \n".join(map(escape_markdown, error.faults)))
        return
    path = playlist_link.address(playlist, word)
    title = escape_markdown(playlist.title or "This lecture")
    if playlist.faults:
        st.warning("  \n".join(map(escape_markdown, playlist.faults)))
        st.info(f"{title}: {_steps(playlist)} can be shown. Steps with a fault are left out.")
    else:
        st.success(f"{title}: {_steps(playlist)}, {len(word):,} characters as a link.")
    code_block("lecture-link", page.full_address(path), wrap=True)
    link_buttons.draw("short-lecture", public_path(path))
    st.link_button("Open the lecture", public_path(path), icon=":material/slideshow:")


@lru_cache(maxsize=1)
def _max_length() -> int:
    """Return the number of characters of the longest shipped lecture as a link. Its steps on pages
    that the course does not have count too."""
    pages = tuple(playlist_check.pages_of_app())
    return max(len(playlist_link.pack(read_shipped(name, pages))) for name in names())


def _text_of(content: bytes) -> str:
    """Decode an uploaded file. Raises PlaylistError if it is too long or not UTF-8."""
    if len(content) > MAX_BYTES:
        raise PlaylistError(TOO_LONG)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise PlaylistError(
            f"Line {line}: this file is not in UTF-8. Save it as UTF-8 text."
        ) from None
