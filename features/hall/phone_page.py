"""The pages of the hall: plain HTML with its style inside; the script is small, and not needed.

Every text of a question is escaped; nothing of what another phone sent stands on any page.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from features.hall.hall import RoomView
from features.hall.questions import (
    ChoiceQuestion,
    HallQuestion,
    PlaceQuestion,
    PointsQuestion,
    SliderQuestion,
)
from features.hall.room_codes import LENGTH
from lab.endpoints import static_assets
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count
from lab.serving.plain_page import document

SCRIPT = "features/hall/phone.js"
OWNER_SCRIPT = "features/hall/owner.js"
SHEETS = ("features/hall/hall.css",)
MOST_TICKS = 7  # of an axis
STORED = (
    "No name is asked for or kept. Stored are a random token in a cookie and your answers; both "
    "are deleted after a day. One device has one vote; who votes with two devices, nobody can tell."
)


def join(message: str = "") -> str:
    """Asks for a code."""
    told = f'<p class="told" role="alert">{escape(message)}</p>' if message else ""
    return _page("Join the hall", f"""<main><h1>Join the hall</h1>{told}
<form action="{public_path("join")}" method="get"><label for="code">The code on the screen</label>
<input id="code" name="code" class="code" required maxlength="20" autocomplete="off"
 autocapitalize="characters" spellcheck="false" placeholder="{"·" * LENGTH}">
<button class="send">Join</button></form></main>""")  # fmt: skip


def take_over(code: str) -> str:
    """Asks for the owner's code, by which this computer leads the room."""
    here, title = public_path(f"hall/{code}/owner"), f"Lead room {space_code(code)}"
    script = f'<script type="module" src="{static_assets.url(OWNER_SCRIPT)}"></script>'
    return _page(title, f"""<main><h1>{title} from this computer</h1>
<form action="{here}" method="post" data-home="{public_path("")}">
<label for="owner">The owner’s code, from the presenter’s window</label>
<input id="owner" name="owner" class="code" required maxlength="40" autocomplete="off"
 autocapitalize="characters" spellcheck="false"><button class="send">Lead this room</button></form>
<p class="told" id="told" role="status"></p>
<noscript><p>The lecture view needs JavaScript.</p></noscript></main>""",
                 script, hint=False)  # fmt: skip


def refusal(message: str, code: str) -> str:
    """Why a vote was not taken, with the way back."""
    here = public_path(f"hall/{code}")
    return _page(f"Room {space_code(code)}", f"""<main><h1 role="alert">{escape(message)}</h1>
<p><a class="send" href="{here}">Back to the question</a></p></main>""")  # fmt: skip


def space_code(code: str) -> str:
    """A code as it is read out."""
    return f"{code[:3]} {code[3:]}"


def room(view: RoomView, given: str | None) -> str:
    """A room on a phone; `given`: what this phone has answered in this round."""
    code, here = view.room.code, public_path(f"hall/{view.room.code}")
    nth = f"<span>round {view.room.round}</span>" if view.question else ""
    script = f'<script type="module" src="{static_assets.url(SCRIPT)}"></script>'
    title = f"Room {space_code(code)}"
    return _page(title, f"""<header><span>{title}</span>{nth}</header>
<main data-state="{here}/state" data-now="{_now(view)}">{_middle(view, given, here)}</main>""",
                 script)  # fmt: skip


def _now(view: RoomView) -> str:
    """What the page shows: the script looks for another as soon as this changes."""
    one = view.room
    if one.ended or not view.question:
        return "0.0.0.0"
    return f"{one.question}.{one.round}.{int(one.is_open)}.{int(one.revealed)}"


def _middle(view: RoomView, given: str | None, here: str) -> str:
    question, again = view.question, f'<p><a class="again" href="{here}">Look again</a></p>'
    if view.room.ended:
        return '<h1>The hall is closed.</h1><p class="hint">Thank you for your answers.</p>'
    if question is None:
        soon = "The question appears here as soon as it is asked."
        return f"""<h1>You are in.</h1><p class="hint" hidden data-script>{soon}</p>
<noscript>{again}</noscript>"""
    text = f"<h1>{escape(question.text)}</h1>"
    mine = f'<p class="told" id="told" role="status">{_mine(question, given, view)}</p>'
    if view.room.is_open:
        talk = '<p class="hint">Talk to your neighbour, then choose again.</p>'
        hint = talk if view.room.round > 1 else ""
        numbers = "".join(
            f'<input type="hidden" name="{name}" value="{value}">'
            for name, value in (("question", view.room.question), ("round", view.room.round))
        )
        form = _form(question, given)
        return f"""{text}{hint}<form action="{here}/votes" method="post" class="{question.kind}">
{numbers}{form}</form>{mine}<noscript>{again}</noscript>"""
    truth = _truth(question) if view.room.revealed else ""
    return f"{text}{truth}{mine}<noscript>{again}</noscript>"


def _mine(question: HallQuestion, given: str | None, view: RoomView) -> str:
    """What this phone has answered, in words."""
    if given is None:
        return "" if view.room.is_open else "The question is closed. Look at the screen."
    said = f"Your answer: <b>{escape(in_words(question, given))}</b>."
    if view.room.is_open:
        return f"{said} You can change it until the question is closed."
    return said if view.room.revealed else f"{said} The question is closed. Look at the screen."


def in_words(question: HallQuestion, given: str) -> str:
    """An answer as one says it."""
    if isinstance(question, ChoiceQuestion):
        return question.options[question.value(given)]
    if isinstance(question, SliderQuestion):
        number = f"{question.value(given):g}".replace("-", "−")
        return f"{question.label} = {number}" if question.label else number
    *label, x, y = given.replace("-", "−").split(",")
    place = f"({x}, {y})"
    return f"{'positive' if label == ['p'] else 'negative'} at {place}" if label else place


def _truth(question: HallQuestion) -> str:
    """What is right, and why, for all to see."""
    right = ""
    if isinstance(question, ChoiceQuestion) and question.right:
        right = " or ".join(question.options[k] for k in question.right)
    elif isinstance(question, SliderQuestion) and question.right:
        low, high = (f"{v:.3g}".replace("-", "−") for v in question.right)
        right = low if low == high else f"from {low} to {high}"
    told = f'<p class="right">Right: <b>{escape(right)}</b></p>' if right else ""
    return told + (f"<p>{escape(question.why)}</p>" if question.why else "")


def _form(question: HallQuestion, given: str | None) -> str:
    if isinstance(question, ChoiceQuestion):
        return _buttons(question, given)
    if isinstance(question, SliderQuestion):
        return _slider(question, given)
    assert isinstance(question, PlaceQuestion)
    return _plane(question, given)


def _buttons(question: ChoiceQuestion, given: str | None) -> str:
    return "".join(
        f'<button name="answer" value="{k}" aria-pressed="{str(given == str(k)).lower()}">'
        f"{escape(text)}</button>"
        for k, text in enumerate(question.options)
    )


def _slider(question: SliderQuestion, given: str | None) -> str:
    """A number to type; the script puts a slider in its place."""
    value = f' value="{given}"' if given else ""
    label = escape(question.label)
    bounds = f"from {question.low:g} to {question.high:g}".replace("-", "−")
    return f"""<label for="answer">{label or "Your value"}, {bounds}</label>
<input id="answer" name="answer" type="number" inputmode="decimal" step="any" required{value}
 min="{question.low:g}" max="{question.high:g}" data-log="{int(question.log)}"
 data-label="{label}"><button class="send">Send</button>"""


def _plane(question: PlaceQuestion, given: str | None) -> str:
    """A plane to tap on, which needs the script, and two fields, which don't."""
    *label, x, y = given.split(",") if given else ["", "", ""]
    left, right, bottom, top = question.window
    sides = _sides("negative" if label == ["n"] else "positive")
    sides = sides if isinstance(question, PointsQuestion) else ""
    fields = "".join(
        f'<label for="{name}">{title}</label><input id="{name}" name="{name}" type="number" '
        f'inputmode="decimal" step="any" required min="{low:g}" max="{high:g}" value="{value}">'
        for name, title, low, high, value in (
            ("x", "x, to the right", left, right, x), ("y", "y, upwards", bottom, top, y),
        )
    )  # fmt: skip
    hint = '<p class="hint" hidden data-script>Tap in the picture, then send.</p>'
    return f"""{sides}{hint}{_drawn(question)}<div class="fields">{fields}</div>
<button class="send">Send</button>"""


def _sides(chosen: str) -> str:
    """Whether the point is positive or negative."""
    choices = "".join(
        f'<label class="side {name}"><input type="radio" name="label" value="{name[0]}"'
        f"{' checked' if name == chosen else ''}>{name}</label>"
        for name in ("positive", "negative")
    )
    return f"<fieldset><legend>The point is</legend>{choices}</fieldset>"


def _drawn(question: PlaceQuestion) -> str:
    """The plane with the points of the question and its axes, in a box 100 wide. Numbers stand
    along its lower and its left edge: without the script a place is read off them and typed."""
    left, right, bottom, top = question.window
    scale = 100 / (right - left)
    height = (top - bottom) * scale

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{(x - left) * scale:.1f}", f"{(top - y) * scale:.1f}"

    x0, y0 = at(0, 0)
    axes = (f'<path class="axis" d="M{x0} 0V{height:.1f}"/>' if left < 0 < right else "") + (
        f'<path class="axis" d="M0 {y0}H100"/>' if bottom < 0 < top else ""
    )
    marks = "".join(
        '<path class="positive" d="M{} {}m-1.5-1.5l3 3m0-3l-3 3"/>'.format(*at(x, y))
        if label > 0 else '<circle class="negative" cx="{}" cy="{}" r="1.6"/>'.format(*at(x, y))
        for x, y, label in question.marks
    )  # fmt: skip
    numbers = "".join(
        f'<path class="tick" d="M{at(v, bottom)[0]} {height:.1f}v-2"/>'
        f'<text x="{at(v, bottom)[0]}" y="{height - 3:.1f}" text-anchor="middle">{_minus(v)}</text>'
        for v in _ticks(left, right)
    ) + "".join(
        f'<path class="tick" d="M0 {at(left, v)[1]}h2"/>'
        f'<text x="3" y="{at(left, v)[1]}" dy=".35em">{_minus(v)}</text>'
        for v in _ticks(bottom, top)
    )
    window = " ".join(f"{v:g}" for v in question.window)
    return (
        f'<svg class="plane" viewBox="0 0 100 {height:.1f}" data-window="{window}" '
        f'aria-hidden="true">{axes}{numbers}{marks}</svg>'
    )


def _minus(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers inside an axis, at most seven: none at its ends, where another axis has its."""
    for step in (10.0**k * m for k in range(-3, 6) for m in (1, 2, 5)):
        first, last = math.floor(low / step) + 1, math.ceil(high / step) - 1
        inner = [round(k * step, 9) for k in range(first, last + 1)]
        inner = [v for v in inner if min(v - low, high - v) > 0.06 * (high - low)]
        if len(inner) <= MOST_TICKS:
            return inner
    return []


@dataclass(frozen=True)
class SummaryRound:
    """One round for the page afterwards."""

    number: int
    text: str
    round: int
    answered: int
    right: float | None
    answers: tuple[tuple[str, int], ...]


def summary(code: str, rounds: Sequence[SummaryRound]) -> str:
    """All rounds of a room, to read after the lecture."""
    parts, last = [], 0
    for one in rounds:
        if one.number != last:
            parts.append(f"<h2>{one.number}. {escape(one.text)}</h2>")
            last = one.number
        share = "" if one.right is None else f", {one.right:.0%} right"
        rows = "".join(
            f"<tr><th scope=row>{escape(t)}</th><td>{n}</td></tr>" for t, n in one.answers
        )
        told = f"Round {one.round}: {count(one.answered, 'answer')}{share}"
        parts.append(f"<table><caption>{told}</caption>{rows}</table>")
    csv_file = public_path(f"hall/{code}/results.csv")
    body = "".join(parts) or "<p>Nothing has been answered yet.</p>"
    return _page(f"Room {space_code(code)}", f"""<main class="summary"><h1>What the hall said</h1>
<p><a href="{csv_file}" download>As a table (CSV)</a></p>{body}</main>""", hint=False)  # fmt: skip


def _page(title: str, body: str, script: str = "", hint: bool = True) -> str:
    stored = f"<footer><p>{STORED}</p></footer>" if hint else ""
    return document(title, body + stored, script, SHEETS)
