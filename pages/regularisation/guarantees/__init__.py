"""Theorems about the number of examples, and experiments that test them."""
