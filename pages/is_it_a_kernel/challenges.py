"""The challenges of the builder of kernels."""

from lab.ui.challenges import Challenge, Option

# Smallest number of points of the second challenge. With fewer points its answers, “as many as
# there are points” and “a handful”, would not differ clearly.
MIN_POINTS = 20
SPIRAL_POINTS = 40  # smallest number of points of the third challenge

CHALLENGES = (
    Challenge(
        question="In a sum of two kernels, one kernel gets a small negative weight. Must the sum "
                 "still be a kernel?",
        stored_id="c20d08939",
        options=(
            Option("yes, if it is small enough", (("least", ">=", 0),)),
            Option("no", (("least", "<=", -1e-6),)),
        ),
        answer="no",
        goal="Change one weight so that an eigenvalue is below 0 and exactly one step is not "
        "covered by a rule.",
        conditions=(("least", "<=", -1e-6), ("uncovered", "==", 1), ("minus", "==", 1)),
        hint="Give one term of a sum a weight below 0, and leave the other unchanged.",
        why="cᵀ(K₁ − aK₂)c = cᵀK₁c − a cᵀK₂c: here the second term is larger for some c. (In "
        "2k − k it never is: 2k − k is a kernel.) With a very small a, some sets of points show no "
        "negative eigenvalue. For RBF − a xᵀx′ a single distant point is enough: "
        "k(x, x) = 1 − a‖x‖² < 0.",
    ),
    Challenge(
        question="Let k(x, x′) = xᵀx′ on these points of the plane. How many eigenvalues of its "
                 "Gram matrix are not 0?",
        options=(
            Option("as many as there are points", (("rank", ">=", MIN_POINTS),)),
            Option("a handful", (("rank", "<=", 6),)),
        ),
        answer="a handful",
        goal="Build xᵀx′ and count the eigenvalues that are not 0. Then build a kernel with "
        "exactly three eigenvalues above 0, and none below.",
        conditions=(("rank", "==", 3), ("least", ">=", 0)),
        holds={"m": MIN_POINTS},
        hint="xᵀx′ has two eigenvalues above 0. Add a constant to xᵀx′.",
        why="The rank of K = ΦΦᵀ is at most the number of features: x₁ and x₂ are two "
        "features, and a constant is a third. RBF has one nonzero eigenvalue for each point, if no "
        "two points coincide; but many can be too small to tell from rounding errors.",
    ),
    Challenge(
        question="Can a kernel separate the spirals with fewer than half of the points as "
                 "support vectors?",
        options=(
            Option("yes", (("support", "<=", ["m", 0.5, -1]),)),
            Option("no, they are too intertwined", (("support", ">=", ["m", 0.5]),)),
        ),
        answer="yes",
        goal=f"Find a kernel that separates {SPIRAL_POINTS} or more points of the spirals with "
        "fewer than half of them as support vectors.",
        conditions=(("data", "==", "spirals"), ("m", ">=", SPIRAL_POINTS),
                    ("train_error", "<=", 0), ("support", "<=", ["m", 0.5, -1])),
        holds={"loss": ("hinge",), "m": SPIRAL_POINTS},
        hint="Try exp(xᵀx′), and make λ as small as possible.",
        why="With a wide kernel few points determine the boundary, but the boundary still has to "
            "follow the spirals. On many samples, kernels such as rbf(0.8) + 0.3 xᵀx′ or exp(xᵀx′) "
            "separate them with so few support vectors if λ is small.",
    ),
)  # fmt: skip
