"""The dialog in which a visitor pastes or uploads a table, checks it, and shows its points.

Faults of the table are shown as sentences, and the choices stay available. Text of the table is
never formatted: lists of options and the data frame show plain text, and elsewhere it is escaped.
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
    is_same_table,
    plain_cells,
    previews,
)
from features.own_data.table.text_decoding import MAX_BYTES, UnreadableFile
from lab.course.computer import COMPUTER
from lab.scene.fields import count
from lab.ui.shell import upload_notice
from lab.ui.shell.dialogs import dialog
from lab.ui.steps.markdown import escape_markdown

SOURCE = "own-table"  # key in the session's state: the last pasted or uploaded source
_ANSWERS = "own-answers"  # key in the session's state: the answers to questions about the source
_COUNT = "own-tables"  # key in the session's state: the number of different tables so far
_EXAMPLE = "height,weight,species\n12.1,3.4,cat\n30.5,11.0,dog\n…"
_DETECTED_OPTION = "as detected"
_OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "delimiter": ("Separated by", {name: sign for sign, name in DELIMITERS.items()}),
    "header": ("Names in the first row", {"yes": "yes", "no": "no"}),
    "decimal": ("Decimal sign", {"point": ".", "comma": ","}),
}
_PREVIEW_ROWS, _PREVIEW_COLUMNS = 4, 12
_SIDE_COLUMNS, _MAX_CELL = 5, 18  # columns, and characters of a cell, in the preview of an answer


@dialog("own-data", "Your own data")
def choose_data(page: column_choices.OwnDataPage) -> None:
    """Let the visitor paste or upload a table, check how it is read, and show its points."""
    source = _source()
    if source is None:
        st.caption(
            f"The table is in {COMPUTER.owner} memory only while this tab is open, and is not "
            "stored. The link contains two coordinates and a class for each point, also for points "
            "of classes that you leave out, and the names of classes and axes. Anyone who has the "
            "link can read them."
        )
        return
    try:
        inference = _read_table(source)
        names = zlib.crc32(repr(inference.table.names).encode())
        column_choices.choose(inference, page, f"{st.session_state[_COUNT]}-{names}")
    except (UnreadableFile, UnsuitableTable) as error:
        st.warning(escape_markdown(str(error)))


def _source() -> bytes | str | None:
    """Draw the fields to paste and upload a table. Return the new or the last source, or None."""
    paste_tab, upload_tab = st.tabs(["Paste", "Upload"])
    with paste_tab:
        text = st.text_area(
            "Rows of a table, at most 1 MB", key="own-text", height=110,
            max_chars=MAX_BYTES,
            placeholder=_EXAMPLE,
        )  # fmt: skip
        # Pressing the button moves the focus out of the field, and so sends its text.
        st.button("Read table", key="own-read")
    with upload_tab:
        file = st.file_uploader(
            f"A CSV file, up to 1 MB and {MAX_ROWS:,} rows", key="own-file", max_upload_size=1
        )
        upload_notice.draw(
            "Paste the rows instead",
            "A file shown in red was not accepted: it is larger than 1 MB, or the server has "
            "restarted. Choose a smaller file, paste its rows, or reload the page. The link keeps "
            "the picture.",
        )
    if new_source := file.getvalue() if file is not None else text:
        _store_source(new_source)
        return new_source
    if SOURCE in st.session_state:
        left, right = st.columns([3, 1], vertical_alignment="center")
        left.caption("This is your last table. Paste or upload another one to replace it.")
        if right.button("Forget table", width="stretch"):
            del st.session_state[SOURCE]
            st.rerun(scope="fragment")
    return st.session_state.get(SOURCE)


def _store_source(new_source: bytes | str) -> None:
    """Store a source, unless it is too large. Keep the visitor's answers if it is the former table
    or another version of it; else remove them."""
    previous = st.session_state.get(SOURCE)
    if previous is None or not (previous == new_source or is_same_table(previous, new_source)):
        st.session_state[_COUNT] = st.session_state.get(_COUNT, 0) + 1
        st.session_state[_ANSWERS] = {}
    if len(new_source) <= MAX_BYTES:
        st.session_state[SOURCE] = new_source


def _read_table(source: bytes | str) -> InferredTable:
    """Draw the options for reading a table, what was read, and questions. Return the table.

    Raises UnreadableFile after the options are drawn.
    """
    keys = {field: f"own-{field}-{st.session_state[_COUNT]}" for field in _OPTIONS}
    choices = {
        field: signs.get(st.session_state.get(keys[field], ""), "")
        for field, (_, signs) in _OPTIONS.items()
    }
    report = st.container()
    with st.container(horizontal=True):
        for field, (label, signs) in _OPTIONS.items():
            st.selectbox(label, [_DETECTED_OPTION, *signs], key=keys[field])
    try:
        inference, open_questions, options = apply_answers(
            source, ReadingOptions(**choices), st.session_state[_ANSWERS]
        )
    except UnreadableFile:
        st.session_state[_ANSWERS] = {}  # one of the answers may have made the table unreadable
        raise
    with report:
        st.markdown(escape_markdown(messages.describe(inference)))
        for question in open_questions:
            _draw_question(source, options, question)
        for note in messages.remarks(inference):
            st.caption(escape_markdown(note))
        _draw_table(inference)
    return inference


def _draw_question(source: bytes | str, options: ReadingOptions, question: Ambiguity) -> None:
    """Draw a question with both answers and their previews."""
    titles: dict[str, str] = dict(question.options)
    answers = st.session_state[_ANSWERS]
    key = f"own-answer-{question.field}-{st.session_state[_COUNT]}"
    answer = answers.get(question.field, question.default)

    def store_answer() -> None:
        answers[question.field] = st.session_state[key]

    with st.container(border=True):
        st.radio(
            escape_markdown(question.question), list(titles), key=key, on_change=store_answer,
            index=list(titles).index(answer) if answer in titles else 0,
            format_func=lambda value: escape_markdown(titles[value]),
            captions=[escape_markdown(f"More likely, {question.why}."), ""],
        )  # fmt: skip
        sides = zip(
            st.columns(2), titles.values(), previews(source, options, question), strict=True
        )
        for place, title, preview in sides:
            with place:
                _draw_preview(title, preview)


def _draw_preview(title: str, preview: Preview) -> None:
    """Draw the preview of one answer."""
    import pandas as pd

    st.caption(escape_markdown(title))
    if not preview.rows:
        st.caption("No rows can be read in this way.")
        return

    def shorten(text: str) -> str:
        return escape_markdown(text if len(text) <= _MAX_CELL else text[: _MAX_CELL - 1] + "…")

    rows = [[shorten(cell) for cell in row[:_SIDE_COLUMNS]] for row in preview.rows]
    names = [shorten(name) for name in preview.names[:_SIDE_COLUMNS]]
    if len(set(names)) < len(names):  # some shortened names are equal: number all
        names = [shorten(f"{k}. {name}") for k, name in enumerate(preview.names[:_SIDE_COLUMNS], 1)]
    places = [f"row {i + 1}" for i in preview.indices[: len(rows)]]
    st.table(pd.DataFrame(rows, places, names, dtype="str"))


def _draw_table(inference: InferredTable) -> None:
    """Draw the first rows as a data frame, whose cells are plain text."""
    import pandas as pd

    rows = [row[:_PREVIEW_COLUMNS] for row in plain_cells(inference, _PREVIEW_ROWS)]
    cells = pd.DataFrame(rows, columns=list(inference.table.names[:_PREVIEW_COLUMNS]), dtype="str")
    st.dataframe(cells, hide_index=True, width="stretch")
    if (hidden_count := len(inference.table.names) - _PREVIEW_COLUMNS) > 0:
        st.caption(f"… and {count(hidden_count, 'more column')}.")
