"""The picture whose challenges these tests answer."""

import pytest

from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap


@pytest.fixture
def live(page, server):
    tap = WireTap(page)
    live = open_live(page, server + "/rbf-bandwidth?hide=text")
    tap.until_quiet()
    return live
