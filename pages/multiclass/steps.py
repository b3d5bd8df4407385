"""The steps of the page Many classes."""

import kernel_core as kc
from lab.scene.class_scene import ClassScene
from lab.scene.fields import count_word
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.challenges import remark
from lab.ui.steps.formulas import markdown
from lab.ui.steps.step import Picture, Step, Words, quiz, take_away
from pages.multiclass import failure_section, section_texts, sgd_section
from pages.multiclass.challenges import BILL, CHANCE, LIKELIHOOD, SCORES, STEP, TREES
from pages.multiclass.cost import cost_section
from pages.multiclass.method import (
    binary_task_items,
    erring_section,
    largest_score,
    method_items,
)
from pages.multiclass.scores import scores_section
from pages.multiclass.softmax import likelihood_section, softmax_section, two_classes_section
from pages.multiclass.trees import trees_section


def one_method(scene: ClassScene, words: Words) -> list[Picture]:
    """Build the picture of one-versus-all."""
    undecided = remark(
        "No class claims {no_positive_ova:percent} of the plane, and several claim "
        "{multiple_positive_ova:percent}.",
        ("no_positive_ova", ">=", 0),
    )
    return [
        Picture(
            main=[method_items.plane("ova"), method_items.legend(ties=False)],
            side=[method_items.rails(), method_items.error("ova"), undecided],
        )
    ]


def four_methods(scene: ClassScene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[
                method_items.two_rows(), method_items.legend(hand=True), items.tools(tall=True),
            ],
            side=[method_items.rails(), method_items.errors(), method_items.switches()],
            wide=True,
        )
    ]  # fmt: skip


def decision_at_point(scene: ClassScene, words: Words) -> list[Picture]:
    return [
        Picture(
            main=[
                method_items.sliders(),
                method_items.planes_with_decision(),
                method_items.legend(),
                method_items.ties(),
            ],
            name="ask",
            scene=replace(scene, inside=""),
            written_words=frozenset({"at"}),
        )
    ]


def one_classifier(scene: ClassScene, words: Words) -> list[Picture]:
    return [binary_task_items.picture(binary_task_items.with_chosen_classifier(scene))]


def class_trees(scene: ClassScene, words: Words) -> list[Picture]:
    return trees_section.pictures(scene, words)


def linear_scores(scene: ClassScene, words: Words) -> list[Picture]:
    return [scores_section.picture(words)]


def softmax_probabilities(scene: ClassScene, words: Words) -> list[Picture]:
    return [softmax_section.picture(scene)]


def likelihood(scene: ClassScene, words: Words) -> list[Picture]:
    scene = replace(scene, inside="")
    try:
        return [likelihood_section.picture(scene, words, section_texts.slider_values(scene))]
    except (ValueError, kc.NotConverged):
        return []


def softmax_sgd(scene: ClassScene, words: Words) -> list[Picture]:
    return [sgd_section.picture(scene, words)]


def two_rules(scene: ClassScene, words: Words) -> list[Picture]:
    return [largest_score.picture()]


def cost(scene: ClassScene, words: Words) -> list[Picture]:
    return [cost_section.picture(words)]


def failures(scene: ClassScene, words: Words) -> list[Picture]:
    return failure_section.pictures()


def two_classes_text(scene: ClassScene, words: Words) -> str:
    setting = section_texts.slider_values(scene)
    table = two_classes_section.comparison(replace(scene, inside=""))
    return two_classes_section.TWO.replace("{setting}", markdown(setting)) + table


def no_likelihood(scene: ClassScene, words: Words) -> str:
    if likelihood(scene, words):
        return ""
    return (
        "There are no bars: with this kernel and λ softmax could not be trained. Choose another "
        "kernel or λ."
    )


def cost_text(scene: ClassScene, words: Words) -> str:
    setting = markdown(section_texts.slider_values(scene))
    return (
        section_texts.SCENE_COUNTS.replace("{setting}", setting)
        + "\n\n"
        + cost_section.cost_of_scene(scene)
    )


def errors_text(scene: ClassScene, words: Words) -> str:
    scene = replace(scene, inside="")
    text = section_texts.ERRING.replace("{setting}", markdown(section_texts.slider_values(scene)))
    return "\n\n".join([erring_section.LEAD, text, erring_section.table(scene)])


ONE = r"""
A binary classifier separates two classes, + and −. For more classes you need several of them, or
another method, and a rule that turns the results into one class (004).

**One-versus-all** trains a classifier for each class, on all points: this class, or any other? A
point gets the class that claims it. Where several classes claim it, this page by default chooses
one of them at random, as in the notes; where no class does, it chooses among all classes. Most
textbooks choose the class with the largest score.
"""
METHODS = r"""
**One-versus-one** trains a classifier for each pair of classes, only on their points, and counts
votes. Votes can tie. A **tree** splits the classes into two groups, and each group again, until one
class is left: there are no ties, but an early mistake is final. **Softmax** learns all scores at
once and turns them into probabilities. It needs no binary learner.
"""
RANDOM_CHOICE = r"""
Where several classes claim a point, the notes choose one of them at random; they do not specify how
ties of votes are broken (004). This page chooses at random in both cases, and where no class claims
the point, unless you choose “By the largest score”. With the same classifiers and the same random
seed a point always gets the same class. Most textbooks choose the class with the largest score.
"""
INSIDE = r"""
The classifiers differ in their training sets: some classes are relabelled +1, some −1, and any
others are left out. **One-versus-one** has a classifier for each pair of classes, a **tree** one
for each fork, on the classes that are left there. A classifier also predicts a sign at the points
of the classes that were left out.
"""

STEPS = (
    Step(
        "one-method", "One method", "How do binary classifiers separate many classes?",
        "Each class has a classifier that decides: this class, or another? A point gets the class "
        "that claims it. Drag a slider, and see where no class claims a point, or several do.",
        pictures=one_method, mathematics=(ONE,),
        formerly=("How do two-class learners tell many classes apart?",),
        frame_heights=(500, 810, 680),
    ),
    Step(
        "inside", "Inside one of the classifiers", "What is one classifier trained on?",
        "Each classifier here is an ordinary binary classifier. Choose one, and see which points "
        "are its positive examples (crosses) and which its negative ones (circles).",
        pictures=one_classifier, mathematics=(INSIDE,),
        frame_heights=(520, 890, 690),
    ),
    Step(
        "four", "Four methods", "Where do four methods differ?",
        "Four methods, on the same points. Drag a slider: where do they differ?",
        pictures=four_methods, challenges=method_items.CHALLENGES, mathematics=(METHODS,),
        formerly=("Four ways",),
        frame_heights=(710, 1200, 730),
    ),
    Step(
        "ask", "One point in detail", "How does each method decide?",
        "Press anywhere on one of the planes. Below each plane you see how its method decides "
        "about this point, with the values that determine the class.",
        pictures=decision_at_point, mathematics=(RANDOM_CHOICE,), formerly=("Ask a point",),
        frame_heights=(1470, 1590, 880),
    ),
    Step(
        "trees", "Trees", "Which classes should be separated first?",
        "Each fork of a tree is a classifier that chooses the left or the right group. Press on "
        "a fork to see its "
        "boundary; press on a point to follow its path through the tree.",
        pictures=class_trees, challenges=TREES, mathematics=(section_texts.TREES,),
        own_words=tuple(trees_section.VIEW),
        formerly=("Which classes should be told apart first?",),
        frame_heights=(870, 1370, 900),
    ),
    Step(
        "scores", "Scores", "What does a linear rule for many classes look like?",
        "Each class has an arrow w, and its score at x is wᵀx. A point gets the class with the "
        "largest score. Drag the arrows.",
        pictures=linear_scores, challenges=SCORES, mathematics=(section_texts.SCORES,),
        own_words=tuple(scores_section.VIEW),
        frame_heights=(530, 880, 560),
    ),
    Step(
        "softmax", "Softmax", "How probable is each class?",
        "Softmax turns scores into probabilities. Left: the likeliest class. Right: at each point "
        "a class drawn at random with its probability. Drag λ: where do the two differ?",
        pictures=softmax_probabilities, challenges=CHANCE,
        mathematics=(softmax_section.LEAD, softmax_section.PREDICT),
        frame_heights=(630, 1240, 540),
    ),
    Step(
        "largest-score", "The largest score", "What if the largest score decides?",
        "Left, the default of this page: where no class claims a point, or several do, a class is "
        "chosen at random. Right, as in most textbooks: the class with the largest score. Choose "
        "another loss.",
        depth="deeper", pictures=two_rules, challenges=(largest_score.CHALLENGE,),
        mathematics=(largest_score.RULES, largest_score.COMPARABLE),
        frame_heights=(430, 650, 420),
    ),
    Step(
        "likelihood", "Maximum likelihood", "Which scores make the labels most likely?",
        "Each bar is the probability of the label of one example. Drag s, which multiplies all "
        "scores, and watch the bars.",
        depth="deeper", pictures=likelihood, challenges=LIKELIHOOD, tables=no_likelihood,
        mathematics=(likelihood_section.LEAD,), own_words=tuple(likelihood_section.VIEW),
        formerly=("Which scores make the labels likeliest?",),
        frame_heights=(460, 710, 420),
    ),
    Step(
        "sgd", "One gradient step at a time", "What does one example change?",
        "Press on a point, then on “Take a step on this example”. The table shows the step before "
        "you take it.",
        depth="deeper", pictures=softmax_sgd, challenges=STEP, mathematics=(section_texts.STEPS,),
        own_words=tuple(sgd_section.VIEW), formerly=("One step at a time",),
        frame_heights=(660, 970, 640), old_names=("walk",),
    ),
    Step(
        "two-classes", "Two classes", "What is softmax for two classes?",
        "Softmax for two classes is binary logistic regression, but with which λ? Each dot is one "
        "example. Drag s until all dots lie on the diagonal.",
        depth="deeper", pictures=two_classes_section.picture, tables=two_classes_text,
        own_words=tuple(two_classes_section.VIEW),
        formerly=("Two classes: the binary fit, digit for digit",),
        frame_heights=(280, 310, 260), old_names=("pair",),
    ),
    Step(
        "bill", "Computational cost", "What do the four methods cost?",
        "Drag q, the number of classes. Marks are measured values; lines are formulas, except in "
        "the chart of time.",
        depth="deeper", pictures=cost, challenges=BILL, tables=cost_text,
        mathematics=(section_texts.BILL,),
        own_words=tuple(cost_section.VIEW), formerly=("The bill",),
        frame_heights=(1080, 2040, 910),
    ),
    Step(
        "failures", "Where each method fails", "Where does each method fail?",
        f"{count_word(len(failure_section.FAILURES)).capitalize()} hard cases, with the errors on "
        "new points. Open one.",
        depth="deeper", pictures=failures, formerly=("Where each fails",),
    ),
    Step(
        "erring", "When one classifier is wrong", "What if one classifier is wrong?",
        "Each bar shows the new points on which at least one classifier is wrong. Its parts "
        "show whether the predicted class is right.",
        depth="deeper", pictures=erring_section.picture, tables=errors_text,
        own_words=tuple(erring_section.VIEW),
        formerly=("When one classifier errs", "When one errs"),
        frame_heights=(550, 610, 490),
    ),
    take_away(),
    quiz(),
)  # fmt: skip
