"""Import the modules of pages' folders for tests of several pages."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from pages.order import PAGES

TESTS = Path(__file__).parent


def modules_of_pages(room: str, name: str) -> list[ModuleType]:
    """Import the modules of this name in a test folder's subfolders of the existing pages, such as
    `tests/pages/svm/page_answers.py`."""
    folders = [page.name for page in PAGES if (TESTS / room / page.name / f"{name}.py").is_file()]
    return [import_module(f"tests.{room.replace('/', '.')}.{folder}.{name}") for folder in folders]
