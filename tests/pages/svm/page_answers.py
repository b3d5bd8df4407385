"""Compute the words that the page's own answer shows."""

from pages.svm import certificate_endpoint
from pages.svm.default_scene import DEFAULT

LABELS = {row["label"] for row in certificate_endpoint.answer(DEFAULT)["rows"]}
