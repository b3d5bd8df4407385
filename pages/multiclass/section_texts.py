"""The lower sections of the page Multiclass: their words in the address, and what they say."""

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
Here nothing is learned yet: each of the $q$ classes is given a vector $w_k$, and $w_k^Tx$ is its
score at $x$ (004). The picture opens with the notes' three.
"""
STEPS = r"""
Stochastic gradient descent learns $W$, one row a class, from one example at a time (004). The table
says what the model gives each class, and which rows **Step on this example** pushes where: that of
the example's own class towards $x$, every other one away.
"""
BILL = rf"""
Each way was trained for $q$, the number of classes, from {CLASSES[0]} to {CLASSES[-1]} on {POINTS}
points, and whatever was made or asked was counted. The lines are formulas: for one-versus-all,
one-versus-one and the balanced tree those of the notes' table (004), its $\log_2 q$ as the depth
that each class has in the tree.

The table has $O(\log_2 q \cdot m)$ for the tree. That holds for a balanced one. A **chain**,
which splits off one class at a time, is a tree as well, and makes about $m(q - 1)(q + 2)/2q$
points: about half of what one-versus-all makes, and in the end as steep. From three classes on it
asks even more often than its line says: a point that no classifier takes is asked about to the
end.
"""
HERE = "The same, counted for the data of the four planes, with {setting}:"
ERRING = "Counted for the data of the four planes, with {setting}:"

TREES = r"""
A tree asks at each fork: does $x$ belong to the left or to the right group? Which classes are told
apart first is your choice, and it matters. Some groups no line can part.
"""


def slider_values(scene: ClassScene) -> str:
    """Where the sliders stood when something was solved, in words."""
    tau = f"τ = {scene.tau:.3g} and " if scene.kernel == "rbf" else ""
    return f"{tau}λ = {scene.lam:.3g}"
