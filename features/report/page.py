"""*How is my course doing?*: a course's counts as a page, what half the class gets wrong first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from features.report import course_counts
from features.report.course_counts import MET, OPENED, RIGHT, SEEN, WRONG, Count
from lab.course.page_declaration import PageDeclaration, pages
from lab.endpoints.static_assets import public_path
from lab.serving.plain_page import document

SHEETS = ("features/report/report.css",)
FEW = 5  # of fewer answers no share is told: it would be about single people
HALF = 0.5
_WEEKS = {
    OPENED: "opened", SEEN: "steps seen", RIGHT: "first answers right", WRONG: "wrong",
    MET: "challenges met",
}  # fmt: skip


@dataclass(frozen=True)
class Answers:
    """The first answers to one question, of all devices."""

    page: str
    text: str
    right: int
    wrong: int

    @property
    def answered(self) -> int:
        return self.right + self.wrong

    @property
    def share_wrong(self) -> float | None:
        """None where so few have answered that it is not told."""
        return self.wrong / self.answered if self.answered >= FEW else None


def answers(counts: Iterable[Count]) -> list[Answers]:
    """Of every question that was answered, in the order of the pages."""
    found: Counter[tuple[str, str, str]] = Counter()
    for one in counts:
        found[one.page, one.item, one.kind] += one.count
    return [
        Answers(name, item.text, found[name, id_, RIGHT], found[name, id_, WRONG])
        for name, declared in pages().items()
        for id_, item in course_counts.items_of(declared).items()
        if found[name, id_, RIGHT] + found[name, id_, WRONG]
    ]


def hardest_questions(counts: Iterable[Count]) -> list[Answers]:
    """What at least half got wrong at first, the worst first."""
    found = [one for one in answers(counts) if (one.share_wrong or 0) >= HALF]
    return sorted(found, key=lambda one: (-(one.share_wrong or 0), -one.answered))


def form(message: str = "") -> str:
    """Asks for the secret."""
    told = f'<p class="status error" role="alert">{escape(message)}</p>' if message else ""
    return document("How is my course doing?", f"""<main><h1>How is my course doing?</h1>{told}
<form action="{public_path("report")}" method="post">
<label for="secret">The course’s report_secret</label>
<input id="secret" name="secret" class="secret" type="password" required autocomplete="off">
<button class="send">Show the counts</button></form></main>""", sheets=SHEETS)  # fmt: skip


def page(counts: Sequence[Count]) -> str:
    """All counts, to read."""
    titles = {name: declared.title for name, declared in pages().items()}
    parts = ["<h1>How is my course doing?</h1>", f"<p>{_SAID}</p>", _hard(counts, titles)]
    for name, declared in pages().items():
        own = [one for one in counts if one.page == name]
        if own:
            parts += [f"<h2>{escape(declared.title)}</h2>", _weeks(own), _items(own, declared)]
    if not counts:
        parts.append("<p>Nothing has been counted yet.</p>")
    body = f'<main class="summary report">{"".join(parts)}</main>'
    return document("How is my course doing?", body, sheets=SHEETS)


_SAID = (
    "Counts alone: nothing here is about a person. Each device counts a step, a first answer and "
    f"a challenge once. Of fewer than {FEW} answers no share is told."
)


def _hard(counts: Sequence[Count], titles: dict[str, str]) -> str:
    rows = [
        (f"{one.text} ({titles[one.page]})", f"{one.share_wrong:.0%} of {one.answered}")
        for one in hardest_questions(counts)
    ]
    table = _table(("", "wrong at first"), rows) if rows else "<p>Nothing so far.</p>"
    return f"<h2>What half the class gets wrong</h2>{table}"


def _weeks(own: Sequence[Count]) -> str:
    found: Counter[tuple[str, str]] = Counter()
    for one in own:
        found[one.week, one.kind] += one.count
    rows = [
        (week, *(str(found[week, kind]) for kind in _WEEKS))
        for week in sorted({one.week for one in own})
    ]
    return _table(("week", *_WEEKS.values()), rows, "weeks")


def _items(own: Sequence[Count], declared: PageDeclaration) -> str:
    found: Counter[tuple[str, str]] = Counter()
    for one in own:
        found[one.item, one.kind] += one.count
    rows = []
    for id_, item in course_counts.items_of(declared).items():
        if id_ and any(found[id_, kind] for kind in item.kinds):
            right, wrong = found[id_, RIGHT], found[id_, WRONG]
            told = [f"seen {found[id_, SEEN]}"] if SEEN in item.kinds else []
            told += [f"{right} of {right + wrong} right at first"] if right + wrong else []
            told += [f"met {found[id_, MET]}"] if found[id_, MET] else []
            rows.append((item.text, ", ".join(told)))
    return _table(("", "all weeks"), rows) if rows else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], name: str = "items") -> str:
    first = "".join(f"<td>{escape(text)}</td>" for text in head[1:])
    body = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>"
        f"{''.join(f'<td>{escape(text)}</td>' for text in row[1:])}</tr>"
        for row in rows
    )
    return f"<table class={name}><tr><th>{escape(head[0])}</th>{first}</tr>{body}</table>"
