"""The quiz on many classes."""

from lab.ui.quiz import Answer, Question, right
from pages.multiclass import quiz_variants

QUESTIONS = (
    Question(
        "w₁ = (1, −⅓), w₂ = (−½, −½), w₃ = (0, 1). To which class is x = (1, 1) assigned?",
        (
            Answer("class 1", "The score of class 1 is 1 − ⅓ = ⅔, and another score is higher."),
            Answer("class 2", "The score of class 2 is −½ − ½ = −1, the lowest of the three."),
            right("class 3", "The scores are ⅔, −1 and 1, and the third is the largest. Only the "
                             "order of the scores counts."),
        ),
        section="Scores", note="004", check="class_of_a_point", stored_id="qbbd5c86f",
    ),
    quiz_variants.classifiers_for_ten_classes(),
    Question(
        "One-versus-all with three classes or more: how many classes can claim the same point?",
        (
            Answer("exactly one", "Each classifier is trained separately, so they need not agree."),
            Answer("one or more",
                   "A point can also lie in the hatched region “claimed by no class”."),
            right("none, one or several",
                  "If no class or several classes claim the point, a rule decides: at random, or "
                  "by the largest score."),
        ),
        section="One point in detail", note="004",
    ),
    quiz_variants.softmax_of_two(),
    Question(
        "Eight classes in a tree. How many questions are on the longest path to a class?",
        (
            Answer("3, in every tree", "This holds for a balanced tree, and so does the log₂q of "
                                       "the notes."),
            right("3 if it is balanced, up to 7 if not",
                  "A tree that splits off one class after another needs up to q − 1 questions. "
                  "The log₂q of the notes holds for a balanced tree."),
            Answer("8, one for each class",
                   "Seven at most: the last question separates two classes at once."),
        ),
        section="Trees", note="004; log₂q holds for a balanced tree", check="questions_in_a_tree",
        stored_id="qa9cbfef4",
    ),
    Question(
        "One-versus-all with 6 classes. How many binary classifiers are trained?",
        (
            Answer("5", "The last class needs a classifier as well: each one decides between its "
                        "class and all others."),
            right("6", "Each class has a classifier that decides: this class, or any other?"),
            Answer("15", "That is the number of pairs of classes, for one-versus-one."),
        ),
        section="One method", note="004", check="classifiers_of_one_versus_all",
    ),
    Question(
        "5 classes with 10 points each. On how many points is one classifier of one-versus-one "
        "trained?",
        (
            Answer("10", "It decides between two classes, and needs the points of both."),
            right("20", "It is trained on the points of its two classes. The others are left out."),
            Answer("50", "A classifier of one-versus-all is trained on all points."),
        ),
        section="Inside one of the classifiers", note="004", check="points_of_one_pair",
    ),
    Question(
        "Which of the four methods can leave a point without a class, unless a further rule "
        "decides?",
        (
            right("one-versus-all", "All its classifiers can say “any other class” at the same "
                                    "point."),
            Answer("one-versus-one", "Each classifier votes for one of its two classes, so at "
                                     "least one class has the most votes. A tie leaves several "
                                     "classes, never none."),
            Answer("a tree", "Every fork leads to one side, and at the end one class is left."),
            Answer("softmax", "The probabilities add up to 1, so at least one class is the "
                              "likeliest."),
        ),
        section="Four methods", note="004",
    ),
    Question(
        "The same number is added to all scores of a point. What happens to its softmax "
        "probabilities?",
        (
            Answer("All grow.", "Their sum must remain 1."),
            Answer("The largest grows.",
                   "That happens if all scores are multiplied by a number above 1."),
            right("They stay the same.", "All exponentials and their sum get the same factor. "
                                         "Only differences of scores count."),
        ),
        section="Softmax", note="004", check="scores_with_a_constant",
    ),
)  # fmt: skip
