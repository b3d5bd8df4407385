"""What the tests of shared rooms have in place of the app's pages."""

from collections.abc import Iterator

import pytest

from tests.lab import standin_pages


@pytest.fixture(autouse=True, scope="package")
def pages_of_the_tests() -> Iterator[None]:
    """The pages of `standin_pages`, as if the app had no others."""
    with standin_pages.declare_pages():
        yield
