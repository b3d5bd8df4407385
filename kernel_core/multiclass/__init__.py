"""Many classes: one-versus-all, one-versus-one, trees, and softmax. 004, 003; 000 §1.

Start with `binary_tasks.py` (what a reduction trains) and `decision_rules.py` (what it makes of the
values). `multinomial` has the one method that learns all classes at once.
"""

from .binary_tasks import BinaryTask, one_vs_one_tasks, one_vs_rest_tasks, tree_tasks
from .cached_points import CachedGrid, CachedPoints
from .class_trees import (
    Tree,
    balanced_tree,
    chain_tree,
    check_tree,
    depths,
    leaves,
    nodes,
    similarity_tree,
)
from .complexity import (
    ReductionCost,
    balanced_training_points,
    chain_training_points,
    measured_cost,
    theoretical_cost,
)
from .decision_rules import MULTIPLE_POSITIVE, NO_POSITIVE, TIE, UNIQUE
from .fitting import fit_multinomial, fit_one_versus_all, fit_one_versus_one, fit_tree
from .linear_scores import (
    EXAMPLE_WEIGHTS_004,
    Ray,
    binary_rule,
    boundary_rays,
    linear_class_map,
    scores,
)
from .multinomial.likelihood import Likelihood, scaled_likelihood
from .multinomial.prediction import (
    argmax_prediction,
    expected_errors,
    sampled_prediction,
    self_estimated_errors,
)
from .multinomial.sgd import SoftmaxStep, softmax_step, softmax_steps
from .multinomial.softmax import cross_entropy, softmax
from .predictions import ClassifierOutput, DecisionRecord, Predictions
from .solution import REDUCTIONS, MultiSolution
from .sweep import ClassEvaluator, MultiSweep, multi_sweep, multi_sweeps
from .tie_breaking import point_hash
from .tree_parser import MAX_TREE_TEXT, parse_tree, tree_text

__all__ = [
    "EXAMPLE_WEIGHTS_004",
    "MAX_TREE_TEXT",
    "MULTIPLE_POSITIVE",
    "NO_POSITIVE",
    "REDUCTIONS",
    "TIE",
    "UNIQUE",
    "BinaryTask",
    "CachedGrid",
    "CachedPoints",
    "ClassEvaluator",
    "ClassifierOutput",
    "DecisionRecord",
    "Likelihood",
    "MultiSolution",
    "MultiSweep",
    "Predictions",
    "Ray",
    "ReductionCost",
    "SoftmaxStep",
    "Tree",
    "argmax_prediction",
    "balanced_training_points",
    "balanced_tree",
    "binary_rule",
    "boundary_rays",
    "chain_training_points",
    "chain_tree",
    "check_tree",
    "cross_entropy",
    "depths",
    "expected_errors",
    "fit_multinomial",
    "fit_one_versus_all",
    "fit_one_versus_one",
    "fit_tree",
    "leaves",
    "linear_class_map",
    "measured_cost",
    "multi_sweep",
    "multi_sweeps",
    "nodes",
    "one_vs_one_tasks",
    "one_vs_rest_tasks",
    "parse_tree",
    "point_hash",
    "sampled_prediction",
    "scaled_likelihood",
    "scores",
    "self_estimated_errors",
    "similarity_tree",
    "softmax",
    "softmax_step",
    "softmax_steps",
    "theoretical_cost",
    "tree_tasks",
    "tree_text",
]
