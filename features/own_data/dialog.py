"""The dialog where a visitor brings a table, says how to read it, and shows it.

Whatever is wrong with the table is said in a sentence, and what can still be chosen stays. Text of
the table is shown where nothing is formatted: in lists of options, in a grid on a canvas, and
elsewhere with every sign escaped.
"""

import zlib

import streamlit as st

from features.own_data import column_choices, messages
from features.own_data.table.ambiguity import Ambiguity, ReadingOptions
from features.own_data.table.column_types import InferredTable, UnsuitableTable
from features.own_data.table.csv_reader import MAX_ROWS
from features.own_data.table.delimiter_detection import DELIMITERS
from features.own_data.table.interpretation import (
    Preview,
    apply_answers,
    as_read,
    is_same_table,
    previews,
)
from features.own_data.table.text_decoding import MAX_BYTES, UnreadableFile
from lab.course.computer import COMPUTER
from lab.scene.fields import count
from lab.ui.shell import upload_notice
from lab.ui.shell.dialogs import dialog
from lab.ui.steps.markdown import escape_markdown

KEPT = "own-table"  # in the session's state: what was brought last, while the visitor stays
_ANSWERS = "own-answers"  # there: how its open questions were answered
_COUNT = "own-tables"  # there: how many different tables were brought
_EXAMPLE = "height,weight,species\n12.1,3.4,cat\n30.5,11.0,dog\n…"
_AS_FOUND = "as found"
_WAYS: dict[str, tuple[str, dict[str, str]]] = {
    "delimiter": ("Separated by", {name: sign for sign, name in DELIMITERS.items()}),
    "header": ("Names in the first row", {"yes": "yes", "no": "no"}),
    "decimal": ("Decimal sign", {"point": ".", "comma": ","}),
}
_ROWS, _COLUMNS = 4, 12  # of the table as it is read
_SIDE, _CELL = 5, 18  # columns, and characters of a cell, of a reading beside another


@dialog("own-data", "Your own data")
def choose_data(page: column_choices.OwnDataPage) -> None:
    """Paste or upload, look at what was understood, choose, show."""
    source = _source()
    if source is None:
        st.caption(
            f"The table stays in {COMPUTER.owner} memory while this page is open, and is written "
            "nowhere. What you show goes into the address: two coordinates and a class for each "
            "point, and their names. Whoever has the link has those."
        )
        return
    try:
        u = _understood(source)
        names = zlib.crc32(repr(u.table.names).encode())
        column_choices.choose(u, page, f"{st.session_state[_COUNT]}-{names}")
    except (UnreadableFile, UnsuitableTable) as error:
        st.warning(escape_markdown(str(error)))


def _source() -> bytes | str | None:
    """What was uploaded or pasted, or what was brought before."""
    pasting, uploading = st.tabs(["Paste", "Upload"])
    with pasting:
        text = st.text_area(
            "Rows of a table, up to 1 MB; a longer text is not taken", key="own-text", height=110,
            max_chars=MAX_BYTES,
            placeholder=_EXAMPLE,
        )  # fmt: skip
        st.button("Read it", key="own-read")  # pressing it takes the focus, which sends the text
    with uploading:
        file = st.file_uploader(
            f"A CSV file, up to 1 MB and {MAX_ROWS:,} rows", key="own-file", max_upload_size=1
        )
        upload_notice.draw(
            "Paste the rows instead",
            "A file that turns red was refused: it is larger than 1 MB, or the server has changed "
            "since you came. Then take fewer rows, paste them, or reload the page: its picture is "
            "in the link.",
        )
    if brought := file.getvalue() if file is not None else text:
        _remember(brought)
        return brought
    if KEPT in st.session_state:
        left, right = st.columns([3, 1], vertical_alignment="center")
        left.caption("This is the table you brought before. Paste or upload to replace it.")
        if right.button("Forget it", width="stretch"):
            del st.session_state[KEPT]
            st.rerun(scope="fragment")
    return st.session_state.get(KEPT)


def _remember(brought: bytes | str) -> None:
    """Keeps what was brought. What was chosen for it stays while its text is edited, and goes when
    another table comes.
    """
    before = st.session_state.get(KEPT)
    if before is None or not (before == brought or is_same_table(before, brought)):
        st.session_state[_COUNT] = st.session_state.get(_COUNT, 0) + 1
        st.session_state[_ANSWERS] = {}
    if len(brought) <= MAX_BYTES:
        st.session_state[KEPT] = brought


def _understood(source: bytes | str) -> InferredTable:
    """The table as it reads by itself or as the visitor says, told and previewed.

    Raises UnreadableFile; the ways to read it are there all the same.
    """
    keys = {field: f"own-{field}-{st.session_state[_COUNT]}" for field in _WAYS}
    wanted = {
        field: signs.get(st.session_state.get(keys[field], ""), "")
        for field, (_, signs) in _WAYS.items()
    }
    report = st.container()
    with st.container(horizontal=True):
        for field, (label, signs) in _WAYS.items():
            st.selectbox(label, [_AS_FOUND, *signs], key=keys[field])
    try:
        u, open_questions, options = apply_answers(
            source, ReadingOptions(**wanted), st.session_state[_ANSWERS]
        )
    except UnreadableFile:
        st.session_state[_ANSWERS] = {}  # an answer that leaves no table is not given again
        raise
    with report:
        st.markdown(escape_markdown(messages.understood(u)))
        for asked in open_questions:
            _ask(source, options, asked)
        for note in messages.remarks(u):
            st.caption(escape_markdown(note))
        _show(u)
    return u


def _ask(source: bytes | str, options: ReadingOptions, asked: Ambiguity) -> None:
    """A question with both answers, and what each makes of the first rows."""
    titles: dict[str, str] = dict(asked.options)
    answers = st.session_state[_ANSWERS]
    key = f"own-answer-{asked.field}-{st.session_state[_COUNT]}"
    given = answers.get(asked.field, asked.likelier)

    def keep() -> None:
        answers[asked.field] = st.session_state[key]

    with st.container(border=True):
        st.radio(
            escape_markdown(asked.question), list(titles), key=key, on_change=keep,
            index=list(titles).index(given) if given in titles else 0,
            format_func=lambda value: escape_markdown(titles[value]),
            captions=[escape_markdown(f"Likelier, {asked.why}."), ""],
        )  # fmt: skip
        sides = zip(st.columns(2), titles.values(), previews(source, options, asked), strict=True)
        for place, title, preview in sides:
            with place:
                _side(title, preview)


def _side(title: str, preview: Preview) -> None:
    """The first rows of one reading."""
    import pandas as pd

    st.caption(escape_markdown(title))
    if not preview.rows:
        st.caption("No rows are left.")
        return

    def short(text: str) -> str:
        return escape_markdown(text if len(text) <= _CELL else text[: _CELL - 1] + "…")

    rows = [[short(cell) for cell in row[:_SIDE]] for row in preview.rows]
    names = [short(name) for name in preview.names[:_SIDE]]
    if len(set(names)) < len(names):  # long names that begin alike: the place tells them apart
        names = [short(f"{k}. {name}") for k, name in enumerate(preview.names[:_SIDE], 1)]
    places = [f"row {i + 1}" for i in preview.places[: len(rows)]]
    st.table(pd.DataFrame(rows, places, names, dtype="str"))


def _show(u: InferredTable) -> None:
    """The first rows as they are read, in a grid drawn on a canvas: all in it stays plain text."""
    import pandas as pd

    rows = [row[:_COLUMNS] for row in as_read(u, _ROWS)]
    cells = pd.DataFrame(rows, columns=list(u.table.names[:_COLUMNS]), dtype="str")
    st.dataframe(cells, hide_index=True, width="stretch")
    if (more := len(u.table.names) - _COLUMNS) > 0:
        st.caption(f"… and {count(more, 'more column')}.")
