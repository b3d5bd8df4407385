"""The declaration of the page SVM."""

from lab.course.page_declaration import PageDeclaration, Word
from lab.scene.fields import KERNEL_PARAMETERS
from lab.scene.scene import Scene, SceneError
from lab.ui.steps.step import Words
from pages.svm import certificate_endpoint, derived_dual, margin_by_hand, quiz, quiz_variants, steps
from pages.svm.default_scene import DEFAULT


def with_line(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene, and a list with a message if the line of the address is not valid."""
    try:
        margin_by_hand.read_line(address.get("line", margin_by_hand.first_line(scene)))
    except SceneError as error:
        return scene, [str(error)]
    return scene, []


def with_first_line(scene: Scene, words: Words) -> Words:
    """Return the words, with the picture's first line if the word `line` is missing or invalid, and
    without those of older links."""
    words = {word: text for word, text in words.items() if word not in derived_dual.OLDER_WORDS}
    try:
        margin_by_hand.read_line(words["line"])
    except SceneError:
        return {**words, "line": margin_by_hand.first_line(scene)}
    return words


PAGE = PageDeclaration(
    name="svm",
    title="SVM",
    summary="Draw a separating line, then compare it with the line of widest margin.",
    outcome=(
        "You can separate classes by the widest margin, set the price of slack, and let a "
        "missed tumour cost ten times as much as a false alarm."
    ),
    scene=DEFAULT,
    scenes_solved_at_start=(DEFAULT,),
    is_solved=True,
    # Slack is the hinge loss, and C = 1/λ holds for summed losses. Only the last picture also
    # shows averaged losses.
    fixed_fields={"loss": "hinge", "risk": "sum", "learner": "risk"},
    endpoints=(margin_by_hand.ENDPOINT, certificate_endpoint.ENDPOINT),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    steps=steps.STEPS,
    words={
        "line": "",
        "reveal": Word("hidden", ("hidden", "widest")),
        "tool": "move",
        "show": "fit",
        "scale": Word("1", stops=(0.1, 10)),
        **derived_dual.VIEW,
        **derived_dual.OLDER_WORDS,
    },
    element="svm",
    scene_step="hard-to-soft",
    figure=True,
    data_fields=(
        "data",
        "m",
        "noise",
        "seed",
        "features",
        "classes",
        "kernel",
        "formula",
        *KERNEL_PARAMETERS,
        "intercept",
    ),
    update_address=derived_dual.of_older_link,
    adapt_scene=with_line,
    adapt_words=with_first_line,
    equation=(
        r"$\min_{w,b}\ \frac12\|w\|^2 + C\sum_i \big[1 - y_i(w^T\phi(x_i) + b)\big]_+$,"
        r" with $C = 1/\lambda$ (lecture notes 001, soft margin)."
    ),
)
