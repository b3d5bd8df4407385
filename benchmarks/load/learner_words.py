"""Define the page that learners open, the words of its address, and names of measurements."""

from urllib.parse import urlencode

PAGE = "rbf-bandwidth"
ARRIVING, ALL_HERE = "while the class arrives", "once all have arrived"  # phases of a run
FIRST_TIME = "a sweep that was not requested before"  # a sweep for which nginx reports no cache hit
OWN_ENGINE = "by the learner's own browser"
SCENE = {
    "data": "mixture", "m": "200", "seed": "0", "kernel": "rbf", "tau": "0.4",
    "loss": "hinge", "lam": "0.005", "risk": "sum", "intercept": "0",
}  # fmt: skip


def state(**changes: str) -> str:
    """Return the query that the page's live element sends on release."""
    return urlencode({**SCENE, **changes})
