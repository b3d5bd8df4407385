"""All routes of the scene of many classes."""

from lab.endpoints.class_sweep_endpoint import CLASS_FRAMES
from pages.multiclass.cost import cost_endpoint
from pages.multiclass.method import decision_endpoint
from pages.multiclass.scores import linear_scores_endpoint
from pages.multiclass.softmax import softmax_sgd_endpoint, softmax_step_endpoint
from pages.multiclass.trees import tree_endpoint

ROUTES = [
    *CLASS_FRAMES.routes(),
    decision_endpoint.ROUTE,
    cost_endpoint.ROUTE,
    linear_scores_endpoint.ROUTE,
    softmax_step_endpoint.ROUTE,
    tree_endpoint.ROUTE,
    softmax_sgd_endpoint.ROUTE,
]
