"""Stand-ins for `numpy.linalg.solve` that do not raise for singular systems, and a search for
calls that bypass our own functions."""

import ast

import numpy as np

LAPACK = np.linalg.solve


ANSWERS = ["raises", "answers with nan", "answers with inf"]


def count_singular(monkeypatch, answer):
    """Let `numpy.linalg.solve` raise for a singular system, or answer with nan or inf as in some
    builds, as `answer` says. Return a dictionary that counts the singular systems."""
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
    """Return the functions of numpy.linalg that this source uses to solve or invert systems."""
    solvers = {f"np.linalg.{name}" for name in ("solve", "inv", "cholesky", "tensorsolve")}
    attributes = (
        ast.unparse(n) for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Attribute)
    )
    return [name for name in attributes if name in solvers]
