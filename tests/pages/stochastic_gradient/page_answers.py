"""Compute what the page's own element shows at an address."""

from functools import lru_cache
from typing import Any

from pages.stochastic_gradient.figure1.run_payload import tensors_of
from pages.stochastic_gradient.figure1.run_request import COUNT, Run, make_request, read_request

STOPS, GRID = 32, 11  # number of stops of a slider; number of nodes along a side of the plane


@lru_cache(64)
def frames_of_run(run: Run, along: str) -> list[dict[str, Any]]:
    """Return the frame at every stop of a slider for the run of Figure 1."""
    request = make_request(run, along, STOPS, GRID)
    tensors, _ = tensors_of(run, along, request.stops, GRID)
    rows = {name: tensor for name, tensor in tensors.items() if tensor.shape == request.stops.shape}
    constants = {name: float(tensor[0]) for name, tensor in tensors.items() if tensor.shape == (1,)}
    fields = {name: getattr(run, name) for name in run.table}
    return [
        fields | {along: float(stop)} | constants | {name: float(t[k]) for name, t in rows.items()}
        for k, stop in enumerate(request.stops)
    ]


def _read_run(query: str) -> tuple[Run, list[str]]:
    return read_request(query).scene, []


def _values(query: str) -> dict[str, Any]:
    """Return the fields of a run, and its numbers at the stop that the query names."""
    order = make_request(read_request(query).scene, "step", COUNT, GRID)
    tensors, _ = tensors_of(order.scene, "step", order.stops, GRID)
    k = min(range(len(order.stops)), key=lambda k: abs(order.stops[k] - order.scene.step))
    scene = order.scene.at("step", order.stops[k])
    return vars(scene.scene) | {"step": scene.step, "eta": scene.eta} | {
        name: float(tensor[k]) for name, tensor in tensors.items()
        if tensor.shape == order.stops.shape
    }  # fmt: skip


SERVED = {"sgd": (_read_run, Run.table, frames_of_run)}
VALUES = {"sgd": _values}
