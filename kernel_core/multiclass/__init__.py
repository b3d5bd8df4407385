"""Many classes: one-versus-all, one-versus-one, trees, and softmax. 004, 003; 000 §1.

Start with `binary_tasks.py` (what a reduction trains) and `decision_rules.py` (what it makes of the
values). `multinomial` has the one method that learns all classes at once.
"""

from .binary_tasks import BinaryTask, one_vs_one_tasks, one_vs_rest_tasks, tree_tasks
from .class_trees import Tree, balanced_tree, chain_tree, check_tree, similarity_tree
from .decision_rules import MULTIPLE_POSITIVE, NO_POSITIVE, TIE, point_hash
from .fitting import fit_multinomial, fit_one_versus_all, fit_one_versus_one, fit_tree
from .multinomial.softmax import cross_entropy, softmax
from .predictions import Predictions
from .problem import ClassProblem
from .solution import REDUCTIONS, MultiSolution
from .sweep import MultiStop, multi_sweep

__all__ = [
    "MULTIPLE_POSITIVE",
    "NO_POSITIVE",
    "REDUCTIONS",
    "TIE",
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
    "fit_multinomial",
    "fit_one_versus_all",
    "fit_one_versus_one",
    "fit_tree",
    "multi_sweep",
    "one_vs_one_tasks",
    "one_vs_rest_tasks",
    "point_hash",
    "similarity_tree",
    "softmax",
    "tree_tasks",
]
