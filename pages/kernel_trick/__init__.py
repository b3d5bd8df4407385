"""The page Kernel trick: inner products of features that are never computed."""
