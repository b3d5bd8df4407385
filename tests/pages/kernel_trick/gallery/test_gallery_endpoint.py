"""GET /gallery and the gallery's part of an address: an answer, or a refusal with a message."""

import dataclasses
import gzip
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from lab.endpoints.workers.cpu_time_limit import CpuTimeExceeded
from lab.endpoints.workers.work_pool import QuotaExceeded, ServerBusy
from lab.scene.scene import SceneError
from lab.serving.sweep_server import SweepServer
from lab.wire import safetensors_format
from pages.kernel_trick.gallery.gallery_scene import (
    FIELDS,
    OF,
    PIECES,
    STOPS,
    GalleryScene,
    make_request,
    of_address,
    read_request,
    slider_stops,
)
from pages.kernel_trick.gallery.sweeps.endpoint import ENDPOINT
from tests.lab.asgi import get
from tests.pages.kernel_trick.gallery.exhibits import packed_sweep

APP = Starlette(routes=SweepServer(ENDPOINT).routes())
MAX_BYTES = 360_000  # largest allowed size of a compressed sweep
SWEEPS = [
    (piece, along) for piece in PIECES for along in STOPS if GalleryScene(piece=piece).has(along)
]


@st.composite
def exhibits(draw):
    """Generate a kernel with parameters at stops of their sliders."""
    values = {"piece": draw(st.sampled_from(PIECES))}
    for name, field in FIELDS.items():
        if name in STOPS:
            kind = type(field.default)
            values[name] = kind(draw(st.sampled_from(STOPS[name])))
        elif name != "piece":
            values[name] = draw(st.sampled_from(field.choices))
    return GalleryScene(**values)


# ---- the address ----


@given(exhibits())
def test_an_exhibit_comes_back_from_its_address(exhibit):
    assert of_address(dict(parse_qsl(exhibit.query()))) == (exhibit, [])
    assert {name for name, _ in parse_qsl(exhibit.query())} == {
        name for name in FIELDS if exhibit.has(name)
    }


@pytest.mark.parametrize(
    ("given_text", "words"),
    [
        ({"piece": "tanh"}, "piece"),
        ({"piece": "bank", "L": "201"}, "L"),
        ({"piece": "bank", "L": "7.5"}, "L"),
        ({"piece": "fourier", "waves": "1000000000"}, "waves"),
        ({"piece": "taylor", "width": "nan"}, "width"),
        ({"piece": "cosine", "place": "<b>"}, "place"),
    ],
)
def test_invalid_values_are_reported_and_set_to_default(given_text, words):
    exhibit, (sentence,) = of_address(given_text)
    assert words in sentence and sentence.endswith(".")
    assert getattr(exhibit, words) == FIELDS[words].default


def test_other_address_words_are_ignored():
    assert of_address({"data": "moons", "tau": "0.5", "kernel": "rbf"}) == (GalleryScene(), [])
    assert of_address({"piece": "min", "L": "50"}) == (GalleryScene(piece="min"), [])


# ---- the slider's stops ----


@given(exhibits(), st.data())
def test_a_slider_stops_at_what_is_set(exhibit, data):
    along = data.draw(st.sampled_from([name for name in STOPS if exhibit.has(name)]))
    stops = slider_stops(exhibit, along)
    assert tuple(stops) == STOPS[along] and getattr(exhibit, along) in stops
    assert slider_stops(exhibit, along, is_single=True).tolist() == [getattr(exhibit, along)]
    keys = {make_request(exhibit.at(along, stop), along).key for stop in stops}
    assert len(keys) == 1, "one sweep for all its stops"


def test_a_value_between_two_stops_takes_the_place_of_the_nearest():
    exhibit = GalleryScene(piece="fourier", width=0.73)
    stops = slider_stops(exhibit, "width")
    assert 0.73 in stops and len(stops) == len(STOPS["width"]) and list(stops) == sorted(stops)
    assert 1.0 in STOPS["width"]


def test_the_sliders_reach_as_far_as_they_say():
    assert STOPS["L"][0] == 1 and STOPS["L"][-1] == 200
    assert {10, 100, 1000} < set(STOPS["waves"]), "what the scale names can be set"
    assert min(STOPS["spot"]) == 0, "min is a kernel for numbers of at least 0"
    assert set(OF) == set(FIELDS) - {"piece"}


# ---- the answer ----


def test_a_sweep_is_sent_packed_and_kept():
    query = "piece=bank&L=8&factor=with&place=0.8&along=L&stops=64&grid=61"
    first = get(APP, "/gallery", query, accept_encoding="gzip")
    assert first.status == 200 and first.headers["content-encoding"] == "gzip"
    tensors, texts = safetensors_format.decode(gzip.decompress(first.body))
    assert tensors["stops"][[0, -1]].tolist() == [1, 200] and texts["along"] == "L"
    plain = get(APP, "/gallery", query)
    assert plain.body == gzip.decompress(first.body) == ENDPOINT.answer(query.encode())
    assert "content-encoding" not in plain.headers and "max-age" in plain.headers["cache-control"]


def test_a_single_frame_is_the_sweep_at_that_stop():
    query = "piece=taylor&terms=5&width=0.7&place=0.8&along=terms&stops="
    (single, _), (all_, _) = (
        safetensors_format.decode(get(APP, "/gallery", query + n).body) for n in ("1", "64")
    )
    k = all_["stops"].tolist().index(5)
    for name in ("alpha", "gram", "slice", "test_error"):
        np.testing.assert_allclose(np.squeeze(single[name]), np.squeeze(all_[name][k]), rtol=1e-6)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("piece=cosine&along=L", "along"),
        ("piece=cosine&along=width", "along"),
        ("piece=cosine", "along"),
        ("piece=none&along=theta", "piece"),
        ("piece=bank&L=1000000000&along=L", "L"),
        ("piece=fourier&waves=2001&along=waves", "waves"),
        ("piece=taylor&terms=-1&along=terms", "terms"),
        ("piece=min&spot=-1&along=spot", "spot"),
        ("piece=cosine&along=theta&stops=100000", "stops"),
        ("piece=cosine&along=theta&theta=1&theta=2", "theta"),
    ],
)
def test_invalid_words_are_refused_with_a_message(query, field):
    reply = get(APP, "/gallery", query)
    assert reply.status == 400 and reply.headers["cache-control"] == "no-store"
    refusal = reply.json()
    assert refusal["field"] == field and refusal["message"].endswith(".")
    with pytest.raises(SceneError):
        read_request(query.encode())


@pytest.mark.thorough
@pytest.mark.parametrize(("piece", "along"), SWEEPS)
def test_every_sweep_is_small_enough_to_fetch_ahead(piece, along):
    packed = packed_sweep(make_request(GalleryScene(piece=piece), along))
    assert len(gzip.compress(packed, 6)) < MAX_BYTES
    tensors, _ = safetensors_format.decode(packed)
    assert all(
        np.isfinite(t.astype(float)).all()
        for name, t in tensors.items()
        if name != "sufficient_waves"
    )


@pytest.mark.parametrize(
    "extreme",
    [
        GalleryScene(piece="cosine", theta=0.0),
        GalleryScene(piece="poly", power=8, shift=4.0, dims=4, place=3.0),
        GalleryScene(piece="poly", power=8, shift=0.0, dims=1, place=0.0),
        GalleryScene(piece="taylor", terms=40, width=STOPS["width"][0]),
        GalleryScene(piece="fourier", waves=1, width=STOPS["width"][-1], spread="printed"),
        GalleryScene(piece="min", firm=1e-5, spot=0.0),
    ],
    ids=lambda exhibit: exhibit.piece,
)
def test_the_ends_of_the_sliders_are_pictures_too(extreme):
    along = next(name for name in STOPS if extreme.has(name))
    tensors, _ = safetensors_format.decode(packed_sweep(make_request(extreme, along, 1)))
    assert dataclasses.is_dataclass(extreme)
    for name, tensor in tensors.items():
        assert name == "sufficient_waves" or np.isfinite(tensor.astype(float)).all(), name
    low, high = np.ravel(tensors["range"])
    assert low <= 0 < high


@pytest.mark.parametrize(
    ("error", "status"), [(ServerBusy(), 503), (QuotaExceeded(), 429), (CpuTimeExceeded(), 422)]
)
def test_unavailable_exhibits_are_refused_with_a_message(monkeypatch, error, status):
    async def not_now(*_):
        raise error

    monkeypatch.setattr(SweepServer, "compressed_sweep", not_now)
    reply = get(APP, "/gallery", f"piece={PIECES[0]}&along={SWEEPS[0][1]}")
    assert reply.status == status and reply.headers["cache-control"] == "no-store"
    assert ("retry-after" in reply.headers) == (status != 422)
    assert b"again" in reply.body or b"stopped" in reply.body
