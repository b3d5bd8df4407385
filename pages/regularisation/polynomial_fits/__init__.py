"""Polynomial fits: their degree, a penalty on their coefficients, and fifty samples."""
