"""Students who launch a task and hand in answers."""

import json

from features.assignments import library
from features.assignments.answer import AssignmentAnswer, TaskAnswer
from features.assignments.reachability import start_for
from lab.scene.scene import replace
from tests.features.assignments.answer_cases import word
from tests.features.platform.course_platform import APP, CLAIM, launch, launch_data
from tests.lab.asgi import Reply
from tests.visitors import Visitor

TASK = {f"{CLAIM}target_link_uri": f"{APP}/?task=week-3"}


def launch_task(app, platform, subject="student-1", **changes) -> dict:
    return launch_data(launch(app.site, platform, **TASK | {"sub": subject} | changes))


def answer_word(code: str, solved: int = 2, key: str = "week-3") -> str:
    """Pack an answer to the first `solved` tasks, which meets their goals."""
    assignment = library.find_assignment("week-3")
    first, second = (start_for(assignment, task, code) for task in assignment.tasks)
    scenes = [replace(first, tau=0.8).query(), replace(second, lam=1e-4).query()]
    entries = [TaskAnswer(scene) for scene in scenes[:solved]]
    return word(AssignmentAnswer(key, code, tuple(entries)))


def post_json(app, path: str, client: str = "10.0.0.1", **content) -> Reply:
    visitor = Visitor(app.site, client=client)
    return visitor.post(path, json.dumps(content).encode(), origin=APP)


def hand_in(app, student: dict, packed: str = "", solved: int = 2) -> Reply:
    packed = packed or answer_word(student["code"], solved)
    return post_json(app, "/lti/score", token=student["token"], answer=packed)


def marks(app, student: dict) -> str:
    return post_json(app, "/lti/marks", token=student["token"]).json()["text"]
