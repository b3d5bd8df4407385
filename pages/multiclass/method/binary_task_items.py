"""The step about one binary classifier: the menu to choose it, its plane, sliders and read-outs."""

import dataclasses

from kernel_core.multiclass import BinaryTask
from lab.scene.class_fields import METHODS
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from lab.ui import items
from lab.ui.steps.step import Picture
from lab.wire.binary_task_tensors import tasks_of
from pages.multiclass.element import lam_slider, options_of
from pages.multiclass.items import InsidePlane
from pages.multiclass.method.method_items import TITLES

FIRST = "ova.0"


def with_chosen_classifier(scene: ClassScene) -> ClassScene:
    """Return the scene with a binary classifier chosen: the first one if there is no choice yet."""
    return scene if "." in scene.inside else replace(scene, inside=FIRST)


def picture(scene: ClassScene) -> Picture:
    """Build the picture of one binary classifier, with the menu to choose it and its sliders."""
    label = "The plane of one binary classifier with its own training set."
    rows = [
        items.row("train_error", "Error on its own training set", "percent"),
        items.row("support", "Support vectors", "count"),
        items.row("gap", "Duality gap", "power"),
    ]
    return Picture(
        main=[
            InsidePlane(label=label),
            items.legend(zero="f(x) = 0", margin="f(x) = ±1", ring="support vector"),
        ],
        side=[
            *_menu(scene),
            items.kernel_sliders(ClassScene),
            lam_slider(),
            items.readouts(*rows),
        ],
        scene=scene,
    )


def _menu(scene: ClassScene) -> list[items.Item]:
    """Build the switches for the method and for its classifier."""
    names = {
        method: {f"{method}.{b}": _name(question, method, scene)
                 for b, question in enumerate(tasks_of(scene, method))}
        for method in METHODS[:3]
    }  # fmt: skip
    methods = options_of(
        "inside",
        *(items.option(next(iter(classifiers)), TITLES[method], aliases=list(classifiers)[1:])
          for method, classifiers in names.items()),
    )  # fmt: skip
    menus = (
        items.only_where(
            options_of("inside", *(items.option(*choice) for choice in classifiers.items())),
            inside=classifiers,
        )
        for classifiers in names.values()
    )
    return [
        dataclasses.replace(methods, lazy=True),
        *(dataclasses.replace(menu, shape="kl-wrap", lazy=True) for menu in menus),
    ]


def _name(question: BinaryTask, method: str, scene: ClassScene) -> str:
    """Name the task of a classifier, short enough for a button."""
    short = [name.removeprefix("class ").removeprefix("digit ") for name in scene.sample.classes]
    sides = (question.positive, question.negative)
    positive, negative = (", ".join(short[k] for k in side) for side in sides)
    return {
        "ova": f"{positive} or not",
        "ovo": f"{positive} or {negative}",
        "tree": f"{positive} | {negative}",
    }[method]
