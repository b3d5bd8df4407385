"""The declaration of the page Many classes."""

from collections.abc import Collection

from lab.course.page_declaration import PageDeclaration
from lab.scene.class_fields import CLASS_FIELDS, SAMPLED_SOURCES, TABLE_SOURCES
from lab.scene.class_scene import ClassScene, parse
from lab.scene.fields import FIELDS, LINES, NUMBERS_WITHOUT_SLIDER, SOURCES
from lab.scene.scene import replace
from lab.ui.steps.step import Words
from pages.multiclass import endpoints, quiz, quiz_variants, section_texts, steps
from pages.multiclass.default_scenes import DEFAULT, FIRST
from pages.multiclass.method import method_items
from pages.multiclass.scripts import scripts


def of_two_classes(address: Words) -> Collection[str]:
    """Return the names of the words of an address that this page ignores: fields that its scenes do
    not have, the words of data of two classes or on a line, and a loss that its methods can't use.

    If the address has `features`, which only scenes of two classes have, the page also ignores its
    `classes` and `edits`.
    """
    binary = {*SOURCES, *LINES} - {*SAMPLED_SOURCES, *TABLE_SOURCES}
    unusable = {name for name in FIELDS if name not in CLASS_FIELDS}
    if address.get("data") in binary or "," in address.get("classes", ""):
        in_the_plane = {"data", "m", "noise", "classes", "edits"}
        unusable |= in_the_plane - ({"data"} if address.get("data") in TABLE_SOURCES else set())
    elif "features" in address:
        unusable |= {"classes", "edits"}
    loss = address.get("loss")
    if loss in FIELDS["loss"].choices and loss not in CLASS_FIELDS["loss"].choices:
        unusable.add("loss")
    return unusable


def without_classifier(scene: ClassScene) -> ClassScene:
    """Return the scene without a selected classifier."""
    return replace(scene, inside="")


def data_and_learner(scene: ClassScene) -> str:
    """Return the scene's query without a selected classifier and with default values of its
    sliders.

    Steps with data of their own are recomputed when this query changes, not when a slider moves.
    """
    defaults = {name: CLASS_FIELDS[name].default for name in scene.sliders}
    return replace(scene, inside="", **defaults).query()


def scripts_of(scene: ClassScene, words: Words) -> Words:
    """Return the scripts that reproduce the fits, by the library that they use."""
    return dict(
        zip(("kernel_core", "scikit-learn"), scripts(without_classifier(scene)), strict=True)
    )


def scripts_of_query(query: str) -> Words:
    return scripts_of(parse(query)[0], {})


PAGE = PageDeclaration(
    name="multiclass",
    title="Many classes",
    summary="Four methods for many classes, on the same points.",
    outcome=(
        "You can build a classifier for many classes from binary ones, and explain where such a "
        "classifier leaves the class undecided. The breast-tumour data are not available here: "
        "they have only two classes."
    ),
    scene=DEFAULT,
    sources=(),
    scenes_solved_at_start=(FIRST,),
    is_solved=True,
    steps=steps.STEPS,
    endpoints=endpoints.ENDPOINTS,
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    words={"at": "", **method_items.VIEW, **section_texts.VIEW},
    element="one-method",
    data_fields=("m", "noise", "seed", *NUMBERS_WITHOUT_SLIDER, "formula", "risk", "intercept"),
    foreign_words=of_two_classes,
    shared_scene=without_classifier,
    step_data_key=data_and_learner,
    scripts=scripts_of,
    scripts_of_query=scripts_of_query,
    equation=(
        "One-versus-all, one-versus-one and a tree use binary classifiers; softmax learns all "
        "scores at once (lecture notes 004)."
    ),
)
