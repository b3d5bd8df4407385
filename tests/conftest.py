"""What every test shares: one BLAS thread, reproducible examples, and the order on two workers."""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when NumPy is first imported
os.environ["OMP_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep each file's tests on one worker, and all browser tests: one Chromium at a time.

    xdist 3.8 has `--dist loadgroup` for this, but with pytest 9.2 it silently groups nothing.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return "browser" if file.startswith("tests/browser/") else file

    return ByFile(config, log)
