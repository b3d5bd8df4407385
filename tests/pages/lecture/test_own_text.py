"""The dialog for a visitor's own lecture does not overwrite typed text."""

from features.lecture.lecture_library import EXAMPLE, _max_length
from lab.course import course
from tests.lab.ui.visit import open_page


def test_the_field_begins_empty_and_a_typed_lecture_becomes_a_link():
    page = open_page("home/page.py")
    page.button(key="own-lecture").click().run()
    field = page.text_area(key="lecture")
    assert field.value == "" and not page.success and not page.error
    field.set_value(EXAMPLE)
    page.button(key="own-lecture").click().run()  # in tests every run closes the dialog
    assert page.text_area(key="lecture").value == EXAMPLE
    assert "1 step" in page.success[0].value


def test_the_dialog_opens_in_a_course_whose_page_is_in_no_shipped_lecture(monkeypatch):
    small_course = course.read('pages = ["multiclass"]')
    monkeypatch.setattr(course, "current", lambda: small_course)
    _max_length.cache_clear()
    page = open_page("home/page.py")
    page.button(key="own-lecture").click().run()
    assert not page.exception and page.text_area(key="lecture").value == ""
