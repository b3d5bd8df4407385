"""Many classes: one-versus-all, one-versus-one, trees, and softmax (notes 003 and 004; note 000,
§1).

Start with `reductions.py` (the binary tasks that a reduction trains) and `decision_rules.py` (how
it chooses a class from the values of f). `multinomial.py` has softmax, which learns all classes at
once. A `Tree` is a class, given by its position, or a pair of trees, such as ((0, 1), (2, 3)).
"""

from .decision_rules import point_hash
from .multinomial import cross_entropy, softmax
from .predictions import Predictions
from .problem import ClassProblem
from .reductions import (
    BinaryTask,
    Tree,
    balanced_tree,
    chain_tree,
    check_tree,
    similarity_tree,
)
from .solution import MultiSolution
from .sweep import MultiStop, multi_sweep, solve_classes

__all__ = [
    "BinaryTask",
    "ClassProblem",
    "MultiSolution",
    "MultiStop",
    "Predictions",
    "Tree",
    "balanced_tree",
    "chain_tree",
    "check_tree",
    "cross_entropy",
    "multi_sweep",
    "point_hash",
    "similarity_tree",
    "softmax",
    "solve_classes",
]
