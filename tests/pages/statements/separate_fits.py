"""Compute the numbers in statements about a scene from a fit of that scene alone, without a sweep
and without rounding for the wire."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

import kernel_core as kc
from lab.scene import class_scene
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.fields import LINES
from lab.scene.learning_problem import Sample, kernel_of, problem, sample_of
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import Scene, parse
from lab.wire.perceptron_and_neighbours import passes
from tests.pages.goals import GRID

Numbers = Mapping[str, float]


def of_two_classes(address: Mapping[str, str]) -> Numbers:
    """Return the numbers of the scene at an address."""
    return _of_two_classes(parse(query_of(address))[0])


def query_of(address: Mapping[str, str]) -> str:
    return "&".join(f"{name}={text}" for name, text in address.items())


@lru_cache(256)
def _of_two_classes(scene: Scene) -> Numbers:
    if scene.learner == "perceptron":
        return _of_perceptron(scene)
    if scene.data not in LINES and not len(sample_of(scene, empty=True).y):
        return {"m": 0, "classes_present": 0, "support": 0, "slack_sum": 0.0, "margin": np.nan}
    s = problem(scene).fit()
    f = s.decision(s.X)
    residual, slack = s.y - f, np.maximum(0, 1 - s.y * f)
    norm2 = s.alpha @ s.kernel(s.X, s.X) @ s.alpha
    numbers = {
        "support": len(s.support), "largest_alpha": np.abs(s.alpha).max(),
        "train_mse": np.square(residual).mean(), "slack_sum": slack.sum(),
        "norm2": norm2, "margin": 1 / np.sqrt(norm2) if s.alpha.any() else np.nan,
        "overpaid": excess(s), "m": len(s.y), "classes_present": len(np.unique(s.y)),
    }  # fmt: skip
    if scene.data in LINES:
        data = line_sample(scene)
        numbers["distinct_x"] = len({*data.X.ravel().tolist()})
        numbers["repeated_x"] = len(data.X) - numbers["distinct_x"]
        numbers["target_range"] = max(data.targets) - min(data.targets)
        numbers["largest_target"] = max(abs(data.targets))
    else:
        sample = sample_of(scene)
        numbers["test_error"] = sample.evaluator.error(s)
        numbers["train_error"] = np.mean(s.y * f <= 0)
        for name, sign in (("positive_error", 1), ("negative_error", -1)):
            numbers[name] = np.mean(sign * f[s.y == sign] <= 0) if (s.y == sign).any() else np.nan
        if sample.density is not None:
            numbers["bayes_error"] = bayes_error(sample)
    return numbers


def _of_perceptron(scene: Scene) -> Numbers:
    sample = sample_of(scene)
    K = kernel_of(scene)(sample.X, sample.X)
    run = kc.learners.run_kernel_perceptron(K, sample.y, passes(len(sample.y)), scene.seed)
    return {"iterations": len(run.index), "train_error": np.mean(sample.y * (K @ run.alpha) <= 0)}


def excess(s: kc.Solution) -> float:
    """Return the share of the loss by which points beyond margin 1 exceed the loss at margin 1."""
    z = s.y * s.decision(s.X)
    unit_labels = np.ones_like(z)
    value = s.loss.value(z, unit_labels)
    excess = np.maximum(value - s.loss.value(unit_labels, unit_labels), 0)
    return float(excess[z > 1].sum() / value.sum()) if value.sum() > 0 else 0.0


def bayes_error(sample: Sample) -> float:
    """Compute the Bayes error as the integral of the smaller density, over a grid of squares."""
    axis = np.arange(-8, 8, 0.04)
    negative, positive = (sample.density.class_density(k, axis, axis) for k in (-1, 1))
    return float(np.minimum(negative, positive).sum() / (negative + positive).sum())


def of_many_classes(address: Mapping[str, str]) -> Numbers:
    """Return the numbers of the scene of many classes at an address."""
    return _of_many_classes(class_scene.parse(query_of(address))[0])


@lru_cache(64)
def _of_many_classes(scene: ClassScene) -> Numbers:
    sample = scene.sample
    fits = {name: solve_scene(scene, name) for name in ("ova", "ovo")}
    nodes = np.stack(np.meshgrid(*sample.grid(GRID)), axis=-1).reshape(-1, 2)
    ova = fits["ova"]
    positive_count = (ova.values(nodes) >= 0).sum(axis=0)
    numbers = {
        "no_positive_ova": np.mean(positive_count == 0),
        "multiple_positive_ova": np.mean(positive_count >= 2),
    } | {
        f"train_error_{name}": np.mean(
            fit.decide(sample.X, scene.tie_rule, scene.draw).choice != fit.k
        )
        for name, fit in fits.items()
    }
    if sample.density is not None:
        grid, masses = sample.evaluator.cells  # the mass of each class in each cell
        places = np.stack(np.meshgrid(grid.gx, grid.gy), axis=-1).reshape(-1, 2)
        largest = ova.values(places).round(6).argmax(axis=0)  # the first of equal scores
        numbers["score_error_ova"] = (
            1 - masses[largest, np.arange(len(places))].sum() / masses.sum()
        )
        P = solve_scene(scene, "softmax").probabilities(places)
        likeliest = np.eye(P.shape[1])[P.argmax(axis=1)]
        numbers["error_plain"] = 1 - np.sum(masses * likeliest.T) / np.sum(masses)
        numbers["error_drawn"] = 1 - np.sum(masses * P.T) / np.sum(masses)
    return numbers
