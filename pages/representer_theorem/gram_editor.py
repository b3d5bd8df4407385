"""GET /gram?phi=...: the Gram and covariance matrices of a small Φ that the learner edits.

    /gram?phi=1,-1;1,0;1,1

The answer has two sweeps in the form that the page's script reads: `gram` for the two elements of
this module, and `identity` for another element with the same Φ, see
`pages.representer_theorem.primal_and_dual.push_through_identity`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from lab.endpoints.endpoint import Endpoint
from lab.endpoints.static_assets import public_path
from lab.scene.powers import power_of_ten
from lab.scene.scene import SceneError, split
from lab.ui import items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.embedded_sweep import sweep_item
from lab.ui.steps.step import Picture, own_sweeps
from pages.representer_theorem import feature_matrix_field
from pages.representer_theorem.items import Cells, Follow, Pairs, Reveal
from pages.representer_theorem.mathematics.gram_spectrum import (
    EXAMPLE_FEATURES_001,
    GramSpectrum,
    gram_spectrum_of,
)
from pages.representer_theorem.primal_and_dual import push_through_identity

ROWS = {
    "size": "Size",
    "entry": "Entry (i, j)",
    "symmetric": "Symmetric?",
    "psd": "Positive semidefinite?",
    "eigenvalues": "Eigenvalues",
}
GRAM, COVARIANCE = "Gram matrix ΦΦᵀ", "Covariance matrix ΦᵀΦ"

CHALLENGES = (
    Challenge(
        question="Enter the same point twice, so that two rows of Φ are equal. What happens to "
        "ΦΦᵀ?",
        options=(
            Option("it gets an eigenvalue 0", (("gram_zeros", ">=", 1),)),
            Option("it can still be inverted", (("gram_zeros", "<=", 0),)),
        ),
        answer="it gets an eigenvalue 0",
        goal="Make two rows of Φ equal.",
        conditions=(("twins", ">=", 1),),
        hint="Type the numbers of one row of Φ into another row.",
        why="Two equal points give K = ΦΦᵀ two equal rows. Let v be 1 for the first of the two "
        "points, −1 for the second and 0 for all others. Then Kv = 0, and if α is a minimiser, so "
        "is α + tv for every t.",
    ),
    Challenge(
        question="There are more points than features, m > p. Which of the two matrices must then "
        "have an eigenvalue 0?",
        options=(
            Option("the Gram matrix", (("gram_zeros", ">=", ["covariance_zeros", 1, 1]),)),
            Option("the covariance matrix", (("covariance_zeros", ">=", ["gram_zeros", 1, 1]),)),
        ),
        answer="the Gram matrix",
        goal="Add rows or remove columns until Φ has more rows than columns.",
        conditions=(("rows", ">=", ["columns", 1, 1]),),
        hint="Press “Add a row” or “Remove the last column” until m is larger than p.",
        why="ΦΦᵀ is m × m, but p features span no more than p directions: at least m − p of its "
        "eigenvalues are 0. Then K = ΦΦᵀ is singular, and there are other minimisers α.",
    ),
)


@lru_cache(maxsize=256)
def sweep(text: str) -> dict[str, Any]:
    """Compute ΦΦᵀ and ΦᵀΦ of the Φ in `text`, their eigenvalues, and the entries of the table."""
    Phi = feature_matrix_field.read(text)
    spectrum = gram_spectrum_of(Phi)
    tensors = {
        "phi": Phi, "gram": spectrum.gram, "covariance": spectrum.covariance,
        "gram_values": spectrum.gram_values, "covariance_values": spectrum.covariance_values,
        "stops": np.zeros(1), **_counts(Phi, spectrum.rank),
    }  # fmt: skip
    constants = {name: (tensor, True) for name, tensor in tensors.items()}
    return sweep_item("", constants, exact=("phi",), table=table(Phi, spectrum))


def _counts(Phi: np.ndarray, rank: int) -> dict[str, np.ndarray]:
    """Return the counts that the challenges use: sizes, zero eigenvalues, repeated points."""
    m, p = Phi.shape
    twins = m - len(np.unique(Phi, axis=0))
    counts = {
        "rows": m,
        "columns": p,
        "gram_zeros": m - rank,
        "covariance_zeros": p - rank,
        "twins": twins,
    }
    return {name: np.array([float(count)]) for name, count in counts.items()}


def table(Phi: np.ndarray, spectrum: GramSpectrum) -> dict[str, list[str]]:
    """Return for each row of the table in note 001 two texts for this Φ (m, p): about the Gram
    matrix, and about the covariance matrix."""
    m, p = Phi.shape
    K, C = spectrum.gram, spectrum.covariance
    i, j = 1, min(2, m)
    k, l = 1, min(2, p)  # noqa: E741
    return {
        "size": [f"m × m: {m} × {m}", f"p × p: {p} × {p}"],
        "entry": [
            f"φ(xᵢ)ᵀφ(xⱼ), two points; entry ({i}, {j}) is {_number(K[i - 1, j - 1])}",
            f"Σₙ φ(xₙ)ᵢ φ(xₙ)ⱼ, two features; entry ({k}, {l}) is {_number(C[k - 1, l - 1])}",
        ],
        "symmetric": [
            "yes, since φ(xᵢ)ᵀφ(xⱼ) = φ(xⱼ)ᵀφ(xᵢ)",
            "yes, since φ(xₙ)ᵢ φ(xₙ)ⱼ = φ(xₙ)ⱼ φ(xₙ)ᵢ",
        ],
        "psd": [
            f"yes, since vᵀΦΦᵀv = ‖Φᵀv‖² ≥ 0; the smallest eigenvalue is "
            f"{_number(spectrum.gram_values[-1])}",
            f"yes, since vᵀΦᵀΦv = ‖Φv‖² ≥ 0; the smallest eigenvalue is "
            f"{_number(spectrum.covariance_values[-1])}",
        ],
        "eigenvalues": [
            _list(spectrum.gram_values) + _extra_zeros(m - p),
            _list(spectrum.covariance_values) + _extra_zeros(p - m),
        ],
    }


def answer(query: bytes) -> dict[str, Any]:
    """Return the sweeps `gram` and `identity` of the Φ in a query.

    Raises SceneError if Φ is not valid.
    """
    words, trouble = split(query)
    if trouble:
        raise SceneError(trouble)
    text = feature_matrix_field.write(feature_matrix_field.read(words.get("phi", [""])[0]))
    return {"gram": sweep(text), "identity": push_through_identity.sweep(text)}


ENDPOINT = Endpoint("gram", answer)


def picture(text: str) -> Picture:
    """Build the picture of the edited Φ, both matrices and their eigenvalues."""
    editor = Cells(
        title="Φ: a row for each point, a column for each feature",
        address=public_path("gram"),
        pattern=feature_matrix_field.NUMBER,
        largest=feature_matrix_field.MAX_ENTRY,
        rule=feature_matrix_field.ALLOWED,
        max_size=feature_matrix_field.MAX_SIZE,
        example=EXAMPLE_FEATURES_001.tolist(),
    )
    return own_sweeps(
        "gram",
        sweep(text),
        view={"phi": text},
        main=[
            editor,
            items.stack(_entries("gram", GRAM), _entries("covariance", COVARIANCE)),
        ],
        side=[
            items.Heading(
                "The eigenvalues of both matrices",
                "Eigenvalues that both matrices share are side by side and equally high. A ring "
                "marks an eigenvalue 0.",
            ),
            Pairs(
                label="The eigenvalues of both matrices in pairs.",
                lists=[
                    {"tensor": "gram_values", "label": "left ΦΦᵀ", "tone": "accent"},
                    {"tensor": "covariance_values", "label": "right ΦᵀΦ", "tone": "logistic"},
                ],
            ),
            challenges(CHALLENGES),
        ],
    )


def table_picture(text: str, revealed: str) -> Picture:
    """Build the table of note 001 for the Φ in `text`, and show the rows named in `revealed`.

    The learner reveals the others one by one.
    """
    return own_sweeps(
        "gram-table",
        sweep(text),
        view={"known": revealed},
        main=[
            Reveal(
                look="known",
                label="Gram matrix against covariance matrix",
                columns=[GRAM, COVARIANCE],
                rows=[{"name": name, "label": label} for name, label in ROWS.items()],
            ),
            Follow(sweep="gram"),
        ],
    )


def phi_of_address(words: Mapping[str, str]) -> str:
    """Return the Φ of an address in canonical form, or the example of note 001.

    Raises SceneError if the Φ of the address is not valid.
    """
    return (
        feature_matrix_field.write(feature_matrix_field.read(words["phi"]))
        if words.get("phi")
        else feature_matrix_field.write(EXAMPLE_FEATURES_001)
    )


def known_of(words: Mapping[str, str]) -> str:
    """Return the rows of the table that an address reveals, as valid names separated by dots."""
    names = words.get("known", "")[:80].split(".")
    return ".".join(name for name in ROWS if name in names)


def _entries(tensor: str, title: str) -> items.Item:
    return items.Entries(tensor=tensor, title=title, label=f"The {title}.")


def _number(value: float) -> str:
    """Format a number with at most four digits, as in the matrices: −0.4384, 1.234·10⁶."""
    digits, _, exponent = f"{value:.4g}".partition("e")
    power = f"·{power_of_ten(int(exponent))}" if exponent else ""
    return digits.replace("-", "−") + power


def _list(values: np.ndarray) -> str:
    return ", ".join(map(_number, values))


def _extra_zeros(zeros: int) -> str:
    """Return the phrase for the zeros that one list of eigenvalues has in addition to the other,
    or "" if there are none."""
    if zeros <= 0:
        return ""
    count = ("one", "two", "three", "four", "five")[zeros - 1]
    return f": those of the other matrix, and {count} more zero{'s' if zeros > 1 else ''}"
