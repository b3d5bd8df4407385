"""The report counts the challenges and questions of the app's pages."""

from features.report.course_counts import items_of
from pages.order import PAGES


def test_all_items_of_pages_are_counted_with_unique_ids():
    all_ids = [id_ for page in PAGES for id_ in items_of(page) if id_]
    assert len(all_ids) == len(set(all_ids))
    for page in PAGES:
        ids = {item.id for item in (*page.challenges, *page.quiz)}
        assert ids | {step.link(page.name)["id"] for step in page.steps} <= {*items_of(page)}
