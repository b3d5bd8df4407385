"""Stand-in pages in place of the app's, for the tests of features."""

from tests.lab.conftest import pages_of_the_tests

__all__ = ["pages_of_the_tests"]
