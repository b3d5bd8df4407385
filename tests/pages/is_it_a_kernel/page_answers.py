"""Compute what the page's own element shows at an address."""

from typing import Any
from urllib.parse import parse_qsl

from pages.is_it_a_kernel.builder import builder_endpoint


def _values(query: str) -> dict[str, Any]:
    """Return the words of an address, and the numbers that the builder computes from them."""
    tensors = builder_endpoint.answer(query.encode())["sweep"]["tensors"]
    numbers = {name: tensor["data"][0] for name, tensor in tensors.items() if tensor["data"]}
    return dict(parse_qsl(query)) | numbers


VALUES = {"builder": _values}
