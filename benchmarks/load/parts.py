"""Measure the cost of an uncached sweep by its parts: python -m benchmarks.load.parts

The times are CPU times, from the scene to the compressed answer.
"""

import kernel_core as kc
from benchmarks.sweeps import errors_of, fields_of
from benchmarks.tables import milliseconds, show
from benchmarks.timing import at_work
from lab.endpoints.sweep_endpoint import make_request
from lab.scene.learning_problem import kernels_of, problem
from lab.scene.scene import Scene
from lab.wire.scene_sweep import measure
from lab.wire.sweep_payload import (
    compressed_by,
    pack,
    payload,
    plane_tensors,
    round_field,
    scale_of,
)

SIZES = ((200, 9), (1000, 3))  # points, and how often each part is repeated


def show_parts() -> None:
    rows = []
    for m, repeats in SIZES:
        for along in ("tau", "lam"):
            rows.append([f"m = {m}, along {along}", *parts(m, along, repeats)])
    show(
        "A first-time sweep by its parts: 64 stops, 81 x 81 grid, hinge, the default scene",
        ("sweep", "whole", "solver", "fields", "test errors", "rounding", "deflate", "sent"),
        rows,
        ("Processor time, the minimum of several alternating runs. Solver: with matrices and",
         "certificates. Whole: from the scene to the compressed answer.",
    ),
    )  # fmt: skip


def parts(m: int, along: str, repeats: int) -> list[str]:
    """Return a row of the table: the total time, its parts, and the number of bytes sent."""
    request = make_request(Scene(m=m), along)
    scene, stops, grid = request.scene, request.stops, request.grid
    setting, kernels = problem(scene), kernels_of(scene, along, stops)
    sample, lams = setting.sample, stops.tolist() if along == "lam" else setting.lam
    gx, gy = sample.grid(grid)

    def solve() -> kc.Sweep:
        return kc.sweep(
            kc.Problem(sample.X, sample.y, setting.loss, risk=setting.risk), kernels, lams
        )

    path = solve()
    tensors, texts = plane_tensors(scene, along, stops, grid)
    field = measure(path, sample.evaluator, (gx, gy)).field
    assert field is not None  # since a grid was passed

    packed = compressed_by(pack, scene, along, stops, grid)
    runs = at_work(
        repeats,
        lambda: compressed_by(pack, scene, along, stops, grid),
        solve,
        lambda: list(fields_of(path, gx, gy)),
        lambda: errors_of(path, sample),
        lambda: round_field(field, scale_of(field)),
        lambda: payload(tensors, texts, along).compress(),
    )
    times = [milliseconds(1000 * seconds) for seconds, _ in runs]
    return [*times, f"{packed.size / 1000:.0f} kB"]


if __name__ == "__main__":
    show_parts()
