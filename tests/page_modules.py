"""What the tests of several pages take from the folders of each."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from pages.order import PAGES

TESTS = Path(__file__).parent


def modules_of_pages(room: str, name: str) -> list[ModuleType]:
    """The modules of this name in the folders that a room of the tests has for the pages there are,
    such as `tests/pages/svm/page_answers.py`."""
    folders = [page.name for page in PAGES if (TESTS / room / page.name / f"{name}.py").is_file()]
    return [import_module(f"tests.{room.replace('/', '.')}.{folder}.{name}") for folder in folders]
