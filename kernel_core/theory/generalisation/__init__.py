"""Overfitting, regularisation and bounds."""
