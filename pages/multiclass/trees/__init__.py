"""The section on trees of classes."""
