"""Stand-in pages in place of the app's, for the tests of lab."""

from collections.abc import Iterator

import pytest

from tests.lab import standin_pages


@pytest.fixture(autouse=True, scope="package")
def pages_of_the_tests() -> Iterator[None]:
    """Declare the pages of `standin_pages`, in place of the app's."""
    with standin_pages.declare_pages():
        yield
