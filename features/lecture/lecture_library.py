"""List the lectures that ship with the app, and open a visitor's own."""

from functools import lru_cache

import streamlit as st

from features.lecture import playlist_check, playlist_link
from features.lecture.playlist import (
    COURSE,
    MAX_BYTES,
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
        "One lecture for each set of notes: scenes in order, with notes for the lecturer. The "
        "arrow keys change the scene, n shows the notes, ? lists all keys."
    )
    with st.container(key="lectures"):
        for name in [*([COURSE] if course_lecture() else []), *names()]:
            if line := _line(name, playlist_check.pages_of_course()):
                st.markdown(line)
    if st.button("Bring your own lecture", key="own-lecture") or dialogs.is_due("own-lecture"):
        _own()


@lru_cache(maxsize=16)
def _line(name: str, pages: tuple[str, ...]) -> str:
    """Write a lecture's line, with what is left out of it.

    Returns "" for a lecture of ours of which this course has no page."""
    try:
        playlist = read_shipped(name, pages)
    except PlaylistError as error:
        return escape_markdown(str(error)) if name == COURSE else ""
    address = public_path(playlist_link.address(playlist, name))
    line = f"[{escape_markdown(playlist.title or name)}]({address}), {_steps(playlist)}"
    return ". ".join([line, *map(escape_markdown, playlist.faults)])


def _steps(playlist: Playlist) -> str:
    return count(len(playlist.steps), "step")


@dialogs.dialog("own-lecture", "Bring your own lecture")
def _own() -> None:
    st.markdown(
        "A lecture is a short text: a page, its scene as in the address behind the ?, and notes. "
        "Paste it, or choose a file. Nothing of it is stored: it becomes a link that carries it "
        f"all, and has room for {packed_text.MAX_CHARACTERS:,} characters. The longest "
        f"lecture above takes "
        f"{_longest():,}."
    )
    file = st.file_uploader(
        f"A TOML file, up to {MAX_BYTES // 1024} kB",
        type=["toml"],
        max_upload_size=1,
        key="lecture-file",
    )
    upload_notice.draw("Paste the text instead")
    # The field begins empty: Streamlit puts a first text in only after the field is on the screen,
    # over what a hand has typed there by then.
    text = st.text_area("or its text", height=240, key="lecture")
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
        st.info(f"{title}: {_steps(playlist)} can be shown. Those with a fault are left out.")
    else:
        st.success(f"{title}: {_steps(playlist)}, {len(word):,} characters as a link.")
    code_block("lecture-link", page.full_address(path), wrap=True)
    link_buttons.draw("short-lecture", public_path(path))
    st.link_button("Open it", public_path(path), icon=":material/slideshow:")


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(len(playlist_link.pack(read_shipped(name))) for name in names())


def _text_of(content: bytes) -> str:
    """Decode an uploaded file. Raises PlaylistError where it is not a text."""
    if len(content) > MAX_BYTES:
        raise PlaylistError("This lecture is too long for a link. Make two lectures of it.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise PlaylistError(
            f"Line {line}: this file is not in UTF-8. Save it as UTF-8 text."
        ) from None
