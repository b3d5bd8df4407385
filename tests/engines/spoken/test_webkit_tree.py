"""What WebKit gives to screen readers: the accessibility tree of two pages in MiniBrowser."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.accessible_nodes import faults
from tests.engines.conftest import GET_ENGINE
from tests.engines.spoken.desktop import GET_ORCA, SHOWN_SLIDERS, desktop, shown_tree
from tests.engines.windows import LOAD, WebKit, wait_until, webkit_on

READY = """const live = [...document.querySelectorAll("[data-live]")];
return live.length > 2 && live[0].dataset.ready === "1"
  && document.querySelectorAll("[data-step]").length > 5
  && document.querySelectorAll(".kl-quiz-card").length > 0"""


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Return MiniBrowser on a desktop, and the desktop's environment."""
    paths = []
    for command in ([GET_ORCA, "--find"], [GET_ENGINE, "webkit", "--find"]):
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode != 0:
            pytest.skip(process.stderr.strip())
        paths.append(process.stdout.strip())
    with desktop() as (env, _), webkit_on(env, paths[1]) as driver:
        yield WebKit(driver, Path(os.devnull)), env


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["rbf-bandwidth", "svm"])
def test_webkit_names_each_control_and_picture(browser, server, path):
    window, env = browser
    window.goto(f"{server}/{path}")
    wait_until(lambda: window.run(READY), "the page", LOAD)
    tree = shown_tree(env)
    assert faults(tree) == []
    roles = [node.role for node in tree]
    assert roles.count("slider") == window.run(f"return ({SHOWN_SLIDERS})()") > 2
    assert roles.count("heading") > 8 and roles.count("image") > 4
