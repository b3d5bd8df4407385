"""The dialog where a visitor brings a table, says how to read it, and shows it.

Whatever is wrong with the table is said in a sentence, and what can still be chosen stays. Text of
the table is shown where nothing is formatted: in lists of options and in a grid on a canvas.
"""

import hashlib

import streamlit as st

from lab.own import choices, sentences
from lab.own.columns import Understood, Unfit, understand
from lab.own.decoding import MOST_BYTES, Unreadable
from lab.own.reader import DELIMITERS, MOST_ROWS, Table, read
from lab.page import plain

KEPT = "own-table"  # in the session's state: what was brought last, while the visitor stays
_EXAMPLE = "height,weight,species\n12.1,3.4,cat\n30.5,11.0,dog\n…"
_SEPARATORS = {name: sign for sign, name in DELIMITERS.items()}
_DECIMALS = {"point": ".", "comma": ","}
_HEADERS = {"yes": True, "no": False}
_ROWS, _COLUMNS = 4, 12  # of the preview


@st.dialog("Your own data", width="large")
def bring(page: choices.Page) -> None:
    """Paste or upload, look at what was understood, choose, show."""
    source = _source()
    if source is None:
        st.caption(
            "The table stays in the server's memory while this page is open, and is written "
            "nowhere. What you show goes into the address: two coordinates and a class for each "
            "point, and their names. Whoever has the link has those."
        )
        return
    key = hashlib.sha256(repr(source).encode()).hexdigest()[:12]
    try:
        choices.choose(_understood(source, key), page, key)
    except (Unreadable, Unfit) as error:
        st.warning(plain(str(error)))


def _source() -> bytes | str | None:
    """What was uploaded or pasted, or what was brought before."""
    pasting, uploading = st.tabs(["Paste", "Upload"])
    with pasting:
        text = st.text_area(
            "Rows of a table, up to 1 MB; a longer text is not taken", key="own-text", height=110,
            max_chars=MOST_BYTES,
            placeholder=_EXAMPLE,
        )  # fmt: skip
        st.button("Read it", key="own-read")  # pressing it takes the focus, which sends the text
    with uploading:
        file = st.file_uploader(
            f"A CSV file, up to 1 MB and {MOST_ROWS:,} rows", key="own-file", max_upload_size=1
        )
        st.caption(
            "A file that turns red was refused: it is larger than 1 MB, the site that embeds this "
            "page allows no uploads, or the server has changed since you came. Then take fewer "
            "rows, paste them, or reload the page: its picture is in the link."
        )
    if brought := file.getvalue() if file is not None else text:
        if len(brought) <= MOST_BYTES:
            st.session_state[KEPT] = brought
        return brought
    if KEPT in st.session_state:
        left, right = st.columns([3, 1], vertical_alignment="center")
        left.caption("This is the table you brought before. Paste or upload to replace it.")
        if right.button("Forget it", width="stretch"):
            del st.session_state[KEPT]
            st.rerun(scope="fragment")
    return st.session_state.get(KEPT)


def _understood(source: bytes | str, key: str) -> Understood:
    """The table as it reads by itself or as the visitor says, told and previewed.

    Raises Unreadable; the ways to read it are there all the same.
    """
    keys = {name: f"own-{name}-{key}" for name in ("separator", "header", "decimal")}
    said = {name: st.session_state.get(at) for name, at in keys.items()}
    told, ways = st.container(), st.columns(3)
    table = None
    try:
        table = read(source, _SEPARATORS.get(said["separator"], ""), _HEADERS.get(said["header"]))
    finally:
        found = DELIMITERS[table.delimiter] if table else "commas"
        _way(ways[0], "Separated by", list(_SEPARATORS), found, keys["separator"])
        found = "yes" if table is None or table.header else "no"
        _way(ways[1], "Names in the first row", list(_HEADERS), found, keys["header"])
    u = understand(table, _DECIMALS.get(said["decimal"], ""))
    found = "comma" if u.decimal == "," else "point"
    _way(ways[2], "Decimal sign", list(_DECIMALS), found, keys["decimal"])
    with told:
        st.markdown(plain(sentences.understood(u)))
        for note in (*table.notes, *sentences.remarks(u)):
            st.caption(plain(note))
        _preview(table)
    return u


def _way(place, label: str, options: list[str], found: str, key: str) -> None:
    place.selectbox(label, options, index=options.index(found), key=key)


def _preview(table: Table) -> None:
    """The first rows, in a grid drawn on a canvas: what is in it stays plain text."""
    import pandas as pd

    rows = [row[:_COLUMNS] for row in table.rows[:_ROWS]]
    cells = pd.DataFrame(rows, columns=list(table.names[:_COLUMNS]), dtype="str")
    st.dataframe(cells, hide_index=True, width="stretch")
    if (more := len(table.names) - _COLUMNS) > 0:
        st.caption(f"… and {sentences.count(more, 'more column')}.")
