"""The page *How is my course doing?*: a course's counts, the hardest questions first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from features.report import course_counts
from features.report.course_counts import (
    CHALLENGE_MET,
    PAGE_OPENED,
    RIGHT_ANSWER,
    STEP_SEEN,
    WRONG_ANSWER,
    Count,
)
from lab.course.page_declaration import PageDeclaration, pages
from lab.endpoints.static_assets import public_path
from lab.serving.plain_page import document

SHEETS = ("features/report/report.css",)
MIN_ANSWERS = 5  # fewest answers for a percentage; with fewer, it would describe individuals
HARD_SHARE = 0.5  # smallest share of wrong first answers to a hard question
_COLUMN_TITLES = {
    PAGE_OPENED: "opened", STEP_SEEN: "steps seen",
    RIGHT_ANSWER: "first answers right", WRONG_ANSWER: "first answers wrong",
    CHALLENGE_MET: "challenges solved",
}  # fmt: skip


@dataclass(frozen=True)
class Answers:
    """Numbers of right and wrong first answers to one question or prediction."""

    page: str
    text: str
    right_count: int
    wrong_count: int

    @property
    def total(self) -> int:
        return self.right_count + self.wrong_count

    @property
    def share_wrong(self) -> float | None:
        """The share of wrong answers; None with fewer than MIN_ANSWERS answers."""
        return self.wrong_count / self.total if self.total >= MIN_ANSWERS else None


def answers(counts: Iterable[Count]) -> list[Answers]:
    """Count right and wrong first answers to each answered question, in the order of the pages."""
    totals: Counter[tuple[str, str, str]] = Counter()
    for count in counts:
        totals[count.page, count.item, count.kind] += count.count
    return [
        Answers(name, item.text, totals[name, id_, RIGHT_ANSWER], totals[name, id_, WRONG_ANSWER])
        for name, declaration in pages().items()
        for id_, item in course_counts.items_of(declaration).items()
        if totals[name, id_, RIGHT_ANSWER] + totals[name, id_, WRONG_ANSWER]
    ]


def hardest_questions(counts: Iterable[Count]) -> list[Answers]:
    """Return the questions with a share of wrong answers of at least HARD_SHARE, hardest first."""
    hard_questions = [
        question for question in answers(counts) if (question.share_wrong or 0) >= HARD_SHARE
    ]
    return sorted(
        hard_questions, key=lambda question: (-(question.share_wrong or 0), -question.total)
    )


def form(message: str = "") -> str:
    """Write the page that asks for the secret."""
    alert = f'<p class="status error" role="alert">{escape(message)}</p>' if message else ""
    return document("How is my course doing?", f"""<main><h1>How is my course doing?</h1>{alert}
<form action="{public_path("report")}" method="post">
<label for="secret">The course’s report_secret</label>
<input id="secret" name="secret" class="secret" type="password" required autocomplete="off">
<button class="send">Show the counts</button></form></main>""", sheets=SHEETS)  # fmt: skip


def page(counts: Sequence[Count]) -> str:
    """Write the page with the counts of all declared pages."""
    titles = {name: declaration.title for name, declaration in pages().items()}
    parts = [
        "<h1>How is my course doing?</h1>",
        f"<p>{_INTRODUCTION}</p>",
        _hard_questions(counts, titles),
    ]
    for name, declaration in pages().items():
        page_counts = [count for count in counts if count.page == name]
        if page_counts:
            parts += [
                f"<h2>{escape(declaration.title)}</h2>",
                _weeks(page_counts),
                _items(page_counts, declaration),
            ]
    if not counts:
        parts.append("<p>Nothing has been counted yet.</p>")
    body = f'<main class="summary report">{"".join(parts)}</main>'
    return document("How is my course doing?", body, sheets=SHEETS)


_INTRODUCTION = (
    "These are anonymous counts. Each device counts once for each step, first answer and "
    "challenge, and a page counts each time it is opened. A percentage needs at least "
    f"{MIN_ANSWERS} answers."
)

_NO_HARD_QUESTION = f"<p>None with at least {MIN_ANSWERS} answers so far.</p>"


def _hard_questions(counts: Sequence[Count], titles: dict[str, str]) -> str:
    rows = [
        (
            f"{question.text} ({titles[question.page]})",
            f"{100 * (question.share_wrong or 0):.0f}\N{NO-BREAK SPACE}% of {question.total}",
        )
        for question in hardest_questions(counts)
    ]
    table = _table(("", "first answers wrong"), rows) if rows else _NO_HARD_QUESTION
    return f"<h2>Questions with at least half of the first answers wrong</h2>{table}"


def _weeks(page_counts: Sequence[Count]) -> str:
    totals: Counter[tuple[str, str]] = Counter()
    for count in page_counts:
        totals[count.week, count.kind] += count.count
    rows = [
        (week, *(str(totals[week, kind]) for kind in _COLUMN_TITLES))
        for week in sorted({count.week for count in page_counts})
    ]
    return _table(("week", *_COLUMN_TITLES.values()), rows, "weeks")


def _items(page_counts: Sequence[Count], declaration: PageDeclaration) -> str:
    totals: Counter[tuple[str, str]] = Counter()
    for count in page_counts:
        totals[count.item, count.kind] += count.count
    rows = []
    for id_, item in course_counts.items_of(declaration).items():
        if id_ and any(totals[id_, kind] for kind in item.kinds):
            right_count, wrong_count = totals[id_, RIGHT_ANSWER], totals[id_, WRONG_ANSWER]
            results = [f"seen {totals[id_, STEP_SEEN]}"] if STEP_SEEN in item.kinds else []
            results += (
                [f"first answers right: {right_count} of {right_count + wrong_count}"]
                if right_count + wrong_count
                else []
            )
            if solved_count := totals[id_, CHALLENGE_MET]:
                results.append(f"solved {solved_count}")
            rows.append((item.text, ", ".join(results)))
    return _table(("", "all weeks"), rows) if rows else ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], name: str = "items") -> str:
    header_cells = "".join(f"<td>{escape(text)}</td>" for text in header[1:])
    body = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>"
        f"{''.join(f'<td>{escape(text)}</td>' for text in row[1:])}</tr>"
        for row in rows
    )
    return f"<table class={name}><tr><th>{escape(header[0])}</th>{header_cells}</tr>{body}</table>"
