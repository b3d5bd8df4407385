"""What a learner takes along of any page: its scripts, a notebook of them, a figure, the link."""

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

PLACE = "Put this file beside the folder kernel_core of the app, or run it in the project's folder."
_FILES = {"kernel_core": "kernel_core", "scikit-learn": "scikit_learn"}


@dialogs.dialog("figure", "The same picture as a figure")
def figure_dialog(scene: Scene) -> None:
    if empty_sample.show_if_empty(scene):
        return
    from features.take_away import (
        plotly_figure,  # Plotly takes a second to import; the first picture needs none of it
    )

    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(plotly_figure.plane(scene, theme), theme=None)
    code_block("figure", scene.query())


def buttons(shown: ShownPage) -> None:
    """The notebook and each script, of the picture as it is when they are pressed."""
    scripts, link = _scripts(shown), _link(shown.scene)
    picture, question = page_snapshot.picture(), page_snapshot.words().get("question", shown.name)

    def now() -> Scripts:
        again = shown.again if "query" in picture else None
        return again(picture["query"]) if again else scripts

    st.download_button(
        "Notebook", lambda: notebook(shown.name, question, now(), link, shown.scene),
        f"{shown.name}.ipynb", "application/x-ipynb+json",
        key="take-notebook", on_click="ignore",
    )  # fmt: skip
    for title in scripts:
        file = f"{shown.name}_{_FILES.get(title, 'line_by_line')}.py"
        st.download_button(
            f"Script, {title}", partial(_file, now, title), file, "text/x-python",
            key=f"take-{file}", on_click="ignore",
        )  # fmt: skip


def code_and_link(shown: ShownPage) -> None:
    """The scripts to read, and the whole address."""
    scripts = _scripts(shown)
    for tab, (title, script) in zip(st.tabs(list(scripts)), scripts.items(), strict=True):
        with tab:
            code_block(f"take-{title}", script, "python")
    st.markdown("Share this view:")
    code_block("take-link", _link(shown.scene), wrap=True)
    link_buttons.draw("short-link")


def _scripts(shown: ShownPage) -> Scripts:
    return shown.scripts or scripts_of(shown.scene)


def _file(now, title: str) -> str:
    return f"# {PLACE}\n\n{now()[title]}"


def _link(scene: Scene | None) -> str:
    """The whole address of what is shown."""
    own = words_of(scene.query()) if scene else {}
    address = {key: text for key, text in st.query_params.items() if key not in shell_words()}
    words = urlencode(own | address, safe=",:")
    return f"{page.with_path(st.context.url or '')}{'?' if words else ''}{words}"
