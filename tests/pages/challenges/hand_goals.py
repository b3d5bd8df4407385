"""Goals that no slider leads to through pictures that are at hand."""

# By how the question begins: what leads there instead.
BY_HAND = {
    "Push one cross deep among the circles.": "a point is dragged",
    "Turn the two arrows to a right angle.": "two points are dragged",
    "Which degree lets K(x, x′) fall below 0?": "two points are dragged",
    "A picture of 16 × 16 pixels has d = 256.": "numbers of a table, without a sweep",
    "Weigh one of the two kernels": "a weight is typed into a formula",
    "k(x, x′) = xᵀx′ alone": "a formula is composed",
    "Take the spirals.": "a kernel is composed",
    "With ‖x−x′‖², two points have": "a point is dragged",
    "min{x, x′} is a kernel on [0, ∞).": "a point is dragged",
    "RBF(½) − 0.3 RBF(1)": "a search runs on the server",
    "Write the same point twice": "a point is dragged",
    "More points than features": "rows are added",
    "Classes stand in a row": "three switches, one after the other",
    "The same learner, the same data.": "classes are dragged in a tree",
    "Shrink one arrow to nothing.": "an arrow is dragged",
    "Move all three arrows": "arrows are dragged",
    "One step, on one example.": "a button takes steps",
}
