"""Compute the tensors of one binary classifier: its relabelled training set and its field.

The tensors have the names that a picture of two classes uses, so that the same views draw them.
`points` are the classifier's training points, `classes` their classes among all classes of the
scene, and `discarded` (n, 2) the points of the sample that the classifier does not use.
"""

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import BinaryTask
from lab.scene.class_learning_problem import problem_of
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import NoHoldOut, Sample, in_words, kernels_of
from lab.scene.samples.class_sample import ClassSample
from lab.wire.safetensors_format import to_float32
from lab.wire.scene_sweep import measure
from lab.wire.sweep_payload import names_of, round_field, scale_of, tensors_of


def tasks_of(scene: ClassScene, method: str) -> tuple[BinaryTask, ...]:
    """Return the tasks of a method's binary classifiers, in order; none for softmax."""
    return problem_of(scene).tasks(method)


def chosen_task(scene: ClassScene) -> BinaryTask:
    """Return the task of the scene's chosen classifier."""
    method, _, b = scene.inside.partition(".")
    return tasks_of(scene, method)[int(b)]


def inside_tensors(
    scene: ClassScene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors of the scene's chosen classifier by name, and the header's texts."""
    sample, question = scene.sample, chosen_task(scene)
    signs = question.to_signs(sample.y)
    relabelled = _binary_sample(sample, signs, question)
    with in_words(scene):
        solved = kc.sweep(
            kc.Problem(
                relabelled.X, relabelled.y, kc.LOSSES[scene.loss], scene.risk, bool(scene.intercept)
            ),
            kernels_of(scene, along, stops),
            [float(stop) for stop in stops] if along == "lam" else scene.lam,
        )
        sweep = measure(solved, relabelled.evaluator, relabelled.grid(grid))
    assert sweep.field is not None  # a grid was passed, so there is a field
    scale = scale_of(sweep.field)
    tensors = tensors_of(relabelled, sweep, stops, grid)
    tensors["field"] = round_field(sweep.field, scale)
    tensors["discarded"] = to_float32(sample.X[signs == 0])
    tensors["classes"] = sample.y[signs != 0].astype("i1")
    texts = {
        "scale": repr(scale).removesuffix(".0"),
        "fixed": "discarded,classes",
    } | names_of(relabelled)
    return tensors, texts


def _binary_sample(sample: ClassSample, signs: np.ndarray, question: BinaryTask) -> Sample:
    """Return the classifier's training set as a binary sample without held-out points."""
    indices = np.flatnonzero(signs)
    negative, positive = (
        " or ".join(sample.classes[k] for k in side)
        for side in (question.negative, question.positive)
    )
    return Sample(
        sample.X[indices], signs[indices].astype(float), sample.origin[indices], sample.window,
        NoHoldOut(), None, sample.axes, (negative, positive),
    )  # fmt: skip
