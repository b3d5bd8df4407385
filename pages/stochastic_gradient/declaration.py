"""What the page Stochastic gradient declares of itself."""

from lab.course.page_declaration import FirstFrame, PageDeclaration
from lab.scene.fields import KERNEL_SLIDERS
from pages.stochastic_gradient import (
    gradient_variance,
    kernel_perceptron_element,
    linear_sgd_element,
    quiz,
    saddle_points,
    steps,
)
from pages.stochastic_gradient.default_scene import DEFAULT
from pages.stochastic_gradient.figure1 import (
    endpoint,
    figure1_element,
    measured_run,
    run_request,
)
from pages.stochastic_gradient.gradient_methods import descent_times, gd_sgd_newton_element

PAGE = PageDeclaration(
    name="stochastic_gradient",
    title="Stochastic gradient",
    summary="Kernel SGD step by step; perceptron, Newton, and their price.",
    scene=DEFAULT,
    first_kinds=(
        "stepterm",
        "stepplane",
        "stephistory",
        "stepbars",
        "play",
    ),
    first_sliders=("step",),
    first_frame=FirstFrame(endpoint.RUN_ENDPOINT.path, run_request.GRID, run_request.first_run),
    measured_together=measured_run.measured_picture(
        "t", "lam", "eta", *KERNEL_SLIDERS, "loss", "draws", "edits"
    ),
    always={"risk": "mean", "intercept": 0, "learner": "risk", "class_weight": "equal"},
    endpoints=(descent_times.ENDPOINT, endpoint.RUN_ENDPOINT),
    quiz=tuple(quiz.QUESTIONS),
    steps=steps.STEPS,
    words={
        "budget": [1.0, 1600.0],
        "drawn": [0.0, 100.0],
        "draws": [],
        "eta": [0.01, 10.0],
        "from": ["near", "far", "long"],
        "gap": ["wide", "narrow", "mixed"],
        "many": [1.0, 40.0],
        "saddle": ["exact", "beside", "bad"],
        "shape": ["rings", "line", "moons"],
        "size": [4.0, 240.0],
        "slide": [0.0, 50.0],
        "speed": [],
        "step": [0.0, 600.0],
        "stride": [0.0, 40.0],
        "t": [0.0, 600.0],
        "turns": [0.0, 60.0],
        "where": ["start", "way", "best"],
    },
    equation=(
        r"$\alpha \leftarrow \alpha - \eta_t\big[L'(K^{(i)T}\alpha, y_i)"
        r" + m\lambda\alpha_i\big]K^{(i)}$ (000, Figure 1)."
    ),
)
