"""The page that learners are on, and the words of its address."""

from urllib.parse import urlencode

PAGE = "rbf-bandwidth"
ARRIVING, ALL_HERE = "while the class arrives", "once all have arrived"  # when a release was
FIRST_TIME = "a sweep that nobody asked for before"  # behind nginx, which tells it
OWN_ENGINE = "by the learner's own browser"
SCENE = {
    "data": "mixture", "m": "200", "seed": "0", "kernel": "rbf", "tau": "0.4",
    "loss": "hinge", "lam": "0.005", "risk": "sum", "intercept": "0",
}  # fmt: skip


def state(**changes: str) -> str:
    """What the page's live element says when the hand lets go."""
    return urlencode({**SCENE, **changes})
