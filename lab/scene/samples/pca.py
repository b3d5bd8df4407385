"""Standardise columns, and project rows onto two principal components."""

import numpy as np

PRINCIPAL = ("1st principal component", "2nd principal component")


def standardise(rows: np.ndarray) -> np.ndarray:
    """Scale every column of rows (n, d) to mean 0 and standard deviation 1; a constant column
    becomes 0."""
    centred = rows - rows.mean(axis=0)
    width = rows.std(axis=0)
    constant = width <= 1e-12 * np.maximum(1.0, np.abs(rows).max(axis=0))
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, width))


def project_on_components(Z: np.ndarray) -> np.ndarray:
    """Project centred rows Z (n, d) onto their first two principal components, (n, 2).

    A component's sign is arbitrary; the largest loading in absolute value is made positive, so that
    every machine draws the same picture.
    """
    _, _, components = np.linalg.svd(Z, full_matrices=False)
    first = components[:2]
    largest = np.take_along_axis(first, np.abs(first).argmax(axis=1)[:, None], axis=1)
    return Z @ (first * np.sign(largest)).T
