"""The quiz on kernel PCA."""

from lab.ui.quiz import Answer, Question, right

QUESTIONS = (
    Question(
        "Points in the plane have variance 4 along their first principal direction and 1 along the "
        "second. How large is their mean squared distance to the line through their mean along the "
        "first direction?",
        (
            right("1", "The total variance is 4 + 1 = 5, and 4 of it is along the line. The "
                       "rest is the mean squared distance to the line."),
            Answer("4", "That is the variance along the line. The mean squared distance to it "
                        "is the variance along the other direction."),
            Answer("5", "That is the mean squared distance to the mean. The line through the "
                        "mean is nearer to the points."),
        ),
        section="The direction of most variance", check="distance_to_the_line",
        stored_id="q94d5cdb5",
    ),
    Question(
        "100 centred points have 3 features each. How many eigenvalues above 0 can their 100 × 100 "
        "Gram matrix have?",
        (
            right("at most 3", "XXᵀ and XᵀX have the same eigenvalues above 0, and XᵀX is 3 × 3."),
            Answer("at most 99", "Centring leaves at most 99. But 3 features span only 3 "
                                 "directions."),
            Answer("100", "With 3 features XXᵀ has at most rank 3, however many points there are."),
        ),
        section="Only inner products", note="001", check="eigenvalues_of_a_centred_gram_matrix",
        stored_id="q180b729b",
    ),
    Question(
        "K is not centred, and the points lie far from 0. What does the first eigenvector of K "
        "show?",
        (
            Answer("the direction of most variance",
                   "That needs distances from the mean, and so a centred K."),
            right("mostly where their mean is",
                  "Without centring, distances are measured from 0. Far from 0 all points have "
                  "nearly the same direction, that of their mean."),
            Answer("nothing, it is random",
                   "The first direction u is determined up to its sign: it makes the sum of the "
                   "squared inner products uᵀxᵢ as large as possible."),
        ),
        section="Only inner products", check="first_direction_without_centring",
        stored_id="q9de33555",
    ),
    Question(
        "All m points are equal. What does kernel PCA find, with any kernel?",
        (
            Answer("one component with all the variance", "Equal points have no variance in any "
                                                          "direction."),
            right("no component: centred K is 0",
                  "Equal points have equal features, so all entries of K are equal. Then "
                  "K − 1K − K1 + 1K1 = 0, where 1 is the m × m matrix of entries 1/m."),
            Answer("m components of the same size",
                   "That is nearly true if the points differ and the bandwidth is tiny: then m − 1 "
                   "components have nearly the same size."),
        ),
        section="Curved components", check="components_of_equal_points", stored_id="qe0539aaf",
    ),
    Question(
        "An RBF kernel has a bandwidth far larger than all distances. What do the first components "
        "look like?",
        (
            right("like those of PCA without a kernel",
                  "For large τ, K(x, x′) ≈ 1 − ‖x − x′‖²/(2τ²). Centring turns this into xᵀx′/τ² "
                  "for centred x and x′: the components are those of PCA, divided by τ."),
            Answer("each is large on a few neighbours only",
                   "That is so for a small bandwidth: then each example is similar to few others."),
            Answer("constant over the plane", "A constant function has no variance, so it is not a "
                                              "component."),
        ),
        section="Curved components", check="components_of_a_wide_kernel", stored_id="q23d1fcc9",
    ),
    Question(
        "The largest eigenvalue of points is compared with those of 19 shuffles. If the "
        "coordinates are independent, how often is it above all 19?",
        (
            Answer("never", "If the coordinates are independent, a shuffle is a sample like the "
                            "points, so any shuffle may have the largest eigenvalue."),
            right("1 time in 20", "Then the points and the 19 shuffles are alike, and each of them "
                                  "has the largest eigenvalue equally often."),
            Answer("19 times in 20", "That is how often one of the shuffles has the largest "
                                     "eigenvalue."),
        ),
        section="How many components", check="chance_to_be_above_the_control",
        stored_id="q123d60ab",
    ),
    Question(
        "An example is projected on all components. Where is its pre-image?",
        (
            right("at the example itself",
                  "With all components the projection has the features of the example, and the "
                  "point whose features are nearest is the example."),
            Answer("at the mean of the examples", "With few components the pre-image lies nearer "
                                                  "to the other examples. With all components it "
                                                  "is the example."),
            Answer("nowhere", "The pre-image is the point whose features are nearest to the "
                              "projection. Such a point can exist even if no point has the "
                              "features of the projection."),
        ),
        section="Pre-images", check="pre_image_with_all_components",
    ),
    Question(
        "One ring lies inside another. Why does k-means with two centres not find the two rings?",
        (
            Answer("It needs the labels.", "k-means uses the positions of the points alone, as "
                                           "spectral clustering does."),
            right("A straight line separates its groups.",
                  "Each point belongs to the nearer centre, and the points equally far from both "
                  "lie on a line. No line separates two rings."),
            Answer("The rings have different numbers of points.",
                   "With equal numbers k-means fails as well: what counts is the distance to the "
                   "centres."),
        ),
        section="Spectral clustering", check="what_k_means_can_separate",
    ),
    Question(
        "A linear classifier with an intercept and a penalty uses all components of an RBF kernel "
        "as features. Which classifier is this?",
        (
            Answer("a straight line in the plane", "The components are curved functions over "
                                                   "the plane, and so is their weighted sum."),
            right("the kernel classifier", "The components are coordinates of the centred "
                                           "features, so with the same λ and loss both "
                                           "classifiers minimise the same objective."),
            Answer("a classifier without training errors",
                   "λ limits f as in the kernel classifier, so training errors may remain."),
        ),
        section="A classifier on components", check="classifier_on_all_components",
        stored_id="qafb8149e",
    ),
)  # fmt: skip
