"""The endpoint of the leading components at all stops of a slider."""

from lab.endpoints.sweep_endpoint import SweepEndpoint
from pages.kernel_pca.bend.component_scene import COUNT, GRID, make_request, read_request
from pages.kernel_pca.bend.sweep_payload import pack

ENDPOINT = SweepEndpoint(
    "components", pack, read_request, make_request, cache_bytes=24 * 2**20,
    file_sizes=((COUNT, 1, GRID), (29, 12, 31), (22, 12, 31)),
)  # fmt: skip
