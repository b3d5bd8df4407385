"""GET /gallery: an exhibit at all stops of a slider, or with stops=1 at a single stop.

An example is /gallery?piece=cosine&along=theta.
"""

from lab.endpoints.sweep_endpoint import SweepEndpoint
from pages.kernel_trick.gallery.gallery_scene import make_request, read_request
from pages.kernel_trick.gallery.sweeps.sweep_payload import pack

ENDPOINT = SweepEndpoint("gallery", pack, read_request, make_request, cache_bytes=16 * 2**20)
