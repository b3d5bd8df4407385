"""The tests that do not apply to the course without a server, each with its reason.

`python -m pytest tests/browser tests/engines --site` runs the others against it.
"""

FIXTURES = {"make_server": "it starts, stops or sets up a server of its own"}
# The keys are a file, or a file and the beginning of a test's name.
TESTS: dict[str, str] = {
    "test_ask::": "it runs scikit-learn, which the browser's Python does not have",
    "test_comparison::": "it runs scikit-learn, which the browser's Python does not have",
    "test_figure::": "Plotly's figure is made by a library that the browser's Python does not have",
    "test_hall::": "votes need a server that others reach too",
    "test_hall_phone::": "votes need a server that others reach too",
    "test_hosted::": "it tests the app behind nginx",
    "test_front_door::": "only a server's pages say what the server stores",
    "test_deferred_run::": "it counts messages to a server; tests/site checks the back button",
    "test_extending::": "it tests an app with an additional page",
    "test_policy::": "a folder sets no headers, and so no policy",
    "test_long_sweep::": "it answers in the server's place",
    "test_short_link::test_a_short_link": "only a server stores short links",
    "test_points_bar::test_points_are_added_dragged_relabelled": "it counts requests for frames",
    "test_kernel_search::test_counterexample_points": "it answers in the server's place",
    "test_rail::test_the_bar_covers": "only the app has a navigation that fades and scrolls",
    "test_rail::test_a_link_scrolls_to_a_step": "it delays a server's messages;"
    " the site's pages contain all steps from the start",
    "test_trouble::test_a_refusal": "it answers in the server's place",
    "test_progress::test_without_storage": "each link loads a page anew, so memory is lost",
    "test_trouble::test_a_busy_server": "no server can be busy",
    "test_watch::": "it tests the tests' own tools",
    "test_site::": "it tests the site in every run",
    "test_handout::": "it tests a file of its own",
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
