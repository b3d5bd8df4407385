"""One site for all tests here, since two replicas behind nginx take some seconds to start."""

from collections.abc import Iterator

import pytest

from tests.hosting.replicas import Site, site


@pytest.fixture(scope="package")
def hosted() -> Iterator[Site]:
    with site() as running_site:
        yield running_site
