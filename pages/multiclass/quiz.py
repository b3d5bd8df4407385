"""The quiz on many classes."""

from lab.ui.quiz import Answer, Question, right
from pages.multiclass import quiz_variants

QUESTIONS = (
    Question(
        "w₁ = (1, −⅓), w₂ = (−½, −½), w₃ = (0, 1). Which class gets the point x = (1, 1)?",
        (
            Answer("class 1", "The score of class 1 is 1 − ⅓ = ⅔, and another is higher."),
            Answer("class 2", "The score of class 2 is −½ − ½ = −1, the lowest of the three."),
            right("class 3", "The scores are ⅔, −1 and 1, and the third is the largest. Only the "
                             "order of the scores counts."),
        ),
        section="Scores", note="004", check="class_of_a_point",
    ),
    quiz_variants.classifiers_for_ten_classes(),
    Question(
        "One-versus-all with three classes or more: how many classes can claim the same point?",
        (
            Answer("exactly one", "Each classifier is trained separately, so they need not agree."),
            Answer("one or more",
                   "A point can also lie in the hatched region “claimed by no class”."),
            right("none, one or several",
                  "Where it is not exactly one, a rule decides: at random, or by the largest "
                  "score."),
        ),
        section="One point in detail", note="004",
    ),
    quiz_variants.softmax_of_two(),
    Question(
        "Eight classes in a tree. What is the largest number of questions that any class needs?",
        (
            Answer("3, in every tree", "This holds for a balanced tree, and so does the log₂q of "
                                       "the notes."),
            right("3 if it is balanced, up to 7 if not",
                  "A tree that splits off one class after another asks up to q − 1. log₂q needs a "
                  "balanced tree."),
            Answer("8, one for each class",
                   "Seven at most: the last question separates two classes at once."),
        ),
        section="Trees", note="004; log₂q holds for a balanced tree", check="questions_in_a_tree",
    ),
)  # fmt: skip
