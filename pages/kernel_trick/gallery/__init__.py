"""A gallery of kernels, each with a slice, a Gram matrix and a fit."""

from pages.kernel_trick.gallery.element import picture
from pages.kernel_trick.gallery.gallery_scene import VIEW, of_address
from pages.kernel_trick.gallery.sweeps.endpoint import ENDPOINT

__all__ = ["ENDPOINT", "VIEW", "of_address", "picture"]
