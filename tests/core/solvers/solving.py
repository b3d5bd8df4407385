"""NumPy's solve as in builds that treat singular systems differently, and the functions that call
it."""

import ast

import numpy as np

LAPACK = np.linalg.solve


ANSWERS = ["raises", "answers with nan", "answers with inf"]


def count_singular(monkeypatch, answer):
    """Let NumPy's solve treat a singular system as it does here, or as in builds that never raise
    LinAlgError; count these systems."""
    counts = {"singular": 0}

    def silent(A, r):
        try:
            return LAPACK(A, r)
        except np.linalg.LinAlgError:
            counts["singular"] += 1
            if answer == "raises":
                raise
            return np.full(np.shape(r), np.nan if "nan" in answer else np.inf)

    monkeypatch.setattr(np.linalg, "solve", silent)
    return counts


def solving_by_itself(source: str) -> list[str]:
    """Return the functions of NumPy by which this source solves or inverts systems."""
    solvers = {f"np.linalg.{name}" for name in ("solve", "inv", "cholesky", "tensorsolve")}
    attributes = (
        ast.unparse(n) for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Attribute)
    )
    return [name for name in attributes if name in solvers]
