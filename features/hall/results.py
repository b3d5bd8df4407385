"""What a room was asked, and how many gave which answer: nothing in it is about a person."""

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

_FORMULA = ("=", "+", "-", "@", "\t")  # with which a spreadsheet would take a text for a formula


@dataclass(frozen=True)
class AskedQuestion:
    """A question with its rounds that are closed."""

    number: int
    question: HallQuestion
    rounds: tuple[Round, ...]

    def told(self) -> dict[str, Any]:
        """As JSON has it."""
        told: dict[str, Any] = {
            "number": self.number,
            "question": self.question.full(),
            "rounds": [self._round(one) for one in self.rounds],
        }
        if isinstance(self.question, PointsQuestion):
            told["edits"] = self.question.edits(self.rounds[-1].answers if self.rounds else ())
        return told

    def _round(self, one: Round) -> dict[str, Any]:
        return {
            "round": one.round, "answered": len(one.answers),
            "counts": self.question.counts(one.answers),
            "answers": [self.question.value(text) for text in one.answers],
            "right": self.question.share_right(one.answers),
        }  # fmt: skip

    def answers(self, one: Round) -> Iterator[tuple[str, int]]:
        """Each answer in words, and how many gave it: of a choice every option, else what was
        given."""
        counts = Counter(one.answers)
        if isinstance(self.question, questions.ChoiceQuestion):
            for k, option in enumerate(self.question.options):
                yield option, counts[str(k)]
        else:
            for text in sorted(counts, key=self.question.value):
                yield text, counts[text]


def room_results(rooms: Rooms, room: Room) -> list[AskedQuestion]:
    """All questions of a room, without the answers of a round that is still open."""
    rounds = [
        one for one in rooms.rounds(room.code)
        if not (room.is_open and (one.question, one.round) == (room.question, room.round))
    ]  # fmt: skip
    return [
        AskedQuestion(
            number,
            questions.read(json.loads(body)),
            tuple(one for one in rounds if one.question == number),
        )
        for number, body in rooms.bodies(room.code).items()
    ]


def csv_text(found: Sequence[AskedQuestion]) -> str:
    """One line for each answer that was given in a round, and of a choice for each option."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(["question", "text", "kind", "round", "answer", "count"])
    for one in found:
        for nth in one.rounds:
            for text, count in one.answers(nth):
                words = [_plain(one.question.text), one.question.kind, nth.round]
                write([one.number, *words, _cell(one, text), count])
    return out.getvalue()


def _cell(one: AskedQuestion, text: str) -> str:
    return _plain(text) if isinstance(one.question, questions.ChoiceQuestion) else text


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def page(room: Room, found: Sequence[AskedQuestion]) -> str:
    """The same to read."""
    rows = [
        phone_page.SummaryRound(
            one.number, one.question.text, nth.round, len(nth.answers),
            one.question.share_right(nth.answers), tuple(one.answers(nth)),
        )
        for one in found
        for nth in one.rounds
    ]  # fmt: skip
    return phone_page.summary(room.code, rows)
