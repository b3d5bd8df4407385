"""The safetensors layout, read by its own rules instead of our decoder."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lab.wire import safetensors_format

ROOT = Path(__file__).parents[3]
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I32": "<i4", "I16": "<i2", "I8": "i1"}

arrays = hnp.arrays(
    st.sampled_from(list(TYPES.values())),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)


def test_only_one_function_makes_float32():
    """`to_float32` excludes infinity; any other cast converts values beyond 3.4e38 to it."""
    casts = [
        path.relative_to(ROOT).as_posix()
        for room in ("lab", "pages", "features")
        for path in sorted((ROOT / room).rglob("*.py"))
        if 'astype("<f4")' in path.read_text("utf-8")
    ]
    assert casts == ["lab/wire/safetensors_format.py"]


@given(
    st.dictionaries(st.text(min_size=1).filter(lambda name: name != "__metadata__"), arrays),
    st.dictionaries(st.text(), st.text()),
)
def test_encoding_round_trips(tensors, metadata):
    data = safetensors_format.encode(tensors, metadata)
    back, texts = safetensors_format.decode(data)
    assert texts == metadata and back.keys() == tensors.keys()
    for name, array in tensors.items():
        assert (back[name].dtype, back[name].shape) == (array.dtype, array.shape)
        assert back[name].tobytes() == array.tobytes()


@given(st.dictionaries(st.text("abc", min_size=1), arrays), st.dictionaries(st.text(), st.text()))
def test_the_layout_is_that_of_safetensors_and_fit_for_typed_arrays(tensors, metadata):
    data = safetensors_format.encode(tensors, metadata)
    start = 8 + int.from_bytes(data[:8], "little")
    assert start % 8 == 0
    entries = json.loads(data[8:start])
    assert entries.pop("__metadata__") == metadata
    end = 0
    for name, entry in sorted(entries.items(), key=lambda item: item[1]["data_offsets"]):
        first, last = entry["data_offsets"]
        dtype = np.dtype(TYPES[entry["dtype"]])
        assert first == end, "arrays lie one after another, without gaps"
        assert (start + first) % dtype.itemsize == 0
        assert last - first == dtype.itemsize * np.prod(entry["shape"], dtype=int)
        assert data[start + first : start + last] == tensors[name].astype(dtype).tobytes()
        end = last
    assert start + end == len(data)


@given(
    hnp.arrays(
        st.sampled_from(["<f2", "<i2"]),
        hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=5),
    )
)
def test_differences_between_stops_come_back_to_the_last_bit(array):
    """Sum the stored differences with Python's integers, modulo 2¹⁶."""
    tensors, metadata = {"a": array, "b": np.arange(3.0)}, {"differences": "a"}
    data = safetensors_format.encode(tensors, metadata)
    back, _ = safetensors_format.decode(data)
    assert back["a"].dtype == array.dtype and back["a"].tobytes() == array.tobytes()
    np.testing.assert_array_equal(back["b"], tensors["b"])
    high, low = np.frombuffer(data[len(data) - array.nbytes :], "u1").reshape(2, -1).tolist()
    changes = [256 * a + b for a, b in zip(high, low, strict=True)]
    size = array[0].size
    for k, bits in enumerate(array.view("<u2").ravel().tolist()):
        assert bits == sum(changes[k % size : k + 1 : size]) % 2**16


def test_other_byte_orders_and_strides_are_written_plainly():
    array = np.arange(12, dtype=">f8").reshape(3, 4)[::2, ::-1]
    back, _ = safetensors_format.decode(safetensors_format.encode({"a": array}, {}))
    assert back["a"].dtype == np.dtype("<f8")
    np.testing.assert_array_equal(back["a"], array)


def test_the_same_arrays_give_the_same_bytes():
    tensors = {"a": np.arange(3.0), "b": np.arange(3, dtype="i1")}
    assert safetensors_format.encode(tensors, {"x": "1"}) == safetensors_format.encode(
        dict(tensors), {"x": "1"}
    )


@pytest.mark.parametrize(
    ("tensors", "metadata", "message"),
    [
        ({"a": np.array([1 + 2j])}, {}, "complex128 of a"),
        ({"a": np.array(["text"])}, {}, "of a"),
        ({"__metadata__": np.zeros(1)}, {}, "__metadata__"),
        ({}, {"scale": 1.0}, "strings"),
    ],
)
def test_unsupported_values_are_refused(tensors, metadata, message):
    with pytest.raises(ValueError, match=message):
        safetensors_format.encode(tensors, metadata)


@pytest.mark.parametrize("cut", [0, 7, 8, 30, -1])
def test_bytes_that_end_too_early_are_refused(cut):
    encoded = safetensors_format.encode({"a": np.arange(4.0)}, {"scene": "m=2"})
    with pytest.raises(ValueError, match="incomplete"):
        safetensors_format.decode(encoded[:cut])
