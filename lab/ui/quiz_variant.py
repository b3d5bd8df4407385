"""Make variants of a question: choose its numbers at random, and compute the answers from them.

Called without arguments, a variant's function makes the question of the page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:  # for types only, since `lab.ui.quiz` needs Streamlit
    from lab.ui.quiz import Question

_MAX_TRIES = 1000


@dataclass(frozen=True)
class Variant:
    """A question whose numbers are chosen at random. `make`: the function that makes the question
    from its numbers; `numbers`: the possible values of each argument of `make`."""

    make: "Callable[..., Question]"
    numbers: Mapping[str, Sequence[Any]]

    @property
    def name(self) -> str:
        return self.make.__name__

    def draw(self, rng: np.random.Generator) -> "Question":
        """Choose numbers at random, and return a question whose answers all differ.

        Raises ValueError after `_MAX_TRIES` choices with equal answers.
        """
        for _ in range(_MAX_TRIES):
            values = {
                name: options[int(rng.integers(len(options)))]
                for name, options in self.numbers.items()
            }
            question = self.make(**values)
            if len({answer.text for answer in question.answers}) == len(question.answers):
                return question
        raise ValueError(
            f"{self.name} has equal answers for each of {_MAX_TRIES} random choices of its numbers."
        )


def number(value: float, digits: int | None = None) -> str:
    """Write a number as on the pages, with `digits` digits after the point, by default with at most
    ten significant digits."""
    text = f"{value:.10g}" if digits is None else f"{value:.{digits}f}"
    return text.replace("-", "−")


def fraction(above: int, below: int) -> str:
    """Write a fraction in lowest terms."""
    common = int(np.gcd(above, below))
    above, below = above // common, below // common
    return number(above) if below == 1 else f"{number(above)}/{below}"
