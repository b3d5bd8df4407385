"""The quiz on the kernel trick."""

from lab.ui.quiz import Answer, Question, right
from pages.kernel_trick import quiz_variants

QUESTIONS = (
    quiz_variants.square_of_the_inner_product(),
    Question(
        "To how many features of points in the plane does the kernel (xᵀx′ + 1)² correspond?",
        (
            Answer("3", "x₁², √2·x₁x₂ and x₂² belong to (xᵀx′)². The constant 1 adds the lower "
                        "powers."),
            Answer("9", "There are nine products, but x₁x₂ and x₂x₁ are the same feature, and so "
                        "on."),
            right("6", "All monomials up to degree 2 in two variables: 1, x₁, x₂, x₁², x₁x₂, x₂². "
                       "In general, for d attributes and degree M, there are (d + M choose M)."),
        ),
        section="A gallery of kernels", note="001; 003 has the binomial upside down",
        check="features_of_a_polynomial",
    ),
    Question(
        "You raise each point x to the height ‖x‖ and cut with a horizontal plane. Which curve is "
        "the cut, seen from above?",
        (
            Answer("a straight line", "Only if the height were a linear function of x. Then the "
                                      "lift would be of no use."),
            right("a circle", "The cut contains all points of one height, ‖x‖ = r: in the plane "
                              "of x they form a circle."),
            Answer("a parabola", "That would need a height such as x₂ − x₁². Points of equal "
                                 "height ‖x‖ form a circle around 0."),
        ),
        section="Rings raised into space", note="003",
    ),
    Question(
        "Nearest neighbours in feature space need ‖φ(x) − φ(x′)‖². How do you compute it from K "
        "alone?",
        (
            Answer("K(x − x′, x − x′)",
                   "That is right for the linear kernel only, where φ(x) − φ(x′) = φ(x − x′)."),
            Answer("2 − 2K(x, x′)",
                   "That is right where K(x, x) = 1, as for the RBF kernel. For (xᵀx′ + 1)² it is "
                   "wrong."),
            right("K(x, x) − 2K(x, x′) + K(x′, x′)",
                  "Expand the square and write K for each inner product. It holds for "
                  "every kernel."),
        ),
        section="Five methods with one kernel", note="004", check="distance_from_the_kernel",
    ),
    Question(
        "Let f(x) = Σ αᵢ K(xᵢ, x) with an RBF kernel. What is f far away from all examples?",
        (
            right("almost 0", "Every K(xᵢ, x) is almost 0 there, so no example contributes. The "
                              "sign far away means little."),
            Answer("as large as at the nearest example",
                   "A bump fades with distance."),
            Answer("it grows with the distance",
                   "That is possible with a linear kernel. All RBF bumps tend to 0."),
        ),
        section="A sum of similarities", note="000, section 6; 001", check="far_from_all_examples",
        stored_id="q20d68826",
    ),
    Question(
        "Points have 1,000 coordinates; the features are all monomials up to degree 2. Which way "
        "to compute the inner product of two feature vectors takes fewer multiplications?",
        (
            Answer("with the features, which are computed only once",
                   "Each inner product still takes a multiplication for each feature, and there is "
                   "a feature for every pair of coordinates."),
            right("with the kernel (xᵀz + 1)²",
                  "It takes a multiplication for each coordinate, and one more for the square."),
            Answer("both take the same number, since their results are equal",
                   "Only the results are equal. There is a feature for every pair of coordinates."),
        ),
        section="Cost with and without features", note="003; 004", check="cheaper_inner_product",
    ),
)  # fmt: skip
