"""GET /sgd: a run of Figure 1 at all of its steps, or at one step for all stops of another slider.

    /sgd?<scene>&eta=1&draws=0&step=37[&along=step|lam|eta|tau|…][&stops=25][&grid=41]

A run of 600 steps on 40 points has about 550 kB when compressed, which is too large to be part of
the page. So the page requests it, and the server caches it compressed, like the sweeps of /frames.
"""

from lab.endpoints.sweep_endpoint import SweepEndpoint
from pages.stochastic_gradient.figure1.run_payload import pack
from pages.stochastic_gradient.figure1.run_request import COUNT, GRID, make_request, read_request

RUN_ENDPOINT = SweepEndpoint(
    "sgd", pack, read_request, make_request, cache_bytes=24 * 2**20,
    # The sizes are the same for all exported files: their only slider is that of the steps, whose
    # sweep always has a stop for every step.
    file_sizes=((COUNT, 1, GRID),) * 3, file_sliders=("step",),
)  # fmt: skip
