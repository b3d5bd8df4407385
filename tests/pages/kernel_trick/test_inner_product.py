"""GET /inner: both routes give kernel_core's numbers; invalid requests are refused with a
message."""

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


def ask_product(x="1.2,0.7", z="0.5,1.3", degree="2"):
    return get(APP, "/inner", urlencode({"x": x, "z": z, "degree": degree}))


def read(data):
    return {name: np.reshape(t["data"], t["shape"]) for name, t in data["tensors"].items()}


def frame(x, z, degree):
    return {name: values.flat[0] for name, values in read(answer(x, z, degree)).items()}


def test_the_answer_is_the_identity_to_the_last_bit():
    x, z = (-1.37, 0.91), (1.99, 0.03)
    for degree in DEGREES:
        reply = ask_product("-1.37,0.91", "1.99,0.03", str(degree))
        assert reply.status == 200
        answer, values = json.loads(reply.body), compare_inner_products(x, z, degree)
        tensors = read(answer)
        for name in ("phi_x", "phi_z", "terms", "dot_terms"):
            assert tensors[name].tolist() == getattr(values, name).tolist(), name
        for name in ("explicit", "kernel", "dot", "digits"):
            assert tensors[name].item() == getattr(values, name), name
        assert answer["meta"]["names"] == list(values.names) and len(values.names) == degree + 1
        assert all(tensor["fixed"] for tensor in answer["tensors"].values())


CANCEL = ([1.1, -0.76], [-0.67, -0.95], 4), ([1.19, -1.31], [-1.9, -1.73], 4)


@example(*CANCEL[0])
@example(*CANCEL[1])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(POINT, POINT, st.sampled_from(DEGREES))
def test_the_statement_about_digits_matches_the_numbers(x, z, degree):
    reply = answer(x, z, degree)
    values = [read(reply)[name].item() for name in ("explicit", "kernel")]
    sentence, agreement = (
        reply["meta"]["sentence"],
        [{f"{v:.{n}e}" for v in values} for n in range(16)],
    )
    assert (sentence == "All 16 digits agree.") == (len(agreement[15]) == 1)
    if sentence.startswith("Rounded to"):
        digits = int(sentence.split()[2])
        assert len(agreement[digits - 1]) == 1 < len(agreement[digits]), (sentence, values)
    elif "every remaining digit" in sentence:
        assert all(len(texts) == 2 for texts in agreement)
    elif not sentence.startswith("All"):
        assert sentence.startswith("One value is 0") and 0 in values
    assert abs(values[0] - values[1]) <= 1e-13 * np.dot(np.abs(x), np.abs(z)) ** degree


def test_points_at_the_origin_and_on_one_another():
    zero = read(answer((0.0, 0.0), (1.0, 1.0), 2))
    assert zero["explicit"].item() == zero["kernel"].item() == zero["shortest"].item() == 0
    values = read(answer((0.6, 0.8), (0.6, 0.8), 3))
    assert values["kernel"].item() == pytest.approx(1, abs=1e-14), "‖x‖⁶ = 1"


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "3,0", "nan,0", "1e1,0", "1;2", "٣,1", "1 ,2"])
def test_invalid_words_for_a_point_are_refused_with_a_message(text):
    reply = ask_product(x=text)
    assert reply.status == 400
    refusal = json.loads(reply.body)
    assert (
        refusal["message"].startswith("x must be two numbers from")
        and "1.2,0.7" in refusal["message"]
    )


@pytest.mark.parametrize("text", ["", "1", "5", "2.0", "two", "2" * 99])
def test_invalid_words_for_a_degree_are_refused_with_a_message(text):
    reply = ask_product(degree=text)
    assert reply.status == 400 and json.loads(reply.body)["message"].startswith("degree must be")


def test_invalid_address_values_use_the_defaults():
    words = {"x": "9,9", "z": "-1,0.25", "exponent": "7"}
    assert of_address(words) == {"x": VIEW["x"], "z": "-1,0.25", "exponent": VIEW["exponent"]}
    assert read_point("x", "-0,2") == (0.0, 2.0) and max(read_point("x", "2,2")) == REACH


# ---- the challenges ----


def test_a_right_angle_of_any_degree_reaches_the_goal_and_nothing_else_at_the_start():
    start = frame((1.2, 0.7), (0.5, 1.3), 2)
    for challenge in (ABOUT_ANGLES, ABOUT_SIGNS):
        assert not is_met(challenge.conditions, start)
    for degree in DEGREES:
        goal_frame = frame((1.2, 0.6), (-0.6, 1.2), degree)
        assert is_met(ABOUT_ANGLES.conditions, goal_frame)
        assert [is_met(o.conditions, goal_frame) for o in ABOUT_ANGLES.options] == [
            o.label == ABOUT_ANGLES.answer for o in ABOUT_ANGLES.options
        ]
        assert not is_met(ABOUT_ANGLES.conditions, frame((0.1, 0.0), (0.0, 1.0), degree)), (
            "too short"
        )


def test_only_an_odd_degree_falls_below_zero():
    for degree in DEGREES:
        is_reached = is_met(ABOUT_SIGNS.conditions, frame((1.5, 0.5), (-1.5, 0.0), degree))
        assert is_reached == (degree % 2 == 1)
    right = [o.label for o in ABOUT_SIGNS.options if is_met(o.conditions, {"degree": 3.0})]
    assert right == [ABOUT_SIGNS.answer]
