"""The pages of the hall: plain HTML with an embedded style sheet.

The phones' pages also work without JavaScript. Every text of a question is escaped. Phones send no
free text: an answer is the number of an option, a value or a point.
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
from features.hall.room_codes import CODE_LENGTH
from lab.endpoints import static_assets
from lab.endpoints.static_assets import public_path
from lab.scene.fields import count
from lab.serving.plain_page import document

SCRIPT = "features/hall/phone.js"
OWNER_SCRIPT = "features/hall/owner.js"
SHEETS = ("features/hall/hall.css",)
MAX_TICKS = 7  # largest number of ticks on an axis
PRIVACY_TEXT = (
    "No name is asked for or stored. The room stores a random number, which is also in a cookie, "
    "and your answers; both are deleted after a day. Each device has one vote."
)


def join(message: str = "") -> str:
    """Write the page that asks for a room's code."""
    alert = f'<p class="status" role="alert">{escape(message)}</p>' if message else ""
    return _page("Join the hall", f"""<main><h1>Join the hall</h1>{alert}
<form action="{public_path("join")}" method="get"><label for="code">The code on the screen</label>
<input id="code" name="code" class="code" required maxlength="20" autocomplete="off"
 autocapitalize="characters" spellcheck="false" placeholder="{"·" * CODE_LENGTH}">
<button class="send">Join</button></form></main>""")  # fmt: skip


def owner_form(code: str, message: str = "") -> str:
    """Write the page that asks for the owner's code, to control the room from a second computer.

    `message`: the reason why a code was refused."""
    path, title = public_path(f"hall/{code}/owner"), f"Control the room {space_code(code)}"
    script = f'<script type="module" src="{static_assets.url(OWNER_SCRIPT)}"></script>'
    return _page(title, f"""<main><h1>{title} from this computer</h1>
<form action="{path}" method="post" data-home="{public_path("")}">
<label for="owner">The owner’s code, from the presenter’s window</label>
<input id="owner" name="owner" class="code" required maxlength="40" autocomplete="off"
 autocapitalize="characters" spellcheck="false">
<button class="send">Control this room</button></form>
<p class="status" id="status" role="status">{escape(message)}</p>
<noscript><p>The lecture view needs JavaScript.</p></noscript></main>""",
                 script, hint=False)  # fmt: skip


def refusal(message: str, code: str) -> str:
    """Write the page that says why a vote was refused, with a link back to the question."""
    path = public_path(f"hall/{code}")
    return _page(f"Room {space_code(code)}", f"""<main>
<div role="alert"><h1>{escape(message)}</h1></div>
<p><a class="send" href="{path}">Back to the question</a></p></main>""")  # fmt: skip


def space_code(code: str) -> str:
    """Write a code in two groups of three characters."""
    return f"{code[:3]} {code[3:]}"


def room(view: RoomView, answer: str | None) -> str:
    """Write a room's page for a phone whose answer in this round is `answer`."""
    code, path = view.room.code, public_path(f"hall/{view.room.code}")
    round_number = f"<span>round {view.room.round}</span>" if view.question else ""
    script = f'<script type="module" src="{static_assets.url(SCRIPT)}"></script>'
    title = f"Room {space_code(code)}"
    body = _room_body(view, answer, path)
    return _page(title, f"""<header><span>{title}</span>{round_number}</header>
<main data-state="{path}/state" data-now="{_state_key(view)}">{body}</main>""",
                 script)  # fmt: skip


def _state_key(view: RoomView) -> str:
    """Return a key of the state that a page shows. If it changes, the script reloads the page."""
    room = view.room
    if room.ended or not view.question:
        return "0.0.0.0"
    return f"{room.question}.{room.round}.{int(room.is_open)}.{int(room.revealed)}"


def _room_body(view: RoomView, answer: str | None, path: str) -> str:
    question, refresh = view.question, f'<p><a class="refresh" href="{path}">Refresh</a></p>'
    if view.room.ended:
        return '<h1>The hall is closed.</h1><p class="hint">Thank you for your answers.</p>'
    if question is None:
        message = "The question appears here as soon as the lecturer asks it."
        return f"""<h1>You have joined.</h1><p class="hint" hidden data-script>{message}</p>
<noscript>{refresh}</noscript>"""
    text = f"<h1>{escape(question.text)}</h1>"
    own_answer = (
        f'<p class="status" id="status" role="status">{_own_answer(question, answer, view)}</p>'
    )
    if view.room.is_open:
        talk = '<p class="hint">Talk to your neighbour, then answer again.</p>'
        hint = talk if view.room.round > 1 else ""
        numbers = "".join(
            f'<input type="hidden" name="{name}" value="{value}">'
            for name, value in (("question", view.room.question), ("round", view.room.round))
        )
        form = _form(question, answer)
        return f"""{text}{hint}<form action="{path}/votes" method="post" class="{question.kind}">
{numbers}{form}</form>{own_answer}<noscript>{refresh}</noscript>"""
    truth = _truth(question) if view.room.revealed else ""
    return f"{text}{truth}{own_answer}<noscript>{refresh}</noscript>"


def _own_answer(question: HallQuestion, answer: str | None, view: RoomView) -> str:
    """Describe this phone's answer, and whether it can change; "" before it answers an open
    question."""
    if answer is None:
        return "" if view.room.is_open else "The question is closed. Look at the screen."
    sentence = f"Your answer: <b>{escape(in_words(question, answer))}</b>."
    if view.room.is_open:
        return f"{sentence} You can change it until the question is closed."
    return (
        sentence
        if view.room.revealed
        else f"{sentence} The question is closed. Look at the screen."
    )


def in_words(question: HallQuestion, answer: str) -> str:
    """Format a stored answer for the page."""
    if isinstance(question, ChoiceQuestion):
        return question.options[question.value(answer)]
    if isinstance(question, SliderQuestion):
        number = f"{question.value(answer):g}".replace("-", "−")
        return f"{question.label} = {number}" if question.label else number
    *label, x, y = answer.replace("-", "−").split(",")
    place = f"({x}, {y})"
    return f"{'positive' if label == ['p'] else 'negative'} at {place}" if label else place


def _truth(question: HallQuestion) -> str:
    """Write the right options or the right interval of a slider, and the reason, as HTML."""
    right = ""
    if isinstance(question, ChoiceQuestion) and question.right:
        right = " or ".join(question.options[k] for k in question.right)
    elif isinstance(question, SliderQuestion) and question.right:
        low, high = (f"{v:.3g}".replace("-", "−") for v in question.right)
        right = low if low == high else f"from {low} to {high}"
    html = f'<p class="truth">Correct answer: <b>{escape(right)}</b></p>' if right else ""
    return html + (f"<p>{escape(question.why)}</p>" if question.why else "")


def _form(question: HallQuestion, answer: str | None) -> str:
    if isinstance(question, ChoiceQuestion):
        return _buttons(question, answer)
    if isinstance(question, SliderQuestion):
        return _slider(question, answer)
    assert isinstance(question, PlaceQuestion)
    return _plane(question, answer)


def _buttons(question: ChoiceQuestion, answer: str | None) -> str:
    return "".join(
        f'<button name="answer" value="{k}" aria-pressed="{str(answer == str(k)).lower()}">'
        f"{escape(text)}</button>"
        for k, text in enumerate(question.options)
    )


def _slider(question: SliderQuestion, answer: str | None) -> str:
    """Write a number field; the script replaces it by a slider."""
    value = f' value="{answer}"' if answer else ""
    label = escape(question.label)
    bounds = f"from {question.low:g} to {question.high:g}".replace("-", "−")
    return f"""<label for="answer">{label or "Your value"}, {bounds}</label>
<input id="answer" name="answer" type="number" inputmode="decimal" step="any" required{value}
 min="{question.low:g}" max="{question.high:g}" data-log="{int(question.log)}"
 data-label="{label}"><button class="send">Send</button>"""


def _plane(question: PlaceQuestion, answer: str | None) -> str:
    """Write a plane, fields for x and y and, for a labelled point, the choice of its sign.

    Only taps on the plane need the script.
    """
    *label, x, y = answer.split(",") if answer else ["", "", ""]
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
    return f"""{sides}{hint}{_plane_svg(question)}<div class="fields">{fields}</div>
<button class="send">Send</button>"""


def _sides(selection: str) -> str:
    """Write the choice between a positive and a negative point."""
    choices = "".join(
        f'<label class="side {name}"><input type="radio" name="label" value="{name[0]}"'
        f"{' checked' if name == selection else ''}>{name}</label>"
        for name in ("positive", "negative")
    )
    return f"<fieldset><legend>The point is</legend>{choices}</fieldset>"


def _plane_svg(question: PlaceQuestion) -> str:
    """Draw the plane with the question's points and axes as SVG, 100 units wide.

    Without JavaScript, a participant reads the coordinates of a point off the numbers along the
    lower and the left edge, and types them.
    """
    left, right, bottom, top = question.window
    scale = 100 / (right - left)
    height = (top - bottom) * scale

    def to_svg(x: float, y: float) -> tuple[str, str]:
        return f"{(x - left) * scale:.1f}", f"{(top - y) * scale:.1f}"

    x0, y0 = to_svg(0, 0)
    axes = (f'<path class="axis" d="M{x0} 0V{height:.1f}"/>' if left < 0 < right else "") + (
        f'<path class="axis" d="M0 {y0}H100"/>' if bottom < 0 < top else ""
    )
    marks = "".join(
        '<path class="positive" d="M{} {}m-1.5-1.5l3 3m0-3l-3 3"/>'.format(*to_svg(x, y))
        if label > 0 else '<circle class="negative" cx="{}" cy="{}" r="1.6"/>'.format(*to_svg(x, y))
        for x, y, label in question.marks
    )  # fmt: skip
    numbers = "".join(
        f'<path class="tick" d="M{to_svg(v, bottom)[0]} {height:.1f}v-2"/>'
        f'<text x="{to_svg(v, bottom)[0]}" y="{height - 3:.1f}" text-anchor="middle">'
        f"{_minus(v)}</text>"
        for v in _ticks(left, right)
    ) + "".join(
        f'<path class="tick" d="M0 {to_svg(left, v)[1]}h2"/>'
        f'<text x="3" y="{to_svg(left, v)[1]}" dy=".35em">{_minus(v)}</text>'
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
    """Choose at most MAX_TICKS round numbers between the ends of an axis.

    There are none near the ends, where the numbers of the other axis are.
    """
    for step in (10.0**k * m for k in range(-3, 6) for m in (1, 2, 5)):
        lowest, highest = math.floor(low / step) + 1, math.ceil(high / step) - 1
        ticks = [round(k * step, 9) for k in range(lowest, highest + 1)]
        ticks = [v for v in ticks if min(v - low, high - v) > 0.06 * (high - low)]
        if len(ticks) <= MAX_TICKS:
            return ticks
    return []


@dataclass(frozen=True)
class SummaryRound:
    """One round on the summary page."""

    number: int
    text: str
    round: int
    answer_count: int
    share_right: float | None
    answers: tuple[tuple[str, int], ...]


def summary(code: str, rounds: Sequence[SummaryRound]) -> str:
    """Write the page with all closed rounds of a room that have answers."""
    parts, previous_number = [], 0
    for round_ in rounds:
        if round_.number != previous_number:
            parts.append(f"<h2>{round_.number}. {escape(round_.text)}</h2>")
            previous_number = round_.number
        share = (
            ""
            if round_.share_right is None
            else f", {100 * round_.share_right:.0f}\N{NO-BREAK SPACE}% right"
        )
        rows = "".join(
            f"<tr><th scope=row>{escape(t)}</th><td>{n}</td></tr>" for t, n in round_.answers
        )
        caption = f"Round {round_.round}: {count(round_.answer_count, 'answer')}{share}"
        parts.append(f"<table><caption>{caption}</caption>{rows}</table>")
    csv_file = public_path(f"hall/{code}/results.csv")
    body = "".join(parts) or "<p>No closed round has answers yet.</p>"
    download = f'<p><a href="{csv_file}" download>Download as a table (CSV)</a></p>'
    return _page(f"Room {space_code(code)}",
                 f'<main class="summary"><h1>Answers of the hall</h1>\n{download}{body}</main>',
                 hint=False)  # fmt: skip


def _page(title: str, body: str, script: str = "", hint: bool = True) -> str:
    footer = f"<footer><p>{PRIVACY_TEXT}</p></footer>" if hint else ""
    return document(title, body + footer, script, SHEETS)
