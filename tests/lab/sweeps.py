"""Sweep servers for tests, with another solver or other limits than the app's."""

from dataclasses import replace
from typing import Any

from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT, SweepEndpoint
from lab.serving.sweep_server import SweepServer

_OWN_ARGUMENTS = {"solver", "read", "order", "cache_bytes"}


def sweep_server(
    solver: Any = None, *, endpoint: SweepEndpoint = SWEEP_ENDPOINT, **options: Any
) -> SweepServer:
    """Return a server of `endpoint`; arguments override the endpoint's declaration."""
    arguments = ({} if solver is None else {"solver": solver}) | options
    own_arguments = {name: arguments.pop(name) for name in _OWN_ARGUMENTS & arguments.keys()}
    return SweepServer(replace(endpoint, **own_arguments), **arguments)
