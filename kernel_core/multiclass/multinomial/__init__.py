"""Multinomial logistic regression: softmax over all classes at once."""
