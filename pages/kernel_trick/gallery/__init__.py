"""A gallery of kernels: a slice, a Gram matrix and a fit of each."""

from pages.kernel_trick.gallery.element import picture
from pages.kernel_trick.gallery.gallery_scene import VIEW, of_address
from pages.kernel_trick.gallery.sweeps.endpoint import ENDPOINT

__all__ = ["ENDPOINT", "VIEW", "of_address", "picture"]
