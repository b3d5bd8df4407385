"""All routes of the scene of many classes."""

from pages.multiclass.cost import cost_endpoint
from pages.multiclass.method import decision_endpoint
from pages.multiclass.scores import linear_scores_endpoint
from pages.multiclass.softmax import softmax_sgd_endpoint, softmax_step_endpoint
from pages.multiclass.trees import tree_endpoint

ROUTES = [
    decision_endpoint.ROUTE,
    cost_endpoint.ROUTE,
    linear_scores_endpoint.ROUTE,
    softmax_step_endpoint.ROUTE,
    tree_endpoint.ROUTE,
    softmax_sgd_endpoint.ROUTE,
]
