"""Polynomial fits: the degree, a penalty on the coefficients, and fits to fifty samples."""
