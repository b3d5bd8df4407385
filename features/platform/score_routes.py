"""Routes by which a task's page hands in answers.

All paths are below the base path; bodies are JSON.

POST /lti/score    {"token", "answer"}: the token of the launch, and the answer packed as in a
                   link. The server solves the tasks again, stores the score that counts, and
                   sends it: 200 with {"sentences"}, the receipt, and "text" and "waits" as below.
                   409 with {"message"} for an answer that is refused, 422 for a request that
                   can't be read, 429 for too many answers
POST /lti/marks    {"token"}: 200 with {"text", "waits"}: what the student has handed in, and
                   whether the mark still waits for the platform. For a teacher the text says how
                   many students have handed in and how many marks wait. If the link has no column
                   in the gradebook, the text says so. 409 and 422 as above
"""

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from features.assignments import answer as answers
from features.assignments import codes, library
from features.assignments.answer import AssignmentAnswer, TaskAnswer, UnreadableAnswer
from features.assignments.assignment import Assignment, AssignmentError, points_text
from features.assignments.library import DATED_PREFIX
from features.assignments.marking.marks import TaskMark, check_key, mark_task
from features.platform import scores
from features.platform.launches import TaskLaunch, unseal
from features.platform.scores import ACCEPTED_SCORE, LOST_SCORE, WAITING_SCORE, Score
from features.platform.tokens import BadToken
from features.platform.tool import Tool
from lab.endpoints.static_assets import public_path
from lab.endpoints.token_bucket import TokenBucket
from lab.scene.fields import count, number_text
from lab.serving.refused_request import RefusedRequest

log = logging.getLogger(__name__)

NO_STORE = {"Cache-Control": "no-store"}
MARKING_THREADS = 2
FIRST_ATTEMPT_SECONDS = 8.0  # longest time that a student waits for the platform
ROUND_SECONDS = 15.0  # interval between two rounds of sending waiting scores

BAD_REQUEST = "This request can’t be read."
ENDED_LAUNCH = "This launch has ended. Open the task in your course again, then hand in."
IS_TEACHER = "You opened this task as a teacher. Only students can hand in."
NO_LINE_ITEM = (
    "The link in your course has no column in the gradebook. A teacher must add the link again, and"
    " choose the task in this app."
)
MISSING_TASK = "This task no longer exists. Tell your teacher."
FOREIGN_ANSWER = "This answer has a code other than yours. Start the task again."
DEADLINE_PASSED = "The deadline has passed. An answer that you handed in earlier still counts."
TOO_MANY_ANSWERS = "You have handed in too often. Wait a few seconds, then try again."

_STATES = {
    ACCEPTED_SCORE: "The platform has accepted the mark.",
    WAITING_SCORE: "The platform has not accepted the mark yet. The mark is stored here, and sent"
    " again automatically.",
    LOST_SCORE: "The platform did not accept the mark within a week, so it is no longer sent. Hand"
    " in again, or tell your teacher.",
}


class ScoreRoutes:
    """The routes of a task's page, and the background work that sends waiting scores."""

    def __init__(self, tool: Tool):
        self._tool = tool
        self._marking = ThreadPoolExecutor(MARKING_THREADS, "marking")
        self.answers = TokenBucket(1 / 5, 12)  # limit on the answers of one student

    def routes(self) -> list[Route]:
        return [
            Route(public_path("lti/score"), self.hand_in, methods=["POST"]),
            Route(public_path("lti/marks"), self.marks, methods=["POST"]),
        ]

    async def hand_in(self, request: Request) -> Response:
        try:
            body, launch = await self._read(request)
            assignment, answer = self._check(launch, body.get("answer"))
            if not self.answers.spend(launch.student):
                raise RefusedRequest(429, TOO_MANY_ANSWERS)
            marks = await asyncio.get_running_loop().run_in_executor(
                self._marking, mark_answer, assignment, answer
            )
            points = sum(mark.points for mark in marks)
            is_stored = await self._tool.run_in_store(
                scores.store_score, self._tool, launch, points, assignment.points
            )
            score = await self._find_score(launch)
            if score and is_stored:
                score = await self._send(launch, score)
        except RefusedRequest as error:
            return _refusal(error)
        sentences = [*map(_task_sentence, range(1, len(marks) + 1), marks, assignment.tasks)]
        total = f"In total {number_text(points)} of {points_text(assignment.points)}."
        if not is_stored:
            total += " Your earlier answer counts, because it has at least as many points."
        return _answer(self._status(score) | {"sentences": [*sentences, total]})

    async def marks(self, request: Request) -> Response:
        try:
            _, launch = await self._read(request)
        except RefusedRequest as error:
            return _refusal(error)
        if not launch.line_item:
            return _answer({"text": NO_LINE_ITEM, "waits": False})
        if launch.is_teacher:
            return _answer(await self._counts(launch))
        return _answer(self._status(await self._find_score(launch)))

    async def _counts(self, launch: TaskLaunch) -> dict[str, Any]:
        """Describe for a teacher how many students have handed in, and how many marks wait."""
        total, waiting_count, oldest_time = await self._tool.run_in_store(
            scores.count_scores, self._tool.store, launch.line_item
        )
        sentence = f"{count(total, 'student')} {'has' if total == 1 else 'have'} handed in."
        if not waiting_count:
            text = f"{sentence} No mark is waiting for the platform." if total else sentence
            return {"text": text, "waits": False}
        since = self._tool.course.dates.write_time(oldest_time)
        verb = "has" if waiting_count == 1 else "have"
        marks = f"{count(waiting_count, 'mark')} {verb}"
        waiting_text = f"{marks} been waiting for the platform since {since}."
        return {"text": f"{sentence} {waiting_text}", "waits": True}

    async def _read(self, request: Request) -> tuple[dict[str, Any], TaskLaunch]:
        try:
            body = json.loads(await request.body())
            token = body["token"]
            if not isinstance(token, str):
                raise TypeError
        except (ValueError, RecursionError, TypeError, KeyError):
            raise RefusedRequest(422, BAD_REQUEST) from None
        try:
            return body, unseal(self._tool.tokens, token)
        except BadToken:
            raise RefusedRequest(409, ENDED_LAUNCH) from None

    def _check(self, launch: TaskLaunch, word: Any) -> tuple[Assignment, AssignmentAnswer]:
        """Return the assignment and the answer. Raises RefusedRequest.

        The answer must be by the student who launched, and for the task that was launched.
        """
        if not isinstance(word, str):
            raise RefusedRequest(422, BAD_REQUEST)
        if launch.is_teacher:
            raise RefusedRequest(409, IS_TEACHER)
        if not launch.line_item:
            raise RefusedRequest(409, NO_LINE_ITEM)
        if closed_reason := self._closed_reason(launch):
            raise RefusedRequest(409, closed_reason)
        try:
            assignment = library.find_assignment(launch.task)
            answer = answers.parse_link_word(word)
            check_key(assignment, answer)
        except AssignmentError:
            raise RefusedRequest(409, MISSING_TASK) from None
        except UnreadableAnswer as error:
            raise RefusedRequest(409, f"This answer can’t be read: {error}") from None
        if codes.normalise(answer.code) != codes.normalise(launch.student):
            raise RefusedRequest(409, FOREIGN_ANSWER)
        return assignment, answer

    def _closed_reason(self, launch: TaskLaunch) -> str:
        if launch.until and self._tool.store.clock() > launch.until:
            return DEADLINE_PASSED
        return self._tool.course.dates.closed_reason(DATED_PREFIX + launch.task)

    async def _find_score(self, launch: TaskLaunch) -> Score | None:
        return await self._tool.run_in_store(
            scores.find_score, self._tool.store, launch.student, launch.line_item
        )

    async def _send(self, launch: TaskLaunch, score: Score) -> Score:
        """Send a score, but wait for the platform at most FIRST_ATTEMPT_SECONDS. Return the score
        as it is then stored: accepted, or still waiting."""
        send_task = asyncio.ensure_future(self._tool.ask_platform(scores.send, self._tool, score))
        await asyncio.wait([send_task], timeout=FIRST_ATTEMPT_SECONDS)
        return await self._find_score(launch) or score

    def _status(self, score: Score | None) -> dict[str, Any]:
        """Describe the score that counts, and say whether it still waits for the platform."""
        if score is None:
            return {"text": "", "waits": False}
        time = self._tool.course.dates.write_time(score.handed_in)
        points = f"{number_text(score.points)} of {points_text(score.maximum)}"
        text = f"Handed in on {time}, {points}. {_STATES[score.state]}"
        return {"text": text, "waits": score.state == WAITING_SCORE}

    async def send_waiting(self) -> None:
        """Send waiting scores at regular intervals while the server runs."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self._tool.ask_platform(scores.send_waiting, self._tool)
            except Exception:
                log.exception("Waiting scores could not be sent")


def mark_answer(assignment: Assignment, answer: AssignmentAnswer) -> list[TaskMark]:
    """Mark each task of an answer, by solving it again on the server."""
    empty_answers = [TaskAnswer()] * (len(assignment.tasks) - len(answer.entries))
    return [
        mark_task(assignment, task, answer.code, entry)
        for task, entry in zip(assignment.tasks, [*answer.entries, *empty_answers], strict=True)
    ]


def _task_sentence(number: int, mark: TaskMark, task: Any) -> str:
    verdict = "goal met" if mark.is_met else (mark.fault or "goal not met").rstrip(".")
    return (
        f"Task {number}: {number_text(mark.points)} of {points_text(task.points)}, "
        f"{verdict[:1].lower()}{verdict[1:]}."
    )


def _answer(content: dict[str, Any]) -> Response:
    return JSONResponse(content, headers=NO_STORE)


def _refusal(fault: RefusedRequest) -> Response:
    return JSONResponse({"message": fault.message}, fault.status, NO_STORE)
