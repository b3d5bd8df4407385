"""The handout under *Export and share*, and its older commands."""

import subprocess
import sys

import pytest

from lab.endpoints.static_assets import ROOT
from tests.lab.ui.visit import open_page, view_page
from tests.pages.live_elements import LISTED_FILES


@pytest.mark.parametrize("name", LISTED_FILES)
def test_every_page_offers_a_handout(name):
    labels = [button.proto.label for button in view_page(name).get("download_button")]
    assert labels.count("Handout (one HTML file)") == 1


def test_no_file_is_made_before_it_is_asked_for(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("a handout was made with the page")

    monkeypatch.setattr("features.site.handout.build.handout", fail)
    assert not open_page("home/page.py").exception


@pytest.mark.parametrize("name", ["site", "site.handout"])
def test_a_command_runs_by_its_old_name_and_says_the_new_one(name):
    old = f"lab.{name.rpartition('.')[2]}"
    command = [sys.executable, "-m", old, "--help"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"python -m features.{name}" in process.stderr and process.stdout.startswith("usage:")
