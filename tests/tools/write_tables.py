"""Write lab/scene/samples/tables.npz: scikit-learn's four tables, as shipped with the app.

python -m tests.tools.write_tables
"""

import sys
from pathlib import Path

import numpy as np
import sklearn.datasets

LOADERS = {
    "iris": sklearn.datasets.load_iris,
    "wine": sklearn.datasets.load_wine,
    "cancer": sklearn.datasets.load_breast_cancer,
    "digits": sklearn.datasets.load_digits,
}


def arrays() -> dict[str, np.ndarray]:
    """Return for each table its rows, the number of each row's class, and the names of the
    columns."""
    arrays = {}
    for name, load in LOADERS.items():
        table = load()
        rows = np.asarray(table.data, dtype=float)
        values = rows.astype(np.uint8)
        # The rows of the digits table are whole numbers from 0 to 16.
        arrays[f"{name}_rows"] = values if (values == rows).all() else rows
        arrays[f"{name}_target"] = np.asarray(table.target, dtype=np.uint8)
        arrays[f"{name}_columns"] = np.array(
            [str(c).replace("_", " ") for c in table.feature_names]
        )
    return arrays


def main(out: str = "lab/scene/samples/tables.npz") -> None:
    np.savez_compressed(out, **arrays())
    print(f"{out}: {Path(out).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(*sys.argv[1:])
