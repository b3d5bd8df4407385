"""The live element of the search for counterexamples: buttons, points, their matrix, and c."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lab.course.page_declaration import Word
from lab.endpoints.static_assets import public_path
from lab.scene.scene import SceneError
from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.steps.step import Picture, own_sweeps
from pages.is_it_a_kernel import similarity_functions
from pages.is_it_a_kernel.counterexample_stream import MAX_MATRICES, MAX_SECONDS
from pages.is_it_a_kernel.gram_eigenvalues import eigenvalue_sweep
from pages.is_it_a_kernel.items import Eigenvalues, KernelSearch, Spots
from pages.is_it_a_kernel.similarity_functions import CANDIDATES, DEFAULT_NAME, NAMES, OWN_NAME

VIEW = {
    "candidate": Word(DEFAULT_NAME, NAMES),
    "spots": Word(max_length=1200),
}  # words of the page's address


def _kind(name: str) -> tuple[str, str, Any]:
    return ("kind", "==", NAMES.index(name))


ABOUT_DISTANCE = Challenge(
    question="With ‖x−x′‖², the Gram matrix of two points has the eigenvalues r and −r. The "
    "distance between the points grows from 1 to 3. By what factor does r grow?",
    stored_id="c4c60e6b1",
    options=(
        Option("by 3", (("lowest", ">=", -3.5),)),
        Option("by 9", (("lowest", "<=", -9),)),
    ),
    answer="by 9",
    goal="Choose ‖x−x′‖² and drag its two points until the smallest eigenvalue is −9 or lower.",
    conditions=(_kind(DEFAULT_NAME), ("n", "==", 2), ("lowest", "<=", -9)),
    hint="Drag the two points at least 3 apart.",
    why="r is the squared distance, which grows from 1 to 9. The farther apart two points are, the "
    "lower the eigenvalue −r. For any two different points it is below 0.",
)
ABOUT_MIN = Challenge(
    question="min{x, x′} is a kernel on [0, ∞). How many points below 0 are enough to show that it "
    "is not a kernel on the whole line?",
    stored_id="c4e0f525c",
    options=(
        Option("one is enough", (("most", ">=", 0.1),)),
        Option("all points must be below 0", (("most", "<=", 0),)),
    ),
    answer="one is enough",
    goal="Choose min{x, x′}. Bring an eigenvalue to −0.5 or lower, and keep one point at 0.1 or "
    "more.",
    conditions=(_kind("min"), ("lowest", "<=", -0.5), ("most", ">=", 0.1)),
    hint="Drag one point to −0.5 or lower, and leave another at 0.1 or more.",
    why="k(x, x) = min{x, x} = x would be the squared length of a feature vector, which is never "
    "below 0.",
)
ABOUT_BUDGET = Challenge(
    question=f"Will {MAX_MATRICES:,} matrices of up to {similarity_functions.MAX_SEARCHED_POINTS} "
    "points show that RBF(½) − 0.3 RBF(1) is not a kernel?",
    stored_id="c424cb1ea",
    options=(
        Option("yes", (("lowest", "<=", -1e-6),)),
        Option("no", (("lowest", ">=", -1e-6),)),
    ),
    answer="no",
    goal="Choose RBF(½) − 0.3 RBF(1), press Search, and wait until the search ends.",
    conditions=(_kind("hidden"), ("tried", ">=", 1000)),
    hint=f"The search ends by itself, after at most {MAX_SECONDS:.0f} seconds.",
    why="Yet RBF(½) − 0.3 RBF(1) is not a kernel: the Gram matrix of the 49 points of a 7 by 7 "
    "grid, 0.8 apart, has an eigenvalue of −0.08. The button beside Search shows this grid. A "
    "search that finds nothing proves nothing.",
)
CHALLENGES = (ABOUT_DISTANCE, ABOUT_MIN, ABOUT_BUDGET)


def picture(words: Mapping[str, str], formula: str) -> Picture:
    """Build the picture of the search: points, their matrix and its eigenvalues.

    `words` are the words of the page's address, `formula` is the visitor's own kernel, built in
    the first step.
    """
    similarity = similarity_functions.candidate_of_address(words, formula)
    try:
        sweep = eigenvalue_sweep(
            similarity, similarity_functions.read_points(words.get("spots", ""), similarity)
        )
    except SceneError:
        sweep = eigenvalue_sweep(similarity, similarity.start)
    # The formula is part of the sweep, not of an item: the items are the same for every formula.
    sweep["meta"]["formula"] = formula
    names = {name: offered.label for name, offered in CANDIDATES.items()}
    names[OWN_NAME] = "your kernel"
    hunt = KernelSearch(
        search=public_path("kernel-search"),
        address=public_path("kernel-matrix"), label="The search",
        limits=f"At most {MAX_MATRICES:,} matrices and {MAX_SECONDS:.0f} seconds.",
    )  # fmt: skip
    return own_sweeps(
        "hunt",
        sweep,
        view={"candidate": similarity.name, "spots": sweep["meta"]["spots"]},
        main=[
            replace(items.look("candidate", "Candidate", names), shape="kl-wrap"),
            Spots(label="The points, each with its entry of c.", title="",
                  reach=similarity_functions.REACH, max_points=similarity_functions.MAX_POINTS),
            items.legend(positive="cᵢ ≥ 0", negative="cᵢ < 0; a larger mark: a larger |cᵢ|"),
        ],
        side=[
            hunt,
            items.readouts(
                items.row("lowest", "Smallest eigenvalue", "number"),
                items.row("value", "cᵀKc", "number", "c of length 1")),
            replace(items.stack(
                _entries("gram", "K", "The matrix K of the points."),
                _entries("weights", "c", "The eigenvector c of the smallest eigenvalue."),
                Eigenvalues(label="The eigenvalues."),
            ), shape="kl-matrix-c"),
        ],
    )  # fmt: skip


def _entries(tensor: str, title: str, label: str) -> items.Item:
    return items.Entries(tensor=tensor, title=title, label=label)
