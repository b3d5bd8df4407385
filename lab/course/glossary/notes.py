"""List the lecture notes that the pages cite by number, as in docs/notes.md."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LectureNotes:
    """A set of lecture notes: its number, its source (author, title, course and year, where they
    are known), and its contents."""

    number: str
    source: str
    contents: str

    @property
    def id(self) -> str:
        """The anchor on the glossary page."""
        return f"notes-{self.number}"


NOTES = (
    LectureNotes("000", "John Duchi, CS229 Supplemental Lecture notes, Stanford University",
                 "loss functions, the representer theorem, kernels, stochastic gradient, RBF "
                 "kernels at several bandwidths"),
    LectureNotes("001", "Vatsal Sharan, Lecture 4, CSCI 567: Machine Learning, University of "
                 "Southern California, Fall 2022",
                 "overfitting, ridge regression, ℓ₀, ℓ₁ and ℓ₂ penalties, the Gram matrix, "
                 "kernels, support vector machines"),
    LectureNotes("002", "James Chuang, CS229 binary classification and general loss function "
                 "notes, 2017",
                 "losses as functions of the margin, maximum likelihood, the representer theorem"),
    LectureNotes("003", "DSAS105 Lec2, handwritten, without author or year",
                 "ridge regression in closed form, polynomial features, when a function is a "
                 "kernel"),
    LectureNotes("004", "Haipeng Luo, CSCI567 Machine Learning, University of Southern California, "
                 "Fall 2025",
                 "linear classifiers, perceptron and logistic regression, many classes, kernels"),
)  # fmt: skip
ALL_ID = "notes"
ALL_TEXT = (
    "The app follows five sets of lecture notes. Pages cite them by number, from 000 to 004; you "
    "do not need them to follow a page."
)
