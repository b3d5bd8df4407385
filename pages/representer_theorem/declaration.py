"""The declaration of the page Representer theorem."""

from lab.course.page_declaration import PageDeclaration, Word
from lab.scene.fields import FIELDS, LINES, NUMBERS_WITHOUT_SLIDER, SOURCES
from lab.scene.scene import MAX_QUERY, Scene
from lab.ui.steps.step import Words
from pages.representer_theorem import (
    gram_editor,
    hypotheses,
    off_span_component,
    off_span_excess,
    outside_bump,
    quiz,
)
from pages.representer_theorem.default_scene import DEFAULT
from pages.representer_theorem.steps import PROOF, STEPS, features


def of_older_link(address: Words) -> Words:
    """Add the word `proof_step` to an older address, in which `step` is the step of a proof."""
    text = address.get("step", "")
    return {"proof_step": text, **address} if text.isdigit() else address


def with_matrix(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene unchanged, and a list with a message if the Φ of the address is invalid."""
    warning = features(address)[1]
    return scene, [warning] if warning else []


def draw_again(scene: Scene, words: Words) -> Words:
    """Return the word to change in the address: the next seed, for other random θ."""
    return {"rseed": str(off_span_excess.seed_of(words["rseed"]) + 1)}


PAGE = PageDeclaration(
    name="representer_theorem",
    title="Representer theorem",
    summary="A sum of bumps at the examples, and why no other function has a lower risk.",
    outcome=(
        "You can describe the best function in a space of any dimension by m numbers: it is a sum "
        "of bumps at the examples."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal", "intercept": 0},
    scenes_solved_at_start=(DEFAULT,),
    sources=(*LINES, *SOURCES),
    is_solved=True,
    endpoints=(gram_editor.ENDPOINT,),
    quiz=tuple(quiz.QUESTIONS),
    steps=STEPS,
    words={
        "tool": "move",
        "factor": Word("with", ("with", "without")),
        "outside": Word(f"{outside_bump.START:g}", stops=(-1.5, 1.5)),
        "t": Word(f"{off_span_component.START:g}", stops=(-2, 2)),
        "turn": "",
        "draws": Word("1000", stops=(1, 1000)),
        "r": Word("half", ("half", "length", "log", "nothing", "step")),
        "rloss": Word("logistic", FIELDS["loss"].choices),
        "rseed": "0",
        "power": Word(stops=(1, 12)),
        "road_loss": Word("", ("squared", "logistic")),
        "clock": Word("", ("count", "time")),
        "ridge": Word(stops=(0.001, 1000)),
        "walk": Word(stops=(-2, 2)),
        "way": Word("", ("null", "off")),
        "known": "",
        "phi": Word(max_length=MAX_QUERY),
        **PROOF,
        **hypotheses.VIEW,
    },
    element="bumps",
    data_fields=("data", "m", "noise", "seed", "features", "classes", *NUMBERS_WITHOUT_SLIDER),
    update_address=of_older_link,
    adapt_scene=with_matrix,
    actions={"again": draw_again},
    equation=(
        r"$\theta = \sum_i \alpha_i x^{(i)}$: the best function is a sum of bumps at the examples "
        r"(lecture notes 000, Theorem 2.1)."
    ),
)
