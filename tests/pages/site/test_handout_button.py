"""The handout under *Export and share*, and its older commands."""

import pytest

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
