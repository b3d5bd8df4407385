"""Polynomials through one sample: their degree, a price on their coefficients, fifty samples."""
