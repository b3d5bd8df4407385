"""Variants of quiz questions, with other numbers."""

import kernel_core as kc
from lab.ui.quiz import Answer, Question, right
from lab.ui.quiz_variant import Variant, number


def hinge_at_a_small_margin(z: float = 0.3) -> Question:
    loss = float(kc.Hinge().value(z, 1))
    return Question(
        f"An example is on the correct side, but only just: its margin is z = {number(z)}. What "
        "is its hinge loss?",
        (
            Answer("0, since it is correct",
                   "That is the perceptron loss, or the zero-one "
                   "loss. The hinge loss is 0 only from "
                   "margin 1 on."),
            right(number(loss), f"[1 − z]₊ = 1 − {number(z)}. Being on the correct side is not "
                                f"enough: the hinge loss is the distance to margin 1."),
            Answer("1, a whole mistake",
                   f"A mistake would have z ≤ 0. At z = 0 the hinge loss is 1; at {number(z)} it "
                   "is less."),
            Answer(number(z), "That is the margin itself. The loss is 1 minus the margin."),
        ),
        section="Losses over the margin", note="000, eq. (3); 002", check="hinge_at_a_small_margin",
    )  # fmt: skip


def the_other_probability(z: float = 2) -> Question:
    positive, negative = (-float(kc.Logistic().derivative(-s, 1)) for s in (z, -z))
    return Question(
        f"A logistic fit gives P(y = 1 | x) = g({number(z)}) = {positive:.2f}. What is the "
        f"probability of y = −1 at the same point?",
        (
            right(f"{negative:.2f}",
                  "g(z) + g(−z) = 1 at every z. So g gives the probabilities of both classes."),
            Answer(f"{positive:.2f}",
                   f"Then the two would add up to {2 * round(positive, 2):.2f}. Their sum must be "
                   "1."),
            Answer("That needs a second fit.",
                   "One score serves both classes: g(f) for y = 1 and g(−f) for y = −1."),
        ),
        section="Probabilities", note="002", check="the_other_probability",
    )  # fmt: skip


VARIANTS = (
    Variant(hinge_at_a_small_margin, {"z": [0.1, 0.15, 0.2, 0.25, 0.35, 0.4, 0.6, 0.7, 0.8]}),
    Variant(the_other_probability, {"z": [0.5, 1, 1.5, 2.5, 3]}),
)
