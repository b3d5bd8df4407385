"""The bytes of a sweep: the rounding of its values, and their compression."""

import gzip
import subprocess
import sys
import zlib
from math import frexp
from pathlib import Path

import numpy as np
import pytest

from lab.scene.scene import Scene
from lab.scene.slider_stops import slider_stops
from lab.wire import safetensors_format
from lab.wire.scene_sweep import solve
from lab.wire.sweep_payload import (
    FORMAT,
    pack,
    payload,
    plane_tensors,
    round_field,
    round_to_four_digits,
)

DECODER = Path(__file__).parents[3] / "assets/base/sweep-decoder.js"

WITHOUT_ZLIB_NG = """
import sys
sys.modules |= {"zlib_ng": None}
from lab.scene.scene import Scene
from lab.wire.sweep_payload import pack
import numpy as np
packed = pack(Scene(m=20), "tau", np.array([0.2, 0.4]), 21).compress()
print(packed.digest, len(packed.to_bytes(b"")), packed.deflated.hex(), packed.gzip(b"head").hex())
"""


def expected_bits(size: float, largest: float) -> int:
    """Return the expected number of bits after the leading bit of a number of this size.

    - From 7/8 to 9/8: steps of 2⁻⁹.
    - From 2 on: five bits.
    - Elsewhere: steps of 2⁻⁵, or, if the largest number is below 1, of 2⁻⁵ relative to the power of
      two at or below it; but at least two bits.
    """
    leading = frexp(size)[1] - 1
    if 7 / 8 <= size < 9 / 8:
        return leading + 9
    if size >= 2:
        return 5
    return max(2, leading + 5 - (frexp(min(largest, 1.0))[1] - 1))


def test_the_page_s_scripts_read_the_version_that_is_written():
    assert f'export const FORMAT = "{FORMAT}";' in DECODER.read_text("utf-8")


@pytest.mark.parametrize("largest", [0.03, 0.9, 1.5, 40.0])
def test_every_value_has_its_bits_and_is_the_nearest_with_them(largest):
    """Compute the nearest value with Python's `round`, which rounds a tie to the even one."""
    rng = np.random.default_rng(3)
    values = largest * 2.0 ** rng.uniform(-12, 0, 3000) * rng.choice([-1, 1], 3000)
    ties = np.array([0.5 + 0.5 / 64, 0.75 + 1.5 / 64, 1 + 2.0**-10, 1 + 3 * 2.0**-10]) * 0.5
    field = np.concatenate([values, ties, [largest, -largest]]).reshape(1, 1, -1)
    field = np.clip(field, -largest, largest)
    for value, rounded in zip(
        field.ravel().tolist(), round_field(field).ravel().tolist(), strict=True
    ):
        step = 2.0 ** (frexp(value)[1] - 1 - expected_bits(abs(value), largest))
        assert rounded == round(value / step) * step


@pytest.mark.parametrize("loss", ["hinge", "logistic", "squared"])
def test_decision_values_have_the_digits_of_their_read_outs(loss):
    """With eleven bits after the leading one, the last of four digits is off by at most one."""
    scene, stops = Scene(m=60, loss=loss), np.array([0.1, 0.4, 1.6])
    decision = plane_tensors(scene, "tau", stops, 5)[0]["decision"].astype(float)
    exact = solve(scene, "tau", stops, 5).decision
    assert (np.abs(decision - exact) <= 2.0**-12 * np.abs(exact)).all()
    mantissas, _ = np.frexp(decision)
    assert (mantissas * 2**12 == np.round(mantissas * 2**12)).all(), "more bits than are read"


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(("data", "rate"), [("mixture", 40), ("wave", 20)])
def test_overflowing_values_are_clipped_to_the_largest_float32(data, rate):
    """If K grows so fast that no solver succeeds, f can exceed the range of float32."""
    formula = f"exp({rate}*x.z)"
    scene = Scene(data=data, m=8, kernel="own", formula=formula, loss="squared", risk="sum")
    stops, largest = np.array([1e-5, 0.01, 1.0]), np.finfo(np.float32).max
    exact = solve(scene, "lam", stops, 5).decision
    assert np.abs(exact).max() > largest
    packed = pack(scene, "lam", stops, 5)
    tensors, _ = safetensors_format.decode(packed.to_bytes(packed.head(scene, 0)))
    for name, values in tensors.items():
        assert np.isfinite(values.astype(float)).all(), name
    large = np.abs(exact) > largest
    np.testing.assert_array_equal(np.sign(tensors["decision"][large]), np.sign(exact[large]))
    np.testing.assert_allclose(np.abs(tensors["decision"][large]), largest, rtol=1e-3)


@pytest.mark.filterwarnings("error")
def test_four_digits_of_a_huge_number_are_finite():
    rounded = round_to_four_digits(np.array([1e300, -1e39, 1.0]))
    assert np.isfinite(rounded).all() and rounded[1] == -rounded[0] and rounded[2] == 1.0


def test_without_the_quick_library_the_answer_is_the_same():
    """Browsers and some machines do not have zlib-ng."""
    process = subprocess.run(
        [sys.executable, "-c", WITHOUT_ZLIB_NG], capture_output=True, text=True, check=True
    )
    digest, length, deflated, zipped = process.stdout.split()
    packed = pack(Scene(m=20), "tau", np.array([0.2, 0.4]), 21).compress()
    assert (digest, int(length)) == (packed.digest, packed.length)
    body = zlib.decompress(bytes.fromhex(deflated), wbits=-zlib.MAX_WBITS)
    assert body == packed.to_bytes(b"")
    assert gzip.decompress(bytes.fromhex(zipped)) == gzip.decompress(packed.gzip(b"head"))


def test_what_is_sent_is_one_gzip_of_header_and_arrays():
    """The header is added to arrays that were compressed earlier; gzip's checksum covers both."""
    packed = pack(Scene(m=20), "tau", np.array([0.2, 0.4]), 21).compress()
    for head in (b"", b"head", packed.head(Scene(m=20), 1)):
        assert gzip.decompress(packed.gzip(head)) == packed.to_bytes(head)


@pytest.mark.parametrize("along", ["tau", "lam"])
def test_a_default_sweep_is_small(along):
    packed = pack(Scene(), along, slider_stops(Scene(), along, 64), 81)
    assert packed.compress().size <= 370_000


def test_a_single_frame_is_compressed_in_less_time_than_a_sweep():
    single, several = (
        payload({"stops": np.array(stops)}, {}, "tau") for stops in ([0.1], [0.1, 0.2])
    )
    assert single.level < several.level
