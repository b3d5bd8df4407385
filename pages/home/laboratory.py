"""The laboratory of the front page: a picture, the controls beside it, and the sentences below."""

from dataclasses import replace

from lab.scene.fields import KERNEL_PARAMETERS, KERNELS, OWN, Field, kernel_sliders_of
from lab.scene.scene import Scene
from lab.ui import items, page
from lab.ui.steps.step import Picture
from pages.home import course_map, scene_links, surprising_scenes
from pages.home.default_scene import DEFAULT
from pages.home.items import SliderRow

SIDES = "The prediction is “blue cross” where f is positive, “red circle” where f is negative."
REACH = "τ, the bandwidth, sets how far each example’s influence reaches."
SUPPORT = "Support vectors are the examples with αᵢ ≠ 0: only they contribute to f."
BEST = "No boundary has a smaller test error than the Bayes-optimal one."
NO_PREDICTION = items.only_where(
    items.Heading(
        "f is 0 everywhere",
        "At f = 0 the perceptron loss and the penalty are 0, so f = 0 is optimal. No point gets a "
        "prediction, and every example counts as misclassified.",
    ),
    loss=("perceptron",),
)
# Figures of note 000: the bandwidth, and what the plane shows. Figures 2 to 4 show two values of τ
# each, here the first of them; Figure 5 does not depend on τ.
FIGURES = {
    "Figure 2": (0.1, "both"),
    "Figure 3": (0.4, "both"),
    "Figure 4": (1.6, "both"),
    "Figure 5": (0.4, "bayes"),
}
WITH_SLIDER = [name for name in KERNELS if kernel_sliders_of(name)]
WITHOUT_SLIDER = [name for name in (*KERNELS, OWN) if name not in WITH_SLIDER]
DATA = {
    "mixture": "Mixture",
    "moons": "Moons",
    "circles": "Circles",
    "xor": "XOR",
    "blobs": "Blobs",
}


def headings(kernel: str) -> list[items.Item]:
    """Return the headings below the picture for a kernel: one for data whose Bayes-optimal boundary
    is known, and one for other data. The headings name the kernel's sliders, if it has any.
    """
    parameters = [KERNEL_PARAMETERS[along] for along in kernel_sliders_of(kernel)]
    title, sentences = "Where f changes sign", [SIDES, SUPPORT]
    if parameters:
        title = f"Drag {' and '.join(field.symbol for field in parameters)}"
        sentences = [SIDES, *map(_describe, parameters), SUPPORT]
    drawn_heading = items.Heading(title, " ".join([*sentences, BEST]))
    measured_heading = items.Heading(title, " ".join(sentences))
    return [
        items.only_where(drawn_heading, kernel=(kernel,), data=items.SAMPLED_SOURCES),
        items.only_where(measured_heading, kernel=(kernel,), data=items.MEASURED_SOURCES),
    ]


def _describe(parameter: Field) -> str:
    if parameter.name == "tau":
        return REACH
    return f"{parameter.symbol} is the kernel’s {parameter.label.lower()}."


def figures() -> items.Choice:
    """Return buttons that set the scenes of Figures 2 to 5."""
    fields = surprising_scenes.fields_of(DEFAULT.query())
    del fields["tau"]
    options = [
        items.option(f"{tau:g}", name, **fields) | {"view": {"show": show}}
        for name, (tau, show) in FIGURES.items()
    ]
    choice = items.add_label(items.fields_switch("tau", *options))
    return replace(choice, label="Scene in the notes", exact=True)


def controls(scene: Scene) -> list[items.Item]:
    """Return the sliders of the kernel and of λ, with buttons to choose one, the formula box, and
    the switches of loss, kernel, data and b."""
    data = DATA | {scene.data: DATA.get(scene.data, page.DATA_NAMES[scene.data])}
    return [
        items.only_where(
            items.pair(items.kernel_sliders(), items.lam_slider(cost=False)), kernel=WITH_SLIDER
        ),
        items.only_where(items.lam_slider(cost=False), kernel=WITHOUT_SLIDER),
        SliderRow("Slider to show"),
        items.formula_box(),
        items.add_label(items.short_loss_switch(scene.loss)),
        items.add_label(
            items.fields_switch("kernel", *items.kernel_options("rbf", "linear", "poly"))
        ),
        items.add_label(items.data_switch(data)),
        items.add_label(items.switch("intercept", {"1": "with b", "0": "without b"})),
    ]


def picture(scene: Scene) -> Picture:
    """Return the laboratory. Beside the picture: the link to resume, controls, read-outs, the
    error curve and the button for surprising scenes. Below it: switches, headings and links."""
    return Picture(
        main=[
            items.Plane("A classifier learned from these points."),
            items.plane_legend(),
        ],
        side=[
            course_map.resume(),
            *controls(scene),
            items.readouts(*items.basic_rows()),
            items.error_curve(),
            surprising_scenes.item(),
        ],
        below=[items.pair(figures(), items.bayes_look())]
        + [heading for kernel in (*KERNELS, OWN) for heading in headings(kernel)]
        + [NO_PREDICTION]
        + [scene_links.item()],
    )
