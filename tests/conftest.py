"""Settings of all tests: one BLAS thread, reproducible examples, the choice of browser tests."""

import dataclasses
import os
from collections import Counter
from collections.abc import Iterable
from zlib import crc32

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when NumPy is first imported
os.environ["OMP_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings
from pytest_rerunfailures import StatusDB

import features.order  # noqa: F401  (features and pages declare themselves)
import pages.order  # noqa: F401
from lab.course import course
from tests.browser.not_on_site import not_on_the_site
from tests.examples import THOROUGH

pytest_plugins = ["tests.stores"]

settings.register_profile("reproducible", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("thorough", settings.get_profile("reproducible"), max_examples=100)
settings.load_profile("reproducible")


@pytest.fixture
def language_tag(monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the language of the course. Return the start of its pages' HTML tag."""
    own_course = dataclasses.replace(course.current(), language="en-GB")
    monkeypatch.setattr(course, "current", lambda: own_course)
    return '<html lang="en-GB">'


# Folders whose tests share a built site or servers. Those with the same value run on one worker.
SHARING_FOLDERS = {
    "tests/engines/site/": "site",
    "tests/site/": "site",
    "tests/hosting/": "replicas",
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Run the tests of each file on one worker, and those of folders that share something.

    xdist 3.8 has `--dist loadgroup` for this, but with pytest 9.2 it silently groups nothing.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return SHARING_FOLDERS.get(next(filter(file.startswith, SHARING_FOLDERS), ""), file)

    return ByFile(config, log)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Set up a thorough run, and let each worker record its failures itself.

    A record in the process that started the workers costs three messages per test. It is only
    needed to rerun the test of a worker that has died, which a scheduler by file can't do.
    """
    if config.getoption("--thorough"):
        os.environ[THOROUGH] = "1"
        settings.load_profile("thorough")
    if hasattr(config, "workerinput"):
        config.failures_db = StatusDB()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run every test, with more examples in fuzz tests; takes several times as long",
    )
    parser.addoption(
        "--site",
        action="store_true",
        help="run browser tests against the course without a server, instead of the app",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `thorough`, those of their cases that the mark names, or with
    `thorough(keep_every=n)` all cases except every n-th: another test, input or case covers them.

    Only tests whose mark gives a reason are run again, in WebKit; the summary then names them.
    """
    for item in items:
        watched = item.nodeid.startswith(("tests/browser/", "tests/engines/"))
        reason = watched and config.getoption("--site") and _not_on_the_site(item)
        if reason:
            item.add_marker(pytest.mark.skip(reason=f"Does not apply to the site: {reason}"))
    if config.getoption("--thorough"):
        return
    out = {item for item in items if _thorough(item)} | _other_cases(items)
    items[:] = [item for item in items if item not in out]
    config.hook.pytest_deselected(items=[*out])


def _not_on_the_site(item: pytest.Item) -> str | None:
    return not_on_the_site(item.nodeid, getattr(item, "fixturenames", []))


def _thorough(item: pytest.Item) -> bool:
    cases = item.name.partition("[")[2].removesuffix("]").split("-")
    marks = item.iter_markers("thorough")
    return any(set(mark.args) & set(cases) if mark.args else not mark.kwargs for mark in marks)


def _other_cases(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the cases of tests with `thorough(keep_every=n)` that a quick run leaves out.
    Different tests begin at different cases, so that each page or data set is covered by some of
    them."""
    out, counts = set(), Counter[str]()
    for item in items:
        test = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("thorough"):
            if n := mark.kwargs.get("keep_every"):
                if (counts[test] + crc32(test.encode())) % n:
                    out.add(item)
                counts[test] += 1
    return out


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    rerun = terminalreporter.stats.get("rerun", [])
    for name in sorted({report.nodeid for report in rerun}):
        terminalreporter.write_line(f"Needed another try: {name}")
    skipped_reports = terminalreporter.stats.get("skipped", [])
    reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in skipped_reports}
    for reason in sorted(reason for reason in reasons if reason.startswith("Not run in ")):
        terminalreporter.write_line(reason)
    if terminalreporter.config.option.thorough:
        return
    terminalreporter.write_line('Left out: tests marked "thorough". All of them: ARGS=--thorough')
