"""Many classes: one-versus-all, one-versus-one, trees, and softmax. 004, 003; 000 §1.

Start with `questions.py` (what a reduction asks) and `decide.py` (what it makes of the answers).
`softmax.py` with `softmax_certificate.py` is the one method that learns all classes at once.
"""

from .bill import (
    Bill,
    balanced_training_points,
    chain_training_points,
    counted_bill,
    notes_bill,
)
from .chance import lots
from .classes import MOST_CLASSES
from .decide import NOBODY, PLAIN, SEVERAL, TIE
from .decisions import Decisions, Record, Said
from .fits import multinomial, one_versus_all, one_versus_one, tree
from .judges import ClassJudge, ClassPopulation, ClassTestSet
from .prediction import deterministic, expected_errors, own_errors, randomised
from .questions import Question
from .scores import NOTES_W, Ray, binary_rule, boundary_rays, linear_class_map, scores
from .softmax_sgd import SoftmaxStep, softmax_step, softmax_steps
from .softmax_values import cross_entropy, softmax
from .solution import REDUCTIONS, MultiSolution
from .sweep import MultiSweep, multi_sweep, multi_sweeps
from .tree_text import parse_tree, tree_text
from .trees import Tree, balanced, by_similarity, chain, check_tree, depths, leaves, nodes

__all__ = [
    "MOST_CLASSES",
    "NOBODY",
    "NOTES_W",
    "PLAIN",
    "REDUCTIONS",
    "SEVERAL",
    "TIE",
    "Bill",
    "ClassJudge",
    "ClassPopulation",
    "ClassTestSet",
    "Decisions",
    "MultiSolution",
    "MultiSweep",
    "Question",
    "Ray",
    "Record",
    "Said",
    "SoftmaxStep",
    "Tree",
    "balanced",
    "balanced_training_points",
    "binary_rule",
    "boundary_rays",
    "by_similarity",
    "chain",
    "chain_training_points",
    "check_tree",
    "counted_bill",
    "cross_entropy",
    "depths",
    "deterministic",
    "expected_errors",
    "leaves",
    "linear_class_map",
    "lots",
    "multi_sweep",
    "multi_sweeps",
    "multinomial",
    "nodes",
    "notes_bill",
    "one_versus_all",
    "one_versus_one",
    "own_errors",
    "parse_tree",
    "randomised",
    "scores",
    "softmax",
    "softmax_step",
    "softmax_steps",
    "tree",
    "tree_text",
]
