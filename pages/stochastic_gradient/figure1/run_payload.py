"""The bytes of a run: at all of its steps, or at one step for all stops of another slider."""

import json

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import Sample, in_words, kernel_of, sample_of
from lab.wire.safetensors_format import to_float32
from lab.wire.scene_sweep import solve
from lab.wire.sweep_payload import (
    SweepPayload,
    names_of,
    payload,
    round_field,
    round_to_four_digits,
)
from pages.stochastic_gradient.figure1.recorded_run import Trace, run_of
from pages.stochastic_gradient.figure1.run_request import Run
from pages.stochastic_gradient.mathematics.gradient_variance import step_stability

COMPARED_LOSSES = ("hinge", "logistic")
_MAX_FIELD = 2.0**15  # fields are scaled to this largest value, since float16 overflows at 2^16
_NUMBERS = ("z", "slope", "decay", "factor", "risk", "mean_risk", "train_error")
_ROWS = ("alpha", "column", "f")
_HISTORY = ("risk", "mean_risk")


def pack(run: Run, along: str, stops: np.ndarray, grid: int) -> SweepPayload:
    """Compute the answer to a request as bytes."""
    with in_words(run.scene):
        return payload(*tensors_of(run, along, stops, grid), along)


def tensors_of(
    run: Run, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors by name, for S stops and m points, and the texts of the header.

    Along "step" there is one run, whose history (T+1,) and optimum are the same at every stop.
    Along another slider there is a run for each stop, and its tensors are those after step
    `run.step`.
    """
    is_whole_run, sample = along == "step", sample_of(run.scene)
    runs = [run] if is_whole_run else [run.at(along, stop) for stop in stops]
    rows = stops.astype(int) if is_whole_run else np.array([run.step])
    solutions = [solve_run(run, sample, rows, grid) for run in runs]
    tensors = {
        name: np.concatenate([tensors[name] for _, tensors in solutions])
        for name in solutions[0][1]
    }
    history = {
        f"{name}s": np.stack([getattr(trace, name) for trace, _ in solutions]) for name in _HISTORY
    }
    goal = _optimum(run, along, stops, grid)
    are_losses_compared = is_whole_run and run.loss in COMPARED_LOSSES
    ends = (
        _excess_of_losses(run, solutions[0][0], goal["floor"].item()) if are_losses_compared else {}
    )
    fixed_names = ("risks", "mean_risks", "goal", *ends)
    for name, tensor in (history | goal | ends).items():
        is_fixed = is_whole_run and name in fixed_names
        tensors[name] = (
            tensor[0] if is_fixed else np.repeat(tensor, len(stops) // len(tensor), axis=0)
        )
    tensors |= _fixed_tensors(sample, stops, grid)
    texts = names_of(sample) | {
        "fixed": ",".join(fixed_names) if is_whole_run else "",
        "stopped": json.dumps(
            [_with_subscripts(trace.stopped) for trace, _ in solutions], ensure_ascii=False
        ),
    }  # fmt: skip
    return tensors, texts


def solve_run(
    run: Run, sample: Sample, rows: np.ndarray, grid: int
) -> tuple[Trace, dict[str, np.ndarray]]:
    """Return the trace of a run, and its tensors after the steps `rows` (R,), with R rows each."""
    trace = run_of(run)
    stability = step_stability(trace.K, trace.y, kc.LOSSES[run.scene.loss], run.scene.lam)
    tensors = {name: getattr(trace, name)[rows].astype("<f8") for name in _NUMBERS}
    tensors |= {name: round_to_four_digits(getattr(trace, name)[rows]) for name in _ROWS}
    tensors["decision"] = tensors.pop("f")
    tensors["own_alpha"] = _own_alpha(trace, rows)
    tensors["index"], tensors["eta_t"] = trace.index[rows], trace.eta[rows]
    tensors["taken"] = np.minimum(rows, trace.ended).astype("<i4")
    tensors["ended"] = np.full(len(rows), trace.ended, dtype="<i4")
    tensors["stopped"] = ((rows > trace.ended) & bool(trace.stopped)).astype("<i4")
    tensors["diverges"] = np.full(len(rows), bool(trace.stopped), dtype="<i4")
    # `penalty` is mλη max Kᵢᵢ at the last step, or at the first step if t = 0. Every step from
    # `stable_from` on is stable, except with the exponential loss.
    eta = run.eta / np.sqrt(np.maximum(tensors["taken"], 1))
    tensors["penalty"] = stability.penalty * eta
    tensors["stable_from"] = np.full(len(rows), float(stability.stable_from(run.eta)))
    return trace, tensors | {"field": _field(run, sample, trace.alpha[rows], grid)}


def _own_alpha(trace: Trace, rows: np.ndarray) -> np.ndarray:
    """Return αᵢ before each of the steps `rows` (R,), where i is the example of the step; 0 for the
    start, t = 0. Shape (R,)."""
    steps = np.minimum(rows, trace.ended)
    return trace.alpha[np.maximum(steps - 1, 0), np.maximum(trace.index[steps], 0)].astype("<f8")


def _field(run: Run, sample: Sample, alpha: np.ndarray, grid: int) -> np.ndarray:
    """Evaluate f over the plane for each alpha (R, m) in float16, shape (R, G, G).

    The field of a run that diverges is scaled down to the range of float16, which does not change
    its boundary or its colours.
    """
    gx, gy = sample.grid(grid)
    places = np.column_stack([np.tile(gx, grid), np.repeat(gy, grid)])
    f = (alpha @ kernel_of(run.scene)(sample.X, places)).reshape(-1, grid, grid)
    top = np.abs(f).max(axis=(1, 2), keepdims=True)
    return round_field(f * np.minimum(1.0, _MAX_FIELD / np.maximum(top, 1.0)))


def _optimum(run: Run, along: str, stops: np.ndarray, grid: int) -> dict[str, np.ndarray]:
    """Compute the minimum risk, its duality gap, and the optimal f over the plane, clipped to ±8.

    If the optimum depends on the slider, there is one for each stop, otherwise one for all stops.
    """
    is_own_slider = along in run.sliders
    optimum = solve(
        run.scene,
        along if is_own_slider else "lam",
        stops if is_own_slider else np.array([run.lam]),
        grid,
    )
    assert optimum.field is not None  # a grid was passed, so there is a field
    return {
        "floor": optimum.primal,
        "gap": optimum.gap,
        "goal": round_field(np.clip(optimum.field, -8, 8)),
    }


def _excess_of_losses(run: Run, trace: Trace, floor: float) -> dict[str, np.ndarray]:
    """Compute how far the final risk is above the minimum risk, relative to it, as an array (1, 1)
    for each of COMPARED_LOSSES; inf for a run that diverges.

    `trace` and `floor` are the trace and the minimum risk of the run with its own loss.
    """
    excess: dict[str, np.ndarray] = {}
    for loss in COMPARED_LOSSES:
        own_trace, min_risk = trace, floor
        if loss != run.loss:
            changed_run = run.with_values({"loss": loss})
            own_trace = run_of(changed_run)
            min_risk = _optimum(changed_run, "lam", np.array([run.lam]), 2)["floor"].item()
        share = np.inf if own_trace.stopped else own_trace.risk[-1] / min_risk - 1
        excess[f"excess_{loss}"] = np.array([[share]])
    return excess


def _fixed_tensors(sample: Sample, stops: np.ndarray, grid: int) -> dict[str, np.ndarray]:
    """Return the tensors that do not depend on the sliders."""
    gx, gy = sample.grid(grid)
    return {
        "stops": np.asarray(stops, dtype="<f8"), "x": to_float32(gx), "y": to_float32(gy),
        "points": to_float32(sample.X), "labels": sample.y.astype("i1"),
        "origin": sample.origin.astype("<i4"),
    }  # fmt: skip


def _with_subscripts(sentence: str) -> str:
    """Write the indices in a sentence of kernel_core as subscripts."""
    return sentence.replace("α_i", "αᵢ").replace("K_ii", "Kᵢᵢ")
