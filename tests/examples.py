"""The number of examples and of seeds that tests try: few in every run, more with --thorough."""

import os

from hypothesis import settings

THOROUGH = "KERNELS_THOROUGH"  # environment variable that tests/conftest.py sets
TIMES = 10


def with_examples(count: int, **options) -> settings:
    """Return settings for a fuzz test: `count` examples, and ten times as many with --thorough."""
    return settings(max_examples=count * (TIMES if THOROUGH in os.environ else 1), **options)


def seeds() -> range:
    """Return the seeds of the data sets for which a page's questions are answered."""
    return range(2 if THOROUGH in os.environ else 1)
