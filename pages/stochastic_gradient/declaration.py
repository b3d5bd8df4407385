"""The declaration of the page Stochastic gradient."""

from lab.course.page_declaration import FirstFrame, PageDeclaration, Word
from lab.scene.fields import KERNEL_SLIDERS, NUMBERS_WITHOUT_SLIDER
from lab.scene.scene import Scene, SceneError, replace
from lab.scene.scripts import with_scikit_learn
from lab.ui.steps.step import Words
from pages.stochastic_gradient import (
    quiz,
    steps,
)
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import (
    endpoint,
    measured_run,
    run_request,
    scripts,
)
from pages.stochastic_gradient.gradient_methods import descent_times


def of_older_link(address: Words) -> Words:
    """Return an address in its current form, with the step of the run as `t`. In older links a
    `step` that is a number is the step of the run."""
    text = address.get("step", "")
    other_words = {name: value for name, value in address.items() if name != "step"}
    return other_words | {"t": text} if text.isdigit() else address


def as_figure_1(scene: Scene, address: Words) -> tuple[Scene, list[str]]:
    """Return the scene with Figure 1's settings, and a message for each invalid word.

    With too many points, the scene has the largest number that the page can show, and a message
    says so.
    """
    _, sentences = run_request.of_address(address)
    try:
        return run_request.of_the_page(scene), sentences
    except SceneError as error:
        max_points = run_request.MAX_POINTS
        smaller_scene = run_request.of_the_page(replace(scene, m=max_points))
        return smaller_scene, [*sentences, f"{error} The page shows {max_points} points."]


def with_run(scene: Scene, words: Words) -> Words:
    """Return the words with the step of the run as `step` instead of `t`, and with defaults where
    a word of the run is missing or invalid."""
    values, _ = run_request.of_address(words)
    step_words = {name: field.text(values[name]) for name, field in run_request.RUN_FIELDS.items()}
    return {name: text for name, text in words.items() if name != "t"} | step_words


def scripts_of(scene: Scene, words: Words) -> Words:
    """Return the scripts that reproduce the run and the optimum."""
    return _scripts(steps.run_of(scene, words))


def scripts_of_query(query: str) -> Words:
    return _scripts(run_request.read_request(query).scene)


def _scripts(run: run_request.Run) -> Words:
    with_kernel_core, as_printed = scripts.scripts(run)
    optimum = with_scikit_learn(run.scene)
    return {
        "kernel_core": with_kernel_core,
        "Figure 1, line by line": as_printed,
        "scikit-learn": optimum,
    }


PAGE = PageDeclaration(
    name="stochastic_gradient",
    title="Stochastic gradient",
    summary="Kernel SGD step by step; the perceptron; Newton’s method, and what it costs.",
    outcome=(
        "You can train a classifier on one example at a time, and explain how the step size, the "
        "order of the examples and the penalty change the run."
    ),
    scene=DEFAULT,
    first_frame=FirstFrame(endpoint.RUN_ENDPOINT.path, run_request.GRID, run_request.first_run),
    shared_measured_picture=measured_run.measured_picture(
        "t", "lam", "eta", *KERNEL_SLIDERS, "loss", "draws", "edits"
    ),
    fixed_fields={"risk": "mean", "intercept": 0, "learner": "risk", "class_weight": "equal"},
    endpoints=(descent_times.ENDPOINT, endpoint.RUN_ENDPOINT),
    quiz=tuple(quiz.QUESTIONS),
    steps=steps.STEPS,
    words={
        **steps.WORDS,
        "t": Word("0", stops=(0, run_request.RUN_STEPS), slider="step"),
        "eta": Word("1", stops=run_request.STOPS["eta"]),
        "draws": "0",
    },
    element="sgd",
    data_fields=(
        "data",
        "m",
        "noise",
        "seed",
        "features",
        "classes",
        "kernel",
        "formula",
        *NUMBERS_WITHOUT_SLIDER,
    ),
    needs_points=True,
    update_address=of_older_link,
    adapt_scene=as_figure_1,
    adapt_words=with_run,
    scripts=scripts_of,
    scripts_of_query=scripts_of_query,
    equation=(
        r"$\alpha \leftarrow \alpha - \eta_t\big[L'(K^{(i)T}\alpha, y_i)"
        r" + m\lambda\alpha_i\big]K^{(i)}$ (lecture notes 000, Figure 1)."
    ),
)
