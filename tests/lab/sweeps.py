"""Servers of sweeps as the tests need them: with another solver, smaller, narrower."""

from dataclasses import replace
from typing import Any

from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.serving.sweep_server import SweepServer

_DECLARED = {"solver", "read", "order", "cache_bytes"}


def sweep_server(
    solver: Any = None, *, endpoint: SweepEndpoint = SWEEP_ENDPOINT, **options: Any
) -> SweepServer:
    """A server of `endpoint`; what the endpoint declares may be given anew."""
    given = ({} if solver is None else {"solver": solver}) | options
    declared = {name: given.pop(name) for name in _DECLARED & given.keys()}
    return SweepServer(replace(endpoint, **declared), **given)
