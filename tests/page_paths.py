"""The addresses of all pages, for tests that open every page: a new page is tested too."""

from lab.course.page_declaration import HOME
from pages.order import PAGES

NAMES = tuple(page.path for page in PAGES)
PATHS = tuple("" if name == HOME else name for name in NAMES)  # the front page has no name there
