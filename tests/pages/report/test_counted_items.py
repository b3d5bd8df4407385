"""What is counted of the pages for the report."""

from features.report.course_counts import items_of
from pages.order import PAGES


def test_every_page_counts_what_it_has_and_nothing_twice():
    everything = [id_ for page in PAGES for id_ in items_of(page) if id_]
    assert len(everything) == len(set(everything))
    for page in PAGES:
        asked = {one.id for one in (*page.challenges, *page.quiz)}
        assert asked | {step.link(page.name)["id"] for step in page.steps} <= {*items_of(page)}
