"""Two assignments on the app's pages, read when a test needs them, because pages can be deleted."""

from functools import cache

from features.assignments.assignment import Assignment, read
from tests.features.assignments.answer_cases import assignment_text

WEEK_4 = """title = "Week 4"

[[task]]
page = "regularisation"
step = "degree"
scene = "data=wave&m=30&order=1"
text = "Find a degree that is right on new points."
change = ["order"]
goal = "test <= 0.1"

[[task]]
page = "regularisation"
step = "price"
scene = "data=wave&m=30&power=15&penalty=10000"
text = "Set the price."
change = ["penalty"]
goal = "test <= 0.12, M >= 15"
solution = "penalty=0.01"

[[task]]
page = "stochastic-gradient"
step = "bold-steps"
scene = "eta=10"
text = "Come close."
change = ["t", "eta"]
goal = "risk <= 1.5 × floor, t <= 300"
points = 2
"""


@cache
def week_3() -> Assignment:
    """Return the assignment of tests/features/assignments, with its tasks on the pages RBF
    bandwidth and SVM."""
    return read(assignment_text("rbf-bandwidth", "svm"))


@cache
def week_4() -> Assignment:
    """Return an assignment whose tasks are on steps that declare how their numbers are measured."""
    return read(WEEK_4)
