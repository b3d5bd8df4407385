"""What a learner takes along, the same for every page: scripts, a notebook, a handout, the link.

Pictures and numbers are saved beside each picture itself, see assets/export/save-menu.js.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from lab.course import course, open_parts, page_declaration
from lab.course.feature import shell_words
from lab.export.notebook import notebook
from lab.scene.scene import Scene, parse_strict, words_of
from lab.scene.scripts import with_kernel_core, with_scikit_learn
from lab.ui import empty_sample, hidden_controls, page, page_snapshot, quiz
from lab.ui.shell import dialogs, link_buttons
from lab.ui.shell.code_block import code_block

SECONDS = 20.0  # of work that one handout may take of the server
_WAIT = 20.0
_ONE_AT_A_TIME = threading.Semaphore(1)
PLACE = "Put this file beside the folder kernel_core of the app, or run it in the project's folder."
QUESTIONS = (
    "Quiz and predictions come as files that Moodle, Canvas, Ilias, OpenOLAT and Anki import, with "
    "the reason of each option."
)
Scripts = Mapping[str, str]
_FILES = {"kernel_core": "kernel_core", "scikit-learn": "scikit_learn"}


@dialogs.dialog("figure", "The same picture as a figure")
def figure_dialog(scene: Scene) -> None:
    if empty_sample.show_if_empty(scene):
        return
    from lab.export import (
        plotly_figure,  # Plotly takes a second to import; the first picture needs none of it
    )

    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(plotly_figure.plane(scene, theme), theme=None)
    code_block("figure", scene.query())


def scripts_of(scene: Scene) -> dict[str, str]:
    """The two scripts of a scene, by what each is written with."""
    return {"kernel_core": with_kernel_core(scene), "scikit-learn": with_scikit_learn(scene)}


def of_query(query: str) -> dict[str, str]:
    """The same from a scene's text."""
    return scripts_of(parse_strict(query))


def section(
    name: str,
    scene: Scene | None = None,
    scripts: Scripts | None = None,
    *,
    again: Callable[[str], Scripts] | None = None,
    figure: bool = False,
) -> None:
    """The section "Take it with you" of the page `name`: the scripts of a scene, or its own.

    `again`: makes the scripts anew from the query of the page's first picture, where that moves
    without this section; so what is downloaded is of the picture as it is then. `figure`: the scene
    can be opened as a Plotly figure, too.
    """
    if hidden_controls.is_hidden("take_away") or hidden_controls.fills_screen():
        return
    if scripts is None:
        if scene is None:
            raise TypeError("A section needs a scene, or scripts of its own.")
        scripts = scripts_of(scene)
    link = _link(scene)
    st.header("Take it with you", anchor=False)
    st.markdown(
        "Save, under each picture, gives it as PNG or SVG with its caption and link, and its "
        "numbers as CSV. The scripts make the same numbers again. The handout is one file with "
        "this page’s first picture in it, its sliders as live as here: it opens from disk, with "
        "no server." + (f" {QUESTIONS}" if quiz.questions_of(name) else "")
    )
    with st.container(horizontal=True, key="take-away"):
        _downloads(name, scene, scripts, link, again)
        if figure and scene and st.button("Open as a Plotly figure", help="Zoom, hover, download"):
            figure_dialog(scene)
    for tab, (title, script) in zip(st.tabs(list(scripts)), scripts.items(), strict=True):
        with tab:
            code_block(f"take-{title}", script, "python")
    st.markdown("The same picture for somebody else:")
    code_block("take-link", link, wrap=True)
    link_buttons.draw("short-link")


def _downloads(name: str, scene: Scene | None, scripts: Scripts, link: str, again) -> None:
    picture, question = page_snapshot.picture(), page_snapshot.words().get("question", name)

    def now() -> Scripts:
        return again(picture["query"]) if again and "query" in picture else scripts

    st.download_button(
        "Handout (one HTML file)", _handout(name, link), f"{name}.html", "text/html",
        key="take-handout", on_click="ignore", type="primary",
    )  # fmt: skip
    st.download_button(
        "Notebook", lambda: notebook(name, question, now(), link, scene), f"{name}.ipynb",
        "application/x-ipynb+json", key="take-notebook", on_click="ignore",
    )  # fmt: skip
    for title in scripts:
        file = f"{name}_{_FILES.get(title, 'line_by_line')}.py"
        st.download_button(
            f"Script, {title}", partial(_file, now, title), file, "text/x-python",
            key=f"take-{file}", on_click="ignore",
        )  # fmt: skip
    if quiz.questions_of(name):
        st.download_button(
            "Questions for Moodle, QTI, Anki", partial(questions_of, name), f"{name}_questions.zip",
            "application/zip", key="take-questions", on_click="ignore",
        )  # fmt: skip


def questions_of(name: str) -> bytes:
    """The quiz and the predictions of a page, those that are open, for other platforms."""
    from lab.questions.question_bank import of_page  # not for the first picture
    from lab.questions.question_files import zip_files

    declared = page_declaration.page(name)
    if not declared:
        return b""
    now = replace(declared, quiz=open_parts.questions(name), challenges=open_parts.challenges(name))
    return zip_files(of_page(now), course.current().title)


def _file(now: Callable[[], Scripts], title: str) -> str:
    return f"# {PLACE}\n\n{now()[title]}"


def _link(scene: Scene | None) -> str:
    """The whole address of what is shown."""
    own = words_of(scene.query()) if scene else {}
    address = {key: text for key, text in st.query_params.items() if key not in shell_words()}
    words = urlencode(own | address, safe=",:")
    return f"{page.with_path(st.context.url or '')}{'?' if words else ''}{words}"


def _handout(name: str, link: str) -> Any:
    """What makes the file once it is asked for: of the picture as it is then."""
    picture, headline = page_snapshot.picture(), page_snapshot.words()

    def make() -> str:
        from lab.handout.build import (  # not for the first picture
            NoOfflinePicture,
            PageText,
            handout,
        )
        from lab.handout.precomputed_sweeps import HandoutTimeExceeded

        base = link.partition("?")[0]
        question = headline.get("question", name)
        words = PageText(
            question, question, headline.get("lead", ""),
            picture["query"], f"{base}?{picture['query']}",
        )  # fmt: skip
        if not _ONE_AT_A_TIME.acquire(timeout=_WAIT):
            return _sorry("The server is making other handouts.")
        try:
            return handout(dict(picture), words, seconds=SECONDS)
        except HandoutTimeExceeded:
            return _sorry("This picture takes too long to solve at all stops of its sliders.")
        except (NoOfflinePicture, ValueError) as error:  # a scene without points, no kernel
            return _sorry(str(error))
        finally:
            _ONE_AT_A_TIME.release()

    return make


def _sorry(why: str) -> str:
    from lab.handout import html_template

    return html_template.failure_page(why, "Try again in a minute, or with fewer points.")
