"""Softmax: probabilities, likelihood, steps."""
