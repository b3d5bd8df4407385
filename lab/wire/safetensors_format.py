"""Arrays on the wire, in the safetensors layout.

    8 bytes  N, little-endian: how long the header is
    N bytes  JSON: {"name": {"dtype", "shape", "data_offsets"}, ..., "__metadata__": {str: str}}
    the arrays, little-endian, C order, without gaps; offsets count from the end of the header

A browser reads it with one JSON.parse and typed-array views. For these views every array lies
at a multiple of its item size: the header is padded with spaces to a multiple of 8, and the
arrays with the largest items come first.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

_DTYPES: dict[str, np.dtype[Any]] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_METADATA = "__metadata__"


def encode(tensors: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> bytes:
    """The bytes of named arrays and of a header with `metadata`, texts by name.

    Raises ValueError for an array type that the layout has no name for, and for metadata that
    are not texts.
    """
    return header(layout(tensors), metadata) + body(tensors)


def layout(tensors: Mapping[str, np.ndarray]) -> dict[str, dict]:
    """What the header says of each array: its type, its shape and where it lies."""
    entries = {}
    offset = 0
    for name, array in _in_order(tensors):
        end = offset + array.nbytes
        entries[name] = {
            "dtype": _NAMES[array.dtype.newbyteorder("<")],
            "shape": list(array.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    return entries


def header(entries: Mapping[str, dict], metadata: Mapping[str, str]) -> bytes:
    """All that comes before the arrays: the length and the padded JSON."""
    if not all(isinstance(text, str) for pair in metadata.items() for text in pair):
        raise ValueError("Metadata must be texts by name.")
    text = json.dumps({_METADATA: dict(metadata), **entries}, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text


def body(tensors: Mapping[str, np.ndarray]) -> bytes:
    """The arrays one after another, as `layout` says."""
    return b"".join(
        array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        for _, array in _in_order(tensors)
    )


def decode(data: bytes) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """What `encode` was given: the arrays (read-only views of `data`) and the metadata.

    Raises ValueError where `data` is not of this layout.
    """
    if len(data) < 8 or (start := 8 + int.from_bytes(data[:8], "little")) > len(data):
        raise ValueError("These bytes end before their header does.")
    entries = json.loads(data[8:start])
    metadata = entries.pop(_METADATA, {})
    tensors = {}
    for name, entry in entries.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        if last > len(data):
            raise ValueError(f"These bytes end before the array {name} does.")
        flat = np.frombuffer(data[first:last], dtype=_DTYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata


def _in_order(tensors: Mapping[str, np.ndarray]) -> list[tuple[str, np.ndarray]]:
    """The arrays with the largest items first, otherwise as given."""
    for name, array in tensors.items():
        if array.dtype.newbyteorder("<") not in _NAMES:
            raise ValueError(f"The layout has no name for the type {array.dtype} of {name}.")
        if name == _METADATA:
            raise ValueError(f"{_METADATA} is the name of the header's own texts.")
    return sorted(tensors.items(), key=lambda item: -item[1].itemsize)
