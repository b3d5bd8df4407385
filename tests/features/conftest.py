"""What the tests of features have in place of the app's pages."""

from tests.lab.conftest import pages_of_the_tests

__all__ = ["pages_of_the_tests"]
