"""The tests that do not apply to the course without a server, each with its reason.

`python -m pytest tests/browser tests/engines --site` runs the others against it.
"""

FIXTURES = {"make_server": "it starts, stops or sets up a server of its own"}
# The keys are a file, or a file and the beginning of a test's name.
TESTS: dict[str, str] = {
    "test_ask::": "scikit-learn is asked, which the browser's Python does not have",
    "test_comparison::": "scikit-learn is asked, which the browser's Python does not have",
    "test_figure::": "Plotly's figure is made by a library that the browser's Python does not have",
    "test_hall::": "votes need a server that others reach too",
    "test_hall_phone::": "votes need a server that others reach too",
    "test_hosted::": "it looks at the app behind nginx",
    "test_front_door::": "the foot that says what a server stores is there where one is",
    "test_deferred_run::": "it counts messages to a server; tests/site looks at the way back",
    "test_extending::": "it looks at an app with a page more",
    "test_policy::": "a folder sets no headers, and so no policy",
    "test_long_sweep::": "it answers in the server's place",
    "test_short_link::test_a_short_link": "a server keeps what a short link stands for",
    "test_points_bar::test_points_are_added_dragged_relabelled": "it counts a server's frames",
    "test_kernel_search::test_counterexample_points": "it answers in the server's place",
    "test_rail::test_the_bar_covers": "its navigation fades beside the bar and is scrolled",
    "test_rail::test_a_link_scrolls_to_a_step": "a server's messages are held up;"
    " the site's steps are all there from the start",
    "test_trouble::test_a_refusal": "it answers in the server's place",
    "test_progress::test_without_storage": "each page is loaded whole: a visit is one page",
    "test_trouble::test_a_busy_server": "no server can be busy",
    "test_watch::": "it looks at the tests' own means",
    "test_site::": "it looks at the site in every run",
    "test_handout::": "it looks at a file of its own",
}


def not_on_the_site(nodeid: str, fixtures: list[str]) -> str | None:
    """Return why a test does not apply to the site, or None if it does."""
    for name, reason in FIXTURES.items():
        if name in fixtures:
            return reason
    file, _, test = nodeid.rpartition("/")[2].partition(".py::")
    return next(
        (reason for name, reason in TESTS.items() if f"{file}::{test}".startswith(name)), None
    )
