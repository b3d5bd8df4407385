"""The handout under *Export and share*, and the commands by their old names."""

import subprocess
import sys

import pytest

from lab.endpoints.static_assets import ROOT
from tests.lab.ui.visit import looked_at, opened
from tests.pages.live_elements import LISTED


@pytest.mark.parametrize("name", LISTED)
def test_every_page_offers_one(name):
    labels = [button.proto.label for button in looked_at(name).get("download_button")]
    assert labels.count("Handout (one HTML file)") == 1


def test_no_file_is_made_before_it_is_asked_for(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("a handout was made with the page")

    monkeypatch.setattr("features.site.handout.build.handout", fail)
    assert not opened("home/page.py").exception


@pytest.mark.parametrize("name", ["site", "site.handout"])
def test_a_command_runs_by_its_old_name_and_says_the_new_one(name):
    old = f"lab.{name.rpartition('.')[2]}"
    command = [sys.executable, "-m", old, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"python -m features.{name}" in done.stderr and done.stdout.startswith("usage:")
