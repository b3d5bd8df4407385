"""Draw the handout's button under *Export and share*: a picture of a page as one file."""

import sys
import threading
from collections.abc import Callable

import streamlit as st

from lab.ui import page, page_snapshot
from lab.ui.shell.take_away_section import ShownPage

# Largest CPU time of one handout. On the site only the learner waits, and a worker is stopped after
# 90 s (engine.js).
HANDOUT_SECONDS = 75.0 if sys.platform == "emscripten" else 20.0
_WAIT_SECONDS = 20.0
_LIST_PX = 340  # width of the list of steps, enough for the longest title
_ONE_AT_A_TIME = threading.Semaphore(1)


def sentence(_: ShownPage) -> str:
    """Describe the handout in a sentence."""
    return (
        "The handout is one HTML file with the picture of one step and its live sliders. It opens "
        "from disk, without a server."
    )


def draw(current_page: ShownPage) -> None:
    """Draw the choice of a step and the download button."""
    name = current_page.name
    base, steps = page.with_path(st.context.url or ""), page_snapshot.steps()
    if len(steps) > 1:
        st.selectbox(
            "Step of the handout",
            steps,
            format_func=steps.__getitem__,
            key=page_snapshot.STEP,
            width=_LIST_PX,
        )
    st.download_button(
        "Handout (one HTML file)", _handout(name, base), f"{name}.html", "text/html",
        key="take-handout", on_click="ignore", type="primary",
    )  # fmt: skip


def _handout(name: str, base: str) -> Callable[[], str]:
    """Return the function that makes the file when the button is pressed."""
    picture, headline = page_snapshot.picture(), page_snapshot.words()
    advice = "Share the link to this view."
    if len(page_snapshot.steps()) > 1:
        advice = "Choose another step, or share the link to this view."

    def make() -> str:
        from features.site.handout.build import (  # a page's first picture does not need this
            NoOfflinePicture,
            PageText,
            handout,
        )
        from features.site.handout.precomputed_sweeps import HandoutTimeExceeded

        words_shown = headline | {
            key: picture[key] for key in ("question", "lead") if key in picture
        }
        question = words_shown.get("question", name)
        words = PageText(
            question, question, words_shown.get("lead", ""),
            picture["query"], f"{base}?{picture['query']}",
        )  # fmt: skip
        if not _ONE_AT_A_TIME.acquire(timeout=_WAIT_SECONDS):
            return _failure("The server is making other handouts.", "Try again in a minute.")
        try:
            return handout(dict(picture), words, seconds=HANDOUT_SECONDS)
        except HandoutTimeExceeded:
            reason = "Computing this picture for every position of its sliders takes too long."
            return _failure(reason, "Try again with fewer points.")
        except NoOfflinePicture as error:
            return _failure(str(error), advice)
        except ValueError as error:  # such as a scene without points
            return _failure(str(error), "Change the picture, then try again.")
        finally:
            _ONE_AT_A_TIME.release()

    return make


def _failure(reason: str, advice: str) -> str:
    from features.site.handout import html_template

    return html_template.failure_page(reason, advice)
