"""The challenges of the page SVM."""

from lab.scene.samples.real_datasets import TUMOURS
from lab.ui.challenges import Challenge, Option, Statement

NO_SLACK = ("slack_sum", "<=", 1e-6)
SLACK_LEFT = ("slack_sum", ">=", 1e-6)

# One digit against all others, with a linear kernel and b.
RARE = {
    "data": "digits", "classes": "rest,7", "features": "pca", "m": "200", "seed": "0", "edits": "",
    "kernel": "linear", "intercept": "1",
}  # fmt: skip
# Two measurements of tumours, with a linear kernel and b.
MISSED = {**TUMOURS, "kernel": "linear", "intercept": "1"}
FEWER_ON_CROSSES = ("positive_error", "<=", ["most_of_all:positive_error", 1, -0.01])
MORE_ON_CROSSES = ("positive_error", ">=", ["least_of_all:positive_error", 1, 0.01])
FEWER_ON_CIRCLES = ("negative_error", "<=", ["most_of_all:negative_error", 1, -0.01])
MORE_ON_CIRCLES = ("negative_error", ">=", ["least_of_all:negative_error", 1, 0.01])

CHALLENGES = (
    Challenge(
        question="You make C large. How many of the examples are support vectors then?",
        options=(
            Option("less than a quarter", (("support", "<=", ["m", 0.25, -0.1]),)),
            Option("a quarter to three quarters", (("support", ">=", ["m", 0.25, -0.05]),
                                                   ("support", "<=", ["m", 0.75, 0.05]))),
            Option("more than three quarters", (("support", ">=", ["m", 0.75, 0.1]),)),
        ),
        answer="less than a quarter",
        beside_first=True,
        goal="Set C to 100,000 or more, and count the support vectors.",
        conditions=(("C", ">=", 1e5),),
        by=("lam",), deciding_stop="most:C",
        why=(
            Statement("{support:whole} examples are support vectors: they determine f, and the "
                      "others could be removed without changing f."),
            Statement("No slack is left, so all support vectors lie on the margin.", (NO_SLACK,)),
            Statement("The total slack is {slack_sum:number}. Each example with slack is a support "
                      "vector, whatever C is.", (SLACK_LEFT,)),
        ),
    ),
    Challenge(
        question="You make C small. What happens to the margin, 1/‖w‖?",
        options=(
            Option("it gets wider", (("margin", ">=", ["least:margin", 1.2]),)),
            Option("it gets narrower", (("margin", "<=", ["least:margin", 1.1]),)),
        ),
        answer="it gets wider",
        beside_first=True,
        goal="Find a C at which the margin is at least 90\u00a0% of the widest, which is "
        "{most:margin:number} (the narrowest is {least:margin:number}).",
        conditions=(
            ("margin", ">=", ["most:margin", 0.9]), ("margin", ">=", ["least:margin", 1.2]),
        ),
        by=("lam",), holds={"classes_present": 2},
        why="The margin is {margin:number} here, and {least:margin:number} where it is narrowest "
        "on this slider. Slack costs little, so a smaller ‖w‖ is better, and 1/‖w‖ grows. The "
        "coefficients of examples inside the margin are at their bound.",
    ),
    Challenge(
        question="Move one cross deep into the circles. Can a large C still bring the slack to "
                 "zero?",
        options=(
            Option("yes", (("slack_sum", "<=", 1e-6),)),
            Option("no", (("slack_sum", ">=", 1),)),
        ),
        answer="no",
        beside_first=True,
        goal="Drag a cross into the circles, and make C large: at least 100,000, with slack of 1 "
        "or more left.",
        conditions=(("C", ">=", 1e5), ("slack_sum", ">=", 1)),
        holds={"kernel": ("linear",), "intercept": ("1",), "classes_present": 2},
        hint="Drag a cross to the middle of the circles. Then set C to its largest value.",
        why="Suppose a line separated these points with margin γ. It would need no slack, and its "
            "cost would be ½‖w‖² = 1/(2γ²). The optimum costs no more than that, and the cost P of "
            "all slack is part of the cost of the optimum. So γ is at most 1/√(2P): no line "
            "separates these points with a larger margin. Where no line separates the classes at "
            "all, the first picture shows a proof, the star: a point that is a weighted "
            "average both of crosses and of circles.",
    ),
    Challenge(
        question="One digit in ten is a 7. You raise the price of slack for the 7s, and lower "
                 "it for the others, until both classes have the same total weight. Which "
                 "errors become fewer?",
        options=(
            Option("only those on the 7s", (FEWER_ON_CROSSES, MORE_ON_CIRCLES)),
            Option("only those on the other digits", (FEWER_ON_CIRCLES, MORE_ON_CROSSES)),
            Option("both", (FEWER_ON_CROSSES, FEWER_ON_CIRCLES)),
        ),
        answer="only those on the 7s",
        goal="Find the class weights with which at most one 7 in ten is misclassified.",
        conditions=(("positive_error", "<=", 0.1),),
        by=("class_weight",), fields=RARE, hides=("class-errors",),
        why=(
            Statement("With these weights {positive_error:percent} of the 7s are misclassified "
                      "(with equal weights: {most_of_all:positive_error:percent}), and "
                      "{negative_error:percent} of the other digits (with equal weights: "
                      "{least_of_all:negative_error:percent})."),
            Statement("Slack of a 7 costs more, so the boundary moves towards the other digits. "
                      "There are many of them, so the test error rises from "
                      "{least_of_all:test_error:percent} to {test_error:percent}.",
                      (("test_error", ">=", ["least_of_all:test_error", 1, 0.001]),)),
            Statement("Weights do not improve the classifier on both classes: they set which "
                      "errors matter more."),
        ),
    ),
    Challenge(
        question="You make the slack of malignant tumours ten times as expensive. Which mistakes "
        "become fewer?",
        options=(
            Option("only the missed tumours", (FEWER_ON_CROSSES, MORE_ON_CIRCLES)),
            Option("only the false alarms", (FEWER_ON_CIRCLES, MORE_ON_CROSSES)),
            Option("both", (FEWER_ON_CROSSES, FEWER_ON_CIRCLES)),
        ),
        answer="only the missed tumours",
        goal="Find the class weights with which at most one malignant tumour in ten is missed.",
        conditions=(("positive_error", "<=", 0.1),),
        by=("class_weight",), fields=MISSED, hides=("tumour-errors",),
        why=(
            Statement("{positive_error:percent} of the malignant tumours are missed (with equal "
                      "weights: {most_of_all:positive_error:percent}), and "
                      "{negative_error:percent} of the benign ones are classified as malignant "
                      "(with equal weights: {least_of_all:negative_error:percent})."),
            Statement("The line moves towards the benign tumours. The data do not say how many "
                      "false alarms are as bad as one missed tumour: you decide that when you "
                      "choose the weights."),
        ),
    ),
)  # fmt: skip
