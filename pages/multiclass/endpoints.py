"""The endpoints that only this page has."""

from pages.multiclass.cost import cost_endpoint
from pages.multiclass.method import decision_endpoint
from pages.multiclass.scores import linear_scores_endpoint
from pages.multiclass.softmax import softmax_sgd_endpoint, softmax_step_endpoint
from pages.multiclass.trees import tree_endpoint

ENDPOINTS = (
    decision_endpoint.ENDPOINT,
    cost_endpoint.ENDPOINT,
    linear_scores_endpoint.ENDPOINT,
    softmax_step_endpoint.ENDPOINT,
    tree_endpoint.ENDPOINT,
    softmax_sgd_endpoint.ENDPOINT,
)
