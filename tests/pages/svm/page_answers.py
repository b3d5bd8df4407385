"""Compute the words of the page's certificate at an address."""

from pages.svm import certificate_endpoint
from pages.svm.default_scene import DEFAULT

LABELS = {row["label"] for row in certificate_endpoint.answer(DEFAULT)["rows"]}
