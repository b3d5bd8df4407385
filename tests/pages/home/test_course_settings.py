"""The front page shows the settings of course.toml."""

from lab.course import course
from lab.course.course import read
from tests.lab.ui.element_data import page_data
from tests.lab.ui.visit import open_page


def test_pages_show_what_the_course_says(monkeypatch):
    own_course = read(
        'title = "Week 6"\npages = ["svm"]\n[[links]]\nlabel = "To the *course*"\n'
        'href = "https://a.example/ml"\n[scenes]\nhome = "data=moons&m=50"\n',
    )
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = open_page("home/page.py")
    assert not page.exception
    parts = page_data(page)
    picture = next(part for part in parts if "query" in part)
    assert "data=moons" in picture["query"] and "m=50" in picture["query"]
    links = [part.proto for part in page.main if part.type == "page_link"]
    assert any(link.page == "https://a.example/ml" for link in links)
    assert not any(link.page.endswith("losses") for link in links), "that page is left out"
