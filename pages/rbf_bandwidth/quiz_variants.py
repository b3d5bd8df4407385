"""Variants of quiz questions, with other numbers."""

import numpy as np

import kernel_core as kc
from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number


def similarity_at_a_distance(tau: float = 0.8, distance: float = 1.2) -> Question:
    """Return the question for K(x, z) at a bandwidth and a distance."""
    kernel = kc.RBF(tau=tau)(np.zeros((1, 1)), np.array([[distance]]))[0, 0]
    without_half, to_the_first = np.exp(-((distance / tau) ** 2)), np.exp(-distance / (2 * tau))
    r, t = number(distance), number(tau)
    return Question(
        f"At τ = {t}, two points lie {r} apart. What is K(x, z)?",
        (
            right(number(kernel, 2), f"exp(−{r}²/(2 · {t}²)). At the distance τ the kernel is "
                                     "exp(−½), and it falls fast farther out."),
            Answer(number(without_half, 2),
                   f"exp(−{r}²/{t}²): the 2 in 2τ² is missing."),
            Answer(number(to_the_first, 2),
                   f"exp(−{r}/(2 · {t})): the squares of the distance and of τ are missing."),
        ),
        section="One bump", note="000, eq. (4)", check="one_bandwidth_away",
    )  # fmt: skip


def cost_of_the_mean(m: int = 200) -> Question:
    lam = 1 / m
    return Question(
        f"m = {m} and λ = 1/m. The hinge losses are averaged instead of summed. What is C then?",
        (
            right(number(1 / (lam * m)),
                  "The mean puts 1/m before the losses: C = 1/(λm) = 1. With the sum it is 1/λ "
                  f"= {number(1 / lam)}, so the figures of sections 5 and 6 of note 000 differ."),
            Answer(number(1 / lam), "That is C for summed losses, as in section 6 of note 000."),
            Answer(f"1/{m}", "That is λ itself, not 1/(λm)."),
        ),
        section="Six bandwidths at once", note="000, sections 5 and 6", check="cost_of_the_mean",
    )  # fmt: skip


VARIANTS = (
    Variant(similarity_at_a_distance, {
        "tau": [0.4, 0.5, 0.8, 1.2, 1.6], "distance": [0.3, 0.6, 0.9, 1.2, 1.8, 2.4],
    }),
    Variant(cost_of_the_mean, {"m": [40, 50, 80, 100, 120, 400, 500]}),
)  # fmt: skip
