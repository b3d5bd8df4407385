"""The endpoints that pages use, shared ones and their own, by their paths.

A server offers them as routes; `respond` answers a query without a server, in a test or, unless
the endpoint `needs_server`, in the browser. Only the comparison with scikit-learn needs more than
NumPy and the standard library.
"""

from lab.endpoints import benchmark_stream, endpoint, sklearn_comparison
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.endpoints.endpoint import BaseEndpoint, Content
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.ui import weighted_vote
from pages.order import PAGES

_SHARED: tuple[BaseEndpoint, ...] = (
    SWEEP_ENDPOINT,
    CLASS_SWEEP_ENDPOINT,
    benchmark_stream.STREAM,
    sklearn_comparison.ENDPOINT,
    weighted_vote.ENDPOINT,
)
ENDPOINTS: dict[str, BaseEndpoint] = {
    entry.path: entry for entry in (*_SHARED, *(own for page in PAGES for own in page.endpoints))
}


def respond(path: str, query: bytes) -> tuple[int, Content]:
    """Return the HTTP status and the content for a path and query: JSON as a dict, a sweep as
    bytes, a stream as an iterator of dicts, an error as a dict with its "message".
    """
    if path not in ENDPOINTS:
        return 404, {"message": f"There is no endpoint at /{path}."}
    return endpoint.respond(ENDPOINTS[path], query)
