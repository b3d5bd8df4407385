"""A lecturer with a room of the hall, and questions of each kind."""

import json

from starlette.applications import Starlette

from features.hall.hall import Hall
from features.hall.owner_routes import OwnerRoutes
from features.hall.phone_routes import PhoneRoutes
from features.hall.rooms import TABLES
from lab.store.store import Store
from tests.lab.asgi import Reply
from tests.visitors import Visitor, site_with

CHOICE = {"kind": "choice", "text": "What will the test error do?",
          "options": ["It falls", "It rises", "Nothing"], "right": [1],
          "why": "It is too narrow."}  # fmt: skip
SLIDER = {"kind": "slider", "text": "Where on τ is the test error least?", "label": "τ",
          "field": "tau", "low": 0.05, "high": 6.4, "log": True, "right": [0.6, 1.4]}  # fmt: skip
PLACE = {"kind": "place", "text": "Which point is a support vector?", "window": [-3, 3, -2, 2],
         "marks": [[0.5, 1, 1], [-1, 0, -1]], "right": [[0.5, 1, 0.3]]}  # fmt: skip
POINTS = {"kind": "points", "text": "Add one point.", "window": [-3, 3, -2, 2]}


def open_hall(url: str = "") -> Hall:
    """Open a hall with a store in memory or at this address."""
    return Hall(Store(url, [TABLES]))


def site_of(hall: Hall) -> Starlette:
    return site_with([*OwnerRoutes(hall).routes(), *PhoneRoutes(hall).routes()])


class Lecturer(Visitor):
    """A visitor who owns a room."""

    def __init__(self, site):
        super().__init__(site)
        self.room = self.post("/hall", origin="https://kernels.example.edu").json()
        self.code = self.room["code"]

    def put_question(self, question=CHOICE, **fields) -> Reply:
        return self.post(f"/hall/{self.code}/question", json.dumps({**question, **fields}).encode())

    def act(self, name) -> Reply:
        return self.post(f"/hall/{self.code}/{name}")

    def results(self):
        return self.get(f"/hall/{self.code}/results").json()
