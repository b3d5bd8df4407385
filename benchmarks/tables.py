"""Print aligned tables, and whether targets are reached."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """A measured value and its target, `least` or `most`, in `unit`."""

    description: str
    value: float
    unit: str = ""
    least: float | None = None
    most: float | None = None

    @property
    def is_reached(self) -> bool:
        above = self.least is None or self.value >= self.least
        below = self.most is None or self.value <= self.most
        return above and below

    @property
    def row(self) -> tuple[str, str, str, str]:
        sign, bound = ("≥", self.least) if self.most is None else ("≤", self.most)
        aim = f"{sign} {bound:g} {self.unit}".rstrip()
        value_text = f"{self.value:.3g} {self.unit}".rstrip()
        return self.description, aim, value_text, "reached" if self.is_reached else "NOT REACHED"


def show(
    title: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    notes: Sequence[str] = (),
) -> None:
    """Print a table with a title, the first column left-aligned and the others right-aligned."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    print(f"\n{title}\n{'=' * len(title)}")
    for number, line in enumerate(lines):
        print("  ".join(align(cell, widths[k], k) for k, cell in enumerate(line)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
    for note in notes:
        print(note)


def align(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column == 0 else cell.rjust(width)


def seconds(value: float) -> str:
    return f"{value:.3f} s" if value < 1 else f"{value:.2f} s"


def milliseconds(value: float) -> str:
    return f"{value:.1f} ms" if value < 100 else f"{value:.0f} ms"


def kilobytes(value: float) -> str:
    return f"{value / 1000:,.0f} kB"


def power(value: float) -> str:
    return f"{value:.0e}" if value > 0 else "0"
