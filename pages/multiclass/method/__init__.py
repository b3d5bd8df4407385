"""The four methods side by side, their binary classifiers, and the decision about one point."""
