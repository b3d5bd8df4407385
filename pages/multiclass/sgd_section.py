"""The section on SGD for softmax: single steps on chosen examples, and a table of each step."""

from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.scene.class_scene import ClassScene
from lab.scene.scene import SceneError, replace
from lab.ui import items
from lab.ui.single_stop_sweep import single_stop_sweep
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.multiclass.items import WalkMatrix, WalkPlane
from pages.multiclass.softmax.softmax_sgd_endpoint import MAX_STEPS, read_examples, walk

ETAS = ("0.02", "0.1", "0.5", "2")
# Largest number of characters of a walk: four digits and a dot for each example.
MAX_WALK_LENGTH = 5 * MAX_STEPS
VIEW = {"walk": Word(max_length=MAX_WALK_LENGTH), "example": "0", "eta": Word("0.5", ETAS)}


def read_address(scene: ClassScene, view: Words) -> tuple[tuple[int, ...], int, str]:
    """Return the walk (the examples of the steps so far), the example of the next step, and η of an
    address, with defaults for values that are not valid."""
    m = len(scene.sample.y)
    try:
        examples = read_examples(view["walk"][:MAX_WALK_LENGTH], m)
    except SceneError:
        examples = ()
    try:
        (n,) = read_examples(view["example"], m)[:1]
    except (SceneError, ValueError):
        n = 0
    return examples, n, view["eta"] if view["eta"] in ETAS else VIEW["eta"]


def picture(scene: ClassScene, view: Words) -> Picture:
    """Build the picture of a step: a plane and a table. `view` has the words in `VIEW`."""
    examples, n, eta = read_address(scene, view)
    scene = replace(scene, inside="")
    sample = scene.sample
    points = {
        "points": sample.X.round(4).ravel().tolist(), "labels": sample.y.tolist(),
        "window": [float(v) for v in sample.window], "names": list(sample.classes),
        "axes": list(sample.axes), "query": scene.query(),
    }  # fmt: skip
    return own_sweeps(
        "walk",
        single_stop_sweep(walk(scene, float(eta), examples, n), sample=points),
        main=[
            WalkPlane(label="The points and, after a step, the classes that the model predicts."),
            items.look("eta", "Step size η", {eta: f"η = {eta}" for eta in ETAS}),
        ],
        side=[
            WalkMatrix(
                address=static_assets.public_path("class-walk"),
                max_steps=MAX_STEPS,
                label="The step on the chosen example, row by row.",
            ),
        ],
        view={"walk": ".".join(map(str, examples)), "example": str(n), "eta": eta},
    )
