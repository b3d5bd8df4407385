"""All routes of the scene of many classes."""

from lab.classes import ask, bill, scores, sgd, shapes, walk
from lab.classes.frames import CLASS_FRAMES

ROUTES = [
    *CLASS_FRAMES.routes(),
    ask.ROUTE,
    bill.ROUTE,
    scores.ROUTE,
    sgd.ROUTE,
    shapes.ROUTE,
    walk.ROUTE,
]
