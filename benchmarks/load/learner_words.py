"""The page that learners are on, and the words of its address."""

from urllib.parse import urlencode

PAGE = "rbf-bandwidth"
ARRIVING, ALL_HERE = "while the class arrives", "once all have arrived"  # the time of a release
FIRST_TIME = "a sweep that nobody asked for before"  # behind nginx, which reports it
OWN_ENGINE = "by the learner's own browser"
SCENE = {
    "data": "mixture", "m": "200", "seed": "0", "kernel": "rbf", "tau": "0.4",
    "loss": "hinge", "lam": "0.005", "risk": "sum", "intercept": "0",
}  # fmt: skip


def state(**changes: str) -> str:
    """Return what the page's live element sends on release."""
    return urlencode({**SCENE, **changes})
