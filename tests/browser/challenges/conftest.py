"""The step whose challenge these tests answer, as a fixture."""

import pytest

from tests.browser.challenges.goals import of_step


@pytest.fixture
def live(page, server):
    return of_step(page, server, "too-narrow-too-wide")
