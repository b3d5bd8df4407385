"""A picture of a page as one file, under *Export and share*."""

import threading
from collections.abc import Callable

import streamlit as st

from lab.ui import page, page_snapshot
from lab.ui.shell.take_away_section import ShownPage

SECONDS = 20.0  # of work that one handout may take of the server
_WAIT = 20.0
_ONE_AT_A_TIME = threading.Semaphore(1)


def sentence(_: ShownPage) -> str:
    """What a handout is."""
    return (
        "The handout is one file with the picture of one step in it, its sliders as live as "
        "here: it opens from disk, with no server."
    )


def draw(shown: ShownPage) -> None:
    base, steps = page.with_path(st.context.url or ""), page_snapshot.steps()
    if len(steps) > 1:
        st.selectbox(
            "Step of the handout", steps, format_func=steps.__getitem__, key=page_snapshot.STEP
        )
    st.download_button(
        "Handout (one HTML file)", _handout(shown.name, base), f"{shown.name}.html", "text/html",
        key="take-handout", on_click="ignore", type="primary",
    )  # fmt: skip


def _handout(name: str, base: str) -> Callable[[], str]:
    """What makes the file once it is asked for: of the picture as it is then."""
    picture, headline = page_snapshot.picture(), page_snapshot.words()

    def make() -> str:
        from features.site.handout.build import (  # not for the first picture
            NoOfflinePicture,
            PageText,
            handout,
        )
        from features.site.handout.precomputed_sweeps import HandoutTimeExceeded

        said = headline | {key: picture[key] for key in ("question", "lead") if key in picture}
        question = said.get("question", name)
        words = PageText(
            question, question, said.get("lead", ""),
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
    from features.site.handout import html_template

    return html_template.failure_page(why, "Try again in a minute, or with fewer points.")
