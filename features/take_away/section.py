"""The export section of a page: its scripts, a notebook, a figure and the link."""

from functools import partial
from urllib.parse import urlencode

import streamlit as st

from features.take_away.notebook import notebook
from lab.course.feature import shell_words
from lab.scene.scene import Scene, words_of
from lab.scene.scripts import scripts_of
from lab.ui import empty_sample, page, page_snapshot
from lab.ui.shell import dialogs, link_buttons
from lab.ui.shell.code_block import code_block
from lab.ui.shell.take_away_section import Scripts, ShownPage

FOLDER_NOTE = (
    "Put this file into the folder of the app, beside the folder kernel_core, and run it there."
)
_FILES = {"kernel_core": "kernel_core", "scikit-learn": "scikit_learn"}


@dialogs.dialog("figure", "This picture as a Plotly figure")
def figure_dialog(scene: Scene) -> None:
    if empty_sample.show_if_empty(scene):
        return
    from features.take_away import (
        plotly_figure,  # Plotly takes a second to import, and only this dialog needs it
    )

    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(plotly_figure.plane(scene, theme), theme=None)
    code_block("figure", scene.query())


def buttons(shown_page: ShownPage) -> None:
    """Draw download buttons for the notebook and each script of the current picture."""
    scripts, link = _scripts(shown_page), _link(shown_page.scene)
    picture = page_snapshot.first_picture()
    question = page_snapshot.words().get("question", shown_page.name)

    def current_scripts() -> Scripts:
        make_scripts = shown_page.make_scripts if "query" in picture else None
        return make_scripts(picture["query"]) if make_scripts else scripts

    st.download_button(
        "Notebook",
        lambda: notebook(shown_page.name, question, current_scripts(), link, shown_page.scene),
        f"{shown_page.name}.ipynb",
        "application/x-ipynb+json",
        key="take-notebook",
        on_click="ignore",
    )
    for title in scripts:
        file = f"{shown_page.name}_{_FILES.get(title, 'line_by_line')}.py"
        st.download_button(
            f"Script, {title}", partial(_file, current_scripts, title), file, "text/x-python",
            key=f"take-{file}", on_click="ignore",
        )  # fmt: skip


def code_and_link(shown_page: ShownPage) -> None:
    """Draw the scripts and the link."""
    scripts = _scripts(shown_page)
    for tab, (title, script) in zip(st.tabs(list(scripts)), scripts.items(), strict=True):
        with tab:
            code_block(f"take-{title}", script, "python")
    st.markdown("Share this view:")
    code_block("take-link", _link(shown_page.scene), wrap=True)
    link_buttons.draw("page-link")


def _scripts(shown_page: ShownPage) -> Scripts:
    return shown_page.scripts or scripts_of(shown_page.scene)


def _file(current_scripts, title: str) -> str:
    return f"# {FOLDER_NOTE}\n\n{current_scripts()[title]}"


def _link(scene: Scene | None) -> str:
    """Return the full address of the page with its scene, without the words in `shell_words`."""
    scene_words = words_of(scene.query()) if scene else {}
    address = {key: text for key, text in st.query_params.items() if key not in shell_words()}
    words = urlencode(scene_words | address, safe=",:")
    return f"{page.with_path(st.context.url or '')}{'?' if words else ''}{words}"
