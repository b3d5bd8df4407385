"""Linear scores of many classes."""
