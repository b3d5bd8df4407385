"""The hall in the lecture view: its script, its style sheet, and the script's data.

The data are the base path and the questions of the page's quiz, without those of closed steps.
"""

from typing import Any

from features.lecture.companion import Companion
from lab.course import open_parts
from lab.endpoints.static_assets import public_path
from lab.ui import quiz


def _data(page: str) -> dict[str, Any]:
    questions = [as_hall_question(question) for question in open_parts.questions(page)]
    return {"base": public_path(""), "quiz": questions}


def as_hall_question(question: quiz.Question) -> dict[str, Any]:
    """Convert a question of the page's quiz to the data of a question of the hall."""
    item = question.as_json()
    texts = [answer["text"] for answer in item["answers"]]
    why = next(answer["why"] for answer in item["answers"] if answer["right"])
    return {"text": question.text, "options": texts, "why": why,
            "right": [texts.index(question.right)]}  # fmt: skip


COMPANION = Companion("features/hall/screen.js", _data, ("features/hall/screen.css",))
