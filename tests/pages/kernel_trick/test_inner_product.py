"""GET /inner: both routes to one number are kernel_core's own; nonsense is refused in words."""

import json
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from lab.endpoints.json_endpoint import route
from lab.ui.challenges import is_met
from pages.kernel_trick.inner_product import (
    ABOUT_ANGLES,
    ABOUT_SIGNS,
    DEGREES,
    ENDPOINT,
    REACH,
    VIEW,
    answer,
    of_address,
    read_point,
)
from pages.kernel_trick.mathematics.kernel_trick_identity import compare_inner_products
from tests.lab.asgi import get

APP = Starlette(routes=[route(ENDPOINT)])
COORDINATE = st.integers(-200, 200).map(lambda n: n / 100)
POINT = st.tuples(COORDINATE, COORDINATE)


def ask(x="1.2,0.7", z="0.5,1.3", degree="2"):
    return get(APP, "/inner", urlencode({"x": x, "z": z, "degree": degree}))


def read(told):
    return {name: np.reshape(t["data"], t["shape"]) for name, t in told["tensors"].items()}


def frame(x, z, degree):
    return {name: values.flat[0] for name, values in read(answer(x, z, degree)).items()}


def test_the_answer_is_the_identity_to_the_last_bit():
    x, z = (-1.37, 0.91), (1.99, 0.03)
    for degree in DEGREES:
        reply = ask("-1.37,0.91", "1.99,0.03", str(degree))
        assert reply.status == 200
        told, both = json.loads(reply.body), compare_inner_products(x, z, degree)
        sent = read(told)
        for name in ("phi_x", "phi_z", "terms", "dot_terms"):
            assert sent[name].tolist() == getattr(both, name).tolist(), name
        for name in ("explicit", "kernel", "dot", "digits"):
            assert sent[name].item() == getattr(both, name), name
        assert told["meta"]["names"] == list(both.names) and len(both.names) == degree + 1
        assert all(tensor["fixed"] for tensor in told["tensors"].values())


CANCEL = ([1.1, -0.76], [-0.67, -0.95], 4), ([1.19, -1.31], [-1.9, -1.73], 4)


@example(*CANCEL[0])
@example(*CANCEL[1])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(POINT, POINT, st.sampled_from(DEGREES))
def test_what_is_said_of_the_digits_can_be_read_off_the_two_numbers(x, z, degree):
    told = answer(x, z, degree)
    both = [read(told)[name].item() for name in ("explicit", "kernel")]
    says, alike = told["meta"]["says"], [{f"{v:.{n}e}" for v in both} for n in range(16)]
    assert (says == "All 16 digits agree.") == (len(alike[15]) == 1)
    if says.startswith("Rounded to"):
        digits = int(says.split()[2])
        assert len(alike[digits - 1]) == 1 < len(alike[digits]), (says, both)
    elif "decides every digit" in says:
        assert all(len(texts) == 2 for texts in alike)
    elif not says.startswith("All"):
        assert says.startswith("One value is 0") and 0 in both
    assert abs(both[0] - both[1]) <= 1e-13 * np.dot(np.abs(x), np.abs(z)) ** degree


def test_points_at_the_origin_and_on_one_another():
    zero = read(answer((0.0, 0.0), (1.0, 1.0), 2))
    assert zero["explicit"].item() == zero["kernel"].item() == zero["shortest"].item() == 0
    own = read(answer((0.6, 0.8), (0.6, 0.8), 3))
    assert own["kernel"].item() == pytest.approx(1, abs=1e-14), "‖x‖⁶ = 1"


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "3,0", "nan,0", "1e1,0", "1;2", "٣,1", "1 ,2"])
def test_nonsense_for_a_point_is_refused_in_words(text):
    reply = ask(x=text)
    assert reply.status == 400
    told = json.loads(reply.body)
    assert (
        told["message"].startswith("x must be two numbers between") and "1.2,0.7" in told["message"]
    )


@pytest.mark.parametrize("text", ["", "1", "5", "2.0", "two", "2" * 99])
def test_nonsense_for_a_degree_is_refused_in_words(text):
    reply = ask(degree=text)
    assert reply.status == 400 and json.loads(reply.body)["message"].startswith("degree must be")


def test_what_an_address_cannot_mean_is_as_the_page_begins():
    given = {"x": "9,9", "z": "-1,0.25", "exponent": "7"}
    assert of_address(given) == {"x": VIEW["x"], "z": "-1,0.25", "exponent": VIEW["exponent"]}
    assert read_point("x", "-0,2") == (0.0, 2.0) and max(read_point("x", "2,2")) == REACH


# ---- the challenges ----


def test_a_right_angle_of_any_degree_reaches_the_goal_and_nothing_else_at_the_start():
    start = frame((1.2, 0.7), (0.5, 1.3), 2)
    for challenge in (ABOUT_ANGLES, ABOUT_SIGNS):
        assert not is_met(challenge.conditions, start)
    for degree in DEGREES:
        reached = frame((1.2, 0.6), (-0.6, 1.2), degree)
        assert is_met(ABOUT_ANGLES.conditions, reached)
        assert [is_met(o.conditions, reached) for o in ABOUT_ANGLES.options] == [
            o.label == ABOUT_ANGLES.answer for o in ABOUT_ANGLES.options
        ]
        assert not is_met(ABOUT_ANGLES.conditions, frame((0.1, 0.0), (0.0, 1.0), degree)), (
            "too short"
        )


def test_only_an_odd_degree_falls_below_zero():
    for degree in DEGREES:
        reached = is_met(ABOUT_SIGNS.conditions, frame((1.5, 0.5), (-1.5, 0.0), degree))
        assert reached == (degree % 2 == 1)
    right = [o.label for o in ABOUT_SIGNS.options if is_met(o.conditions, {"degree": 3.0})]
    assert right == [ABOUT_SIGNS.answer]
