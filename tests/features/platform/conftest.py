"""A course platform, and the app with which it is registered."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from starlette.applications import Starlette

from features.platform import declaration
from features.platform.tool import Tool
from lab.course import course as courses
from lab.course.course import Course
from lab.store.store import Store
from tests.features.platform.course_platform import CoursePlatform, running
from tests.visitors import site_with

TASKS = {
    "week-3": """title = "Week 3"
id = "week-3"

[[task]]
page = "plane"
scene = "data=mixture&m=60&tau=0.05"
text = "Bring the test error down."
change = ["tau", "lam"]
goal = "test_error <= 0.9"
points = 2

[[task]]
page = "walk"
text = "Find the widest street."
change = ["lam"]
goal = "slack_sum <= 1000000"
solution = "lam=0.0001"
""",
}


class Clock:
    """A clock that tests can advance."""

    seconds = 0.0

    def __call__(self) -> float:
        return time.time() + self.seconds


@dataclass
class App:
    """The app with its store, registered with the platform."""

    site: Starlette
    store: Store
    tool: Tool
    clock: Clock

    def rows(self) -> int:
        """Return the number of rows in the feature's tables."""
        from features.platform import registry, scores

        with self.store.transaction() as connection:
            tables = (registry.NONCES, registry.REGISTRATIONS, scores.SCORES)
            return sum(len(connection.execute(table.select()).all()) for table in tables)


@pytest.fixture(scope="session")
def running_platform() -> Iterator[CoursePlatform]:
    with running() as platform:
        yield platform


@pytest.fixture
def platform(running_platform) -> CoursePlatform:
    port = int(running_platform.issuer.rpartition(":")[2])
    running_platform.__init__(port)
    return running_platform


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a course's folder with an assignment."""
    (tmp_path / "homework").mkdir()
    for name, text in TASKS.items():
        (tmp_path / "homework" / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.setenv("COURSE", str(tmp_path / "course.toml"))
    return tmp_path


@pytest.fixture
def app(platform, folder, monkeypatch):
    course = Course(
        data_folder="data", frame_ancestors=("https://moodle.example.edu",),
        settings={"platform": platform.settings, "assignments": "homework"},
    )  # fmt: skip
    monkeypatch.setattr(courses, "current", lambda: course)
    clock = platform.clock = Clock()
    store = Store("", [declaration.FEATURE.tables()], clock)
    tool = Tool(course, store)
    platform.app_keys = tool.keys.public_keys()
    yield App(site_with(declaration.routes(tool)[0]), store, tool, clock)
    store.close()
