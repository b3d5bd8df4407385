"""The challenges of the gallery, one or two for each kernel, checked on the frame's tensors."""

from lab.ui.challenges import Challenge, Option
from pages.kernel_trick.gallery.gallery_scene import LARGEST_L

COSINE = Challenge(
    question="The only features are cos ωx and sin ωx. At which ω can a fit follow the points?",
    stored_id="cc8da6feb",
    options=(
        Option("only near one ω", (("train_mse", "<=", 0.05),)),
        Option("at any ω", (("train_mse", ">=", 0.3),)),
        Option("never", (("train_mse", ">=", 0.3),)),
    ),
    answer="only near one ω",
    goal="Find an ω at which the mean squared residual is at most 0.05.",
    conditions=(("piece", "==", "cosine"), ("train_mse", "<=", 0.05)),
    by=("theta",),
    why="A cos ωx + B sin ωx is one wave of frequency ω, shifted and scaled. The points come from "
    "sin 1.6x, so near ω = 1.6 two weights are enough. Far from ω = 1.6 no pair of weights "
    "fits.",
)

BANK = Challenge(
    question="Which of the two sums converges as L grows?",
    stored_id="cf9c38863",
    options=(
        Option("without 2π/L", (("printed_error", "<=", 1),)),
        Option("with 2π/L", (("scaled_error", "<=", 0.05),)),
        Option("both", (("printed_error", "<=", 1), ("scaled_error", "<=", 0.05))),
    ),
    answer="with 2π/L",
    goal="Bring one of the two sums within 0.05 of sin(2π(x − x′))/(x − x′).",
    conditions=(("piece", "==", "bank"), ("scaled_error", "<=", 0.05)),
    by=("L",),
    why=f"Every wave adds 1 at x = x′, so the sum without 2π/L is L + 1 there, {LARGEST_L + 1} "
    "at the end of the slider. The sum with 2π/L is a Riemann sum of ∫ cos(ω(x − x′)) dω from 0 to "
    "2π, with an error of about 2π/L.",
    hides=("errors",),
)

POLY = Challenge(
    question="The features are all monomials of degree at most 8 in 4 attributes. How many are "
    "there?",
    options=(
        Option("32", (("listed", "==", 32),)),
        Option("495", (("listed", "==", 495),)),
        Option("65,536", (("listed", "==", 65536),)),
    ),
    answer="495",
    goal="Show all these monomials: set d = 4, M = 8, and c above 0.",
    conditions=(("piece", "==", "poly"), ("listed", ">=", 495)),
    hint="Drag d to 4, M to 8, and c to a value above 0.",
    why="(4 + 8) choose 8 is 495. The kernel needs 4 products, a sum and a power for the same "
    "inner product.",
)

TAYLOR = Challenge(
    question="With few terms, where is the boundary wrong?",
    options=(
        Option("near the origin", (("differs_near", ">=", ["differs_far", 1]),)),
        Option("far from it", (("differs_far", ">=", ["differs_near", 1]),)),
    ),
    answer="far from it",
    goal="Find a number of terms for which at least a fifth of the points far from the origin get "
    "a different class than with the exact kernel, but at most one in twenty near the origin.",
    conditions=(
        ("piece", "==", "taylor"), ("differs_far", ">=", 0.2), ("differs_near", "<=", 0.05)
    ),
    by=("terms",), offer={"width": "0.7"},
    why="The series is expanded about xᵀx′ = 0. The remainder begins with "
    "(xᵀx′/τ²)ᴺ/N!, which is small near the origin and large far from it. A smaller τ makes "
    "|xᵀx′|/τ² larger everywhere.",
)  # fmt: skip

FOURIER = Challenge(
    question="How many random cosines are enough for a test error within one percentage point of "
             "that with the exact kernel?",
    options=(
        Option("fewer than 10", (("sufficient_waves", "<=", 9),)),
        Option("10 to 200", (("sufficient_waves", ">=", 10), ("sufficient_waves", "<=", 200))),
        Option("more than 200", (("sufficient_waves", ">=", 201),)),
    ),
    answer="10 to 200",
    goal="With variance τ⁻², find the smallest D on the slider such that the test error is within "
         "one percentage point of that with the exact kernel at this D and at every larger one. A "
         "smaller D with a small test error by chance does not count.",
    conditions=(("piece", "==", "fourier"), ("spread", "==", "right"),
                ("waves", ">=", ["sufficient_waves", 1]), ("waves", "<=", ["sufficient_waves", 1])),
    by=("waves",), offer={"width": "0.7", "spread": "right", "draw": "1"},
    why="The boundary is where f changes sign, and it is accurate long before the kernel is: at "
    "this D the entries of K still have the error that the read-outs show.",
    hides=("errors",),
)  # fmt: skip

SLIP = Challenge(
    question="The notes draw ω with variance τ², not τ⁻². At which bandwidth is that correct?",
    options=(
        Option("at none", (("error", ">=", 0.2),)),
        Option("at τ = 1", (("width", ">=", 0.95), ("width", "<=", 1.05))),
        Option("at all large τ", (("width", ">=", 1.5),)),
    ),
    answer="at τ = 1",
    goal="Choose variance τ², and find a τ and a D for which the kernel’s error is at most 0.03.",
    conditions=(("piece", "==", "fourier"), ("spread", "==", "printed"), ("error", "<=", 0.03)),
    hint="Choose variance τ², bring τ to 1, and make D large.",
    why="τ² and τ⁻² are equal only at τ = 1. At any other τ, variance τ² gives the kernel of "
    "bandwidth 1/τ.",
    hides=("errors",),
)

LETTER = Challenge(
    question="The RBF kernel is also written exp(−‖x − y‖²/α). At bandwidth τ = 1, which α gives "
    "the same kernel?",
    options=(
        Option("1", (("letter", "<=", 1.5),)),
        Option("2", (("letter", ">=", 1.5), ("letter", "<=", 3))),
        Option("4", (("letter", ">=", 3),)),
    ),
    answer="2",
    goal="Set τ = 1. Below, drag α until the two curves differ by at most 0.01.",
    conditions=(
        ("piece", "==", "taylor"),
        ("width", ">=", 0.95),
        ("width", "<=", 1.05),
        ("letter_error", "<=", 0.01),
    ),
    hint="Bring τ to 1. The two curves are equal where α = 2τ².",
    why="exp(−r²/α) and exp(−r²/2τ²) are the same function of r if α = 2τ². At τ = 1, α is 2; "
    "for a bandwidth twice as large, α is four times as large.",
)

MIN = Challenge(
    question="λ becomes tiny. What does the fit look like between two neighbouring points?",
    stored_id="c8555fa2f",
    options=(
        Option("a straight line", (("train_mse", "<=", 1e-4),)),
        Option("a curve", (("train_mse", ">=", 1e-3),)),
    ),
    answer="a straight line",
    goal="Make the fit pass through the points: a mean squared residual of at most 0.0001.",
    conditions=(("piece", "==", "min"), ("train_mse", "<=", 1e-4)),
    by=("firm",),
    why="Each αᵢ min{x, xᵢ} is straight on both sides of xᵢ, so their sum bends at the xᵢ and "
    "nowhere else. A fit through the points joins them by straight lines.",
)

QUESTIONS = {
    "cosine": (COSINE,), "bank": (BANK,), "poly": (POLY,), "taylor": (TAYLOR, LETTER),
    "fourier": (FOURIER, SLIP), "min": (MIN,),
}  # fmt: skip
