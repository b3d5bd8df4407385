"""The results of a room: its questions, and how often each answer was given.

The results contain no personal data.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from features.hall import phone_page, questions
from features.hall.questions import HallQuestion, PointsQuestion
from features.hall.rooms import Room, Rooms, Round

# A spreadsheet reads a text that begins with one of these as a formula.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t")


@dataclass(frozen=True)
class AskedQuestion:
    """A question with its closed rounds that have answers."""

    number: int
    question: HallQuestion
    rounds: tuple[Round, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the question and its rounds as JSON."""
        fields: dict[str, Any] = {
            "number": self.number,
            "question": self.question.to_json(),
            "rounds": [self._round(round_) for round_ in self.rounds],
        }
        if isinstance(self.question, PointsQuestion):
            fields["edits"] = self.question.edits(self.rounds[-1].answers if self.rounds else ())
        return fields

    def _round(self, round_: Round) -> dict[str, Any]:
        return {
            "round": round_.round, "answered": len(round_.answers),
            "counts": self.question.counts(round_.answers),
            "answers": [self.question.value(text) for text in round_.answers],
            "right": self.question.share_right(round_.answers),
        }  # fmt: skip

    def answers(self, round_: Round) -> Iterator[tuple[str, int]]:
        """Yield each answer as text, with its count: every option of a choice question, else the
        answers that were given."""
        counts = Counter(round_.answers)
        if isinstance(self.question, questions.ChoiceQuestion):
            for k, option in enumerate(self.question.options):
                yield option, counts[str(k)]
        else:
            for text in sorted(counts, key=self.question.value):
                yield text, counts[text]


def room_results(rooms: Rooms, room: Room) -> list[AskedQuestion]:
    """Read all questions of a room, without the answers of an open round."""
    rounds = [
        round_ for round_ in rooms.rounds(room.code)
        if not (room.is_open and (round_.question, round_.round) == (room.question, room.round))
    ]  # fmt: skip
    return [
        AskedQuestion(
            number,
            questions.read_question(json.loads(body)),
            tuple(round_ for round_ in rounds if round_.question == number),
        )
        for number, body in rooms.bodies(room.code).items()
    ]


def csv_text(asked_questions: Sequence[AskedQuestion]) -> str:
    """Write a line for each different answer of a round; in a choice question, for each option."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(["question", "text", "kind", "round", "answer", "count"])
    for entry in asked_questions:
        for round_ in entry.rounds:
            for text, count in entry.answers(round_):
                words = [_escape_formula(entry.question.text), entry.question.kind, round_.round]
                write([entry.number, *words, _cell(entry, text), count])
    return out.getvalue()


def _cell(entry: AskedQuestion, text: str) -> str:
    return _escape_formula(text) if isinstance(entry.question, questions.ChoiceQuestion) else text


def _escape_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) else text


def page(room: Room, asked_questions: Sequence[AskedQuestion]) -> str:
    """Write the results as an HTML page."""
    rows = [
        phone_page.SummaryRound(
            entry.number, entry.question.text, round_.round, len(round_.answers),
            entry.question.share_right(round_.answers), tuple(entry.answers(round_)),
        )
        for entry in asked_questions
        for round_ in entry.rounds
    ]  # fmt: skip
    return phone_page.summary(room.code, rows)
