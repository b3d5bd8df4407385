"""Write a sweep as bytes: its tensors, rounded to visible precision and compressed once.

The sweeps of two scenes that differ only in the slider's position differ only in the header. So the
compressed arrays are stored without it, once for all these scenes. A sweep that the browser's
Python computes is not sent, and not compressed.
"""

import hashlib
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

import kernel_core as kc
from lab.scene.fields import OWN, is_line
from lab.scene.learning_problem import Sample, Window, axes_of, kernels_of, sample_of
from lab.scene.samples.class_sample import ClassSample
from lab.scene.scene import Scene
from lab.wire import safetensors_format
from lab.wire.deflate import compressobj, crc32_combine
from lab.wire.derived_numbers import numbers_of
from lab.wire.line_tensors import line_tensors
from lab.wire.representer_tensors import MAX_POINTS, grams_of, similarity, terms_of, to_sent_types
from lab.wire.safetensors_format import to_float32
from lab.wire.scene_sweep import SceneSweep, solve

FORMAT = "kernel-methods-live/2"
_LEVEL = 4  # gzip's level: 3 takes a tenth less time, 5 saves 1 % of the bytes
_QUICK_LEVEL = 2  # gzip's level for a single frame, which is sent once
# Header of gzip without a name or a date, so that the same scene gives the same bytes.
_GZIP_START = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"

# Values of a field are rounded to steps of 2^-9 close to ±1, where margins are drawn as lines; to
# steps of 2^-5 elsewhere below 2, where only colours and the zero level matter; and above 2 to five
# bits after the leading one.
_MARGIN_RANGES = ((7 / 8, 9 / 8),)
# For the logistic loss, lines are also drawn at ±log 9, where P(y = 1 | x) is 0.1 or 0.9. So the
# steps close to ±log 9 are as fine as those close to ±1.
_FINE_RANGES = {"logistic": (*_MARGIN_RANGES, (17 / 8, 19 / 8))}
_MARGIN_STEP_BITS, _STEP_BITS, _LARGE_BITS = 9, 5, 5
# A value has at least two bits after the leading one, however small it is. Its relative error is at
# most an eighth, and the zero level is drawn at most a sixteenth of a cell from its place.
_MIN_BITS = 2
# Number of points of a kernel's profile, and of bits after the leading one of its values.
_BUMP_POINTS, _BUMP_BITS = 81, 8
_DECISION_BITS = 11  # bits after the leading one, enough for the four digits of a read-out
_SMALLEST_HALF = 2.0**-24  # the smallest positive half float
_MANTISSA_BITS = 52  # number of bits of a double after the leading one
# The bits of |f| are shifted right by this number. The exponent and the four bits after it remain,
# and select the step to which |f| is rounded.
_KEY_SHIFT = 48
_MAX_EXPONENT = 15  # the largest |f| of a sweep is scaled to at most 2^15, float16's range


@dataclass(frozen=True)
class _Layout:
    """The layout of arrays, and the header's texts that all scenes of a sweep share."""

    layout: dict[str, dict]
    metadata: dict[str, str]

    def head(self, scene: Scene, stop: int, all_stops: int | None = None) -> bytes:
        """Return the header for a scene whose slider is at the stop with the index `stop`.

        `all_stops`: the number of requested stops, if the sweep has fewer.
        """
        texts = {"scene": scene.query(), "stop": str(stop)}
        if all_stops is not None:
            texts["all_stops"] = str(all_stops)
        return safetensors_format.header(self.layout, self.metadata | texts)


@dataclass(frozen=True)
class SweepPayload(_Layout):
    """A sweep that is not compressed. `pieces`: the name and the bytes of each array; arrays named
    in `difference_names` are sent as differences between stops; `level`: the level of gzip."""

    pieces: list[tuple[str, bytes]]
    difference_names: list[str]
    level: int

    def to_bytes(self, head: bytes) -> bytes:
        """Return the whole answer, not compressed."""
        return b"".join((head, *(data for _, data in self.pieces)))

    def compress(self) -> "CompressedSweep":
        """Compress the sweep for sending."""
        body = self.to_bytes(b"")
        return CompressedSweep(
            self.layout,
            self.metadata,
            _deflate(self.pieces, self.difference_names, self.level),
            len(body),
            zlib.crc32(body),
            hashlib.sha256(body).hexdigest(),
        )


@dataclass(frozen=True)
class CompressedSweep(_Layout):
    """A sweep ready to be sent: its layout and texts, and its arrays as one deflate stream.

    `length`, `crc` and `digest` are of the arrays before their compression.
    """

    deflated: bytes
    length: int
    crc: int
    digest: str

    @property
    def size(self) -> int:
        """The approximate size in memory, in bytes."""
        return len(self.deflated) + 4096

    def etag(self, head: bytes) -> str:
        """Return the ETag of the sweep with the header `head`."""
        return hashlib.sha256(head + self.digest.encode()).hexdigest()[:32]

    def gzip(self, head: bytes) -> bytes:
        """Return the whole answer as gzip. Only the header is compressed now, since the arrays are
        compressed already."""
        squeeze = compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
        start = squeeze.compress(head) + squeeze.flush(zlib.Z_FULL_FLUSH)
        crc = (
            crc32_combine(zlib.crc32(head), self.crc, self.length)
            if crc32_combine
            else zlib.crc32(self.to_bytes(head))
        )
        length = (len(head) + self.length) % 2**32
        end = crc.to_bytes(4, "little") + length.to_bytes(4, "little")
        return b"".join((_GZIP_START, start, self.deflated, end))

    def to_bytes(self, head: bytes) -> bytes:
        """Return the whole answer, not compressed."""
        return head + zlib.decompress(self.deflated, wbits=-zlib.MAX_WBITS)


def pack(scene: Scene, along: str, stops: np.ndarray, grid: int) -> SweepPayload:
    """Solve the scene at all stops and pack the answer to a request."""
    tensors_and_texts = line_tensors if is_line(vars(scene)) else plane_tensors
    return payload(*tensors_and_texts(scene, along, stops, grid), along)


def compressed_by(solver: Callable[..., SweepPayload], *arguments: Any) -> CompressedSweep:
    """Solve and compress a sweep."""
    return solver(*arguments).compress()


def payload(tensors: dict[str, np.ndarray], texts: dict[str, str], along: str) -> SweepPayload:
    """Pack tensors, which include `stops`, and the header's texts, for a sweep along `along`."""
    has_several_stops = len(tensors["stops"]) > 1
    difference_names = [
        name for name, array in tensors.items() if has_several_stops and _has_stops(array, tensors)
    ]
    differences_text = (
        {safetensors_format.DIFFERENCES: ",".join(difference_names)} if difference_names else {}
    )
    return SweepPayload(
        safetensors_format.layout(tensors),
        {"format": FORMAT, "along": along} | texts | differences_text,
        list(safetensors_format.pieces(tensors, difference_names)),
        difference_names,
        _LEVEL if has_several_stops else _QUICK_LEVEL,
    )


def _has_stops(array: np.ndarray, tensors: dict[str, np.ndarray]) -> bool:
    """Return whether the items of an array are half floats, with a row for each stop."""
    return array.dtype == np.dtype("<f2") and array.shape[:1] == tensors["stops"].shape


def _deflate(
    pieces: list[tuple[str, bytes]], difference_names: Collection[str], level: int
) -> bytes:
    """Compress bytes to one deflate stream. Differences between stops have no repetitions except
    runs of zeros, so no time is spent on searching for others."""
    out = []
    for as_differences, run in groupby(pieces, lambda piece: piece[0] in difference_names):
        strategy = zlib.Z_RLE if as_differences else zlib.Z_DEFAULT_STRATEGY
        squeeze = compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, strategy)
        out += [squeeze.compress(data) for _, data in run]
        out.append(squeeze.flush(zlib.Z_FULL_FLUSH))
    out.append(compressobj(level, wbits=-zlib.MAX_WBITS).flush())  # the end of the stream
    return b"".join(out)


def plane_tensors(
    scene: Scene, along: str, stops: np.ndarray, grid: int
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Return the tensors of a scene in the plane by name, and the header's texts."""
    sample = sample_of(scene, empty=True)
    sweep = solve(scene, along, stops, grid)
    assert sweep.field is not None  # a grid was passed, so there is a field
    scale = scale_of(sweep.field)
    tensors = tensors_of(sample, sweep, stops, grid) | bumps(scene, along, stops)
    tensors |= numbers_of(scene, along, stops, sweep, sample.y)
    tensors["field"] = round_field(sweep.field, scale, _FINE_RANGES.get(scene.loss, _MARGIN_RANGES))
    texts = {"scale": repr(scale).removesuffix(".0")} | names_of(sample)
    if 0 < len(sample.y) <= MAX_POINTS:
        kernels = kernels_of(scene, along, stops)
        tensors["gram"] = similarity(grams_of(sample.X, kernels, along), kernels)
        tensors |= to_sent_types(terms_of(sweep))
        texts["fixed"] = "gram" if along == "lam" else ""
    return tensors, texts


def names_of(sample: Sample) -> dict[str, Any]:
    """Return the names of the axes and of the two classes, for the header of a sweep."""
    (axis_x, axis_y), (negative, positive) = sample.axes, sample.classes
    return {
        "axis_x": axis_x, "axis_y": axis_y, "class_negative": negative, "class_positive": positive,
    }  # fmt: skip


def places_of(sample: Sample | ClassSample, stops: np.ndarray, grid: int) -> dict[str, np.ndarray]:
    """Return the slider's stops, the axes of the plane and the points, by name."""
    gx, gy = sample.grid(grid)
    return {
        "stops": np.asarray(stops, dtype="<f8"),
        "x": to_float32(gx),
        "y": to_float32(gy),
        "points": to_float32(sample.X),
        "labels": sample.y.astype("i1"),
        "origin": sample.origin.astype("<i4"),
    }


def tensors_of(
    sample: Sample, sweep: SceneSweep, stops: np.ndarray, grid: int
) -> dict[str, np.ndarray]:
    """Return the tensors of a sweep by name, except the field."""
    tensors = places_of(sample, stops, grid) | {
        "alpha": to_float32(sweep.alpha),
        "decision": to_float32(_with_bits(sweep.decision, _DECISION_BITS)),
        "support": sweep.support.astype("<i4"),
        "iterations": sweep.iterations.astype("<i4"),
    }
    for name in ("intercept", "train_error", "test_error", "primal", "dual", "gap"):
        tensors[name] = getattr(sweep, name).astype("<f8")
    if sample.density is not None:
        tensors["bayes"] = _bayes(sample.density, sample.window, grid)
        tensors["bayes_error"] = np.array(sample.bayes_error, dtype="<f8")
    return tensors


@lru_cache(maxsize=64)
def _bayes(density: kc.datasets.GaussianMixtureClasses, window: Window, grid: int) -> np.ndarray:
    """Return 2 P(y = 1 | x) - 1 on the grid, (grid, grid), rounded for sending. The result does not
    depend on edits."""
    return round_field(density.posterior(*axes_of(window, grid))[None])[0]


def scale_of(field: np.ndarray) -> float:
    """Return the smallest power of two such that a sweep's largest |f|, divided by it, is below
    2^15; 1 if f = 0.

    A float16 covers twelve powers of ten, and a sweep along lam needs all of them. So the largest
    value is placed at the upper end of this range.
    """
    largest = np.abs(field).max(initial=0.0)
    return 2.0 ** int(np.frexp(largest)[1] - _MAX_EXPONENT) if largest > 0 else 1.0


def bumps(scene: Scene, along: str, stops: np.ndarray) -> dict[str, np.ndarray]:
    """Return the profile of the kernel at every stop: `bump` (S, B), the values of K at the
    distances `offsets` (B,) from a point.

    Offsets are denser near the point, so that a narrow bump is drawn smoothly. The result is empty
    for a formula, and for kernels that are not functions of the distance ‖x - z‖.
    """
    kernels = [] if scene.kernel == OWN else kernels_of(scene, along, stops)
    radial = [kernel for kernel in kernels if isinstance(kernel, kc.kernels.RadialKernel)]
    if not radial:
        return {}
    x0, x1, _, _ = sample_of(scene, empty=True).window
    offsets = (x1 - x0) * np.linspace(0, 1, _BUMP_POINTS) ** 2
    bump = np.stack([kernel.from_squared_distances(offsets**2) for kernel in radial])
    return {"offsets": to_float32(offsets), "bump": _with_bits(bump, _BUMP_BITS).astype("<f2")}


def round_to_four_digits(values: np.ndarray) -> np.ndarray:
    """Truncate floats after about four digits (12 bits after the leading one), so that they
    compress well."""
    bits = to_float32(values).view("<u4") & np.uint32(0xFFFFF800)
    return bits.view("<f4")


def round_field(
    field: np.ndarray, scale: float = 1.0, fine: Sequence[tuple[float, float]] = _MARGIN_RANGES
) -> np.ndarray:
    """Round a field (S, Gy, Gx), divided by `scale`, to float16 with few bits, more where |f| is in
    `fine`.

    Signs are preserved: a value too small for a float16 becomes the smallest float16 with its sign,
    since the zero level may lie far from all points, where f is nearly 0.
    """
    sent = np.empty(field.shape, dtype="<f2")
    fine, exponent = tuple(fine), _exponent(scale)
    # The values of one stop fit into the processor's cache.
    for f, out in zip(field, sent, strict=True):
        size = np.abs(f)
        # If |f| < 1 in the whole plane, the steps are scaled down.
        top = _exponent(min(size.max(initial=0.0), 1.0))
        keys = (size.view(np.int64) >> _KEY_SHIFT).astype(np.intp, copy=False)
        large = _large_numbers(top, exponent, fine).take(keys)
        size /= scale
        size += large  # rounds to a multiple of the step
        size -= large
        np.maximum(size, _SMALLEST_HALF, out=size)
        np.copysign(size, f, out=size)
        if not f.all():
            size[f == 0] = 0.0
        out[:] = size
    return sent


def _exponent(value: float) -> int:
    """Return e with 2^e <= value < 2^(e + 1); -1 for 0."""
    return int(np.frexp(value)[1]) - 1


@lru_cache(maxsize=32)
def _large_numbers(top: int, exponent: int, fine: tuple[tuple[float, float], ...]) -> np.ndarray:
    """Return large numbers whose addition rounds |f|, indexed by the leading bits of |f|.

    Adding such a number to |f| / 2^exponent and subtracting it again rounds to the steps that
    the comment at `_MARGIN_RANGES` describes. `top`: the exponent of the largest |f|, at most 0; if
    it is below 0, the steps outside `fine` are scaled by 2^top."""
    # In the browser's Python, NumPy's default integers have only 32 bits.
    keys = np.arange(2 ** (63 - _KEY_SHIFT), dtype=np.int64)
    least = (keys << _KEY_SHIFT).view(float)  # the smallest |f| with these bits
    e = (keys >> _MANTISSA_BITS - _KEY_SHIFT) - 1023
    step = np.where(e < 1, np.minimum(top - _STEP_BITS, e - _MIN_BITS), e - _LARGE_BITS)
    for low, high in fine:
        step[(low <= least) & (least < high)] = -_MARGIN_STEP_BITS
    return np.ldexp(1.5, np.clip(_MANTISSA_BITS + step - exponent, -1074, 1023).astype(np.intc))


def _with_bits(values: np.ndarray, bits: int) -> np.ndarray:
    """Round values to `bits` bits after the leading one, halves to even.

    The addition that rounds may carry into the exponent; the result is then correct too."""
    cut = _MANTISSA_BITS - bits
    exact = np.asarray(values, dtype=float).view(np.int64)
    rounded = (exact >> cut) & 1
    rounded += (1 << (cut - 1)) - 1
    rounded += exact
    rounded &= -(1 << cut)
    return rounded.view(float)
