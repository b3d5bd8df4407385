"""Texts of steps of the page Many classes, and the words of the address that these steps add."""

from lab.scene.class_scene import ClassScene
from pages.multiclass import sgd_section
from pages.multiclass.cost import cost_section
from pages.multiclass.cost.cost_endpoint import CLASSES, POINTS
from pages.multiclass.method import erring_section
from pages.multiclass.scores import scores_section
from pages.multiclass.softmax import likelihood_section, two_classes_section
from pages.multiclass.trees import trees_section

VIEW = {
    **scores_section.VIEW, **sgd_section.VIEW, **cost_section.VIEW, **trees_section.VIEW,
    **likelihood_section.VIEW, **two_classes_section.VIEW, **erring_section.VIEW,
}  # fmt: skip

SCORES = r"""
Here nothing is learned yet: each of the $q$ classes has a vector $w_k$, and $w_k^Tx$ is its score
at $x$. The picture opens with the three vectors of the notes (004).
"""
STEPS = r"""
Stochastic gradient descent learns $W$, with one row for each class, from one example at a time
(004). The table shows the probability of each class, and how a step on the chosen example changes
each row: the row of the example’s class moves towards $x$, every other row away from it.
"""
BILL = rf"""
Each method was trained for $q$ classes, from {CLASSES[0]} to {CLASSES[-1]}, on $m = {POINTS}$
points, and the training points and predictions were counted. The lines are formulas: for
one-versus-all, one-versus-one and the balanced tree those of the table in the notes (004), where
$\log_2 q$ stands for the depth of each class in the tree.

| method | classifiers | training points, total | predictions per point |
| --- | --- | --- | --- |
| one-versus-all | $q$ | $qm$ | $q$ |
| one-versus-one | $q(q - 1)/2$ | $(q - 1)m$ | $q(q - 1)/2$ |
| balanced tree | $q - 1$ | about $m\log_2 q$ | about $\log_2 q$ |

In one-versus-one each point takes part in the $q - 1$ classifiers of its class.

The table of the notes has $O(\log_2 q \cdot m)$ for the tree. That holds for a balanced tree. A
**chain**, which splits off one class at a time, is a tree as well, and has about
$m(q - 1)(q + 2)/(2q)$ training points: about half as many as one-versus-all, with the same growth
for large $q$. With three classes or more, a chain makes even more predictions than its line shows:
a point that no classifier claims goes through all $q - 1$ of them.
"""
SCENE_COUNTS = "The counts for the data of the four planes, with {setting}:"
ERRING = "For the data of the four planes, with {setting}:"

TREES = r"""
Each fork of a tree decides whether $x$ belongs to the left or to the right group. You choose which
groups are separated first. The choice matters, since some groups are hard to separate.
"""


def slider_values(scene: ClassScene) -> str:
    """Write the λ, and for the RBF kernel also the τ, with which a section was computed."""
    tau = f"τ = {scene.tau:.3g} and " if scene.kernel == "rbf" else ""
    return f"{tau}λ = {scene.lam:.3g}"
