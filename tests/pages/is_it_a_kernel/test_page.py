"""Is it a kernel?: the declarations of the builder, its address, and challenges that can be met."""

import json
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest

from lab.scene.scene import SceneError, parse, replace
from lab.ui.challenges import challenges as challenge_item
from lab.ui.challenges import is_met
from pages.is_it_a_kernel.builder import builder_endpoint
from pages.is_it_a_kernel.builder.kernel_report import report
from pages.is_it_a_kernel.challenges import CHALLENGES
from pages.is_it_a_kernel.default_scene import DEFAULT as BUILDER
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, frames, items, of_scene, right

PAGE = "is_it_a_kernel/page.py"
STEPS = 9  # stops of λ


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


@pytest.fixture(scope="module")
def element(page):
    """Return the data that all steps with the scene share."""
    return of_scene(page)


def report_numbers(scene):
    """Return the numbers that decide whether a goal is met: those of the built kernel, and those of
    its fits."""
    tensors = report(scene)["sweep"]["tensors"]
    numbers = {name: t["data"][0] for name, t in tensors.items() if t["shape"] == [1]}
    try:
        fits = frames(scene, "lam", STEPS)
    except SceneError:
        return [vars(scene) | numbers]
    return [frame | numbers for frame in fits]


def ask_builder(scene, **words):
    answer = builder_endpoint.answer((scene.query() + "&" + urlencode(words)).encode())
    return replace(scene, formula=answer["formula"])


# ---- declarations ----


def test_what_can_be_chosen_covers_the_rules_and_what_they_leave_out(element):
    panel, *_ = items(element, "builder")
    proven, unproven = panel["kernels"]
    for group, state in ((proven, {"proven"}), (unproven, {"broken", "open"})):
        for option in group["options"]:
            assert report(replace(BUILDER, formula=option["value"]))["state"] in state
    assert {o["value"] for o in unproven["options"]} >= {"dist^2", "tanh(x.z-0.5)", "min(x1,z1)"}


def test_the_fit_knows_no_other_fields_than_the_address(element):
    panel, *_ = items(element, "builder")
    assert set(panel["options"][0]["fields"]) == {"kernel", "formula"}


# ---- the address ----


def test_a_link_opens_the_kernel_it_names():
    scene = replace(BUILDER, formula="exp(0.5*rbf(0.6))-x.z", data="circles", lam=0.02)
    query = dict(parse_qsl(scene.query() + "&edits=m3,1,1"))
    element = data_of(view_page(PAGE, query), "builder")
    assert parse(element["query"])[0] == replace(scene, edits="m3,1,1")


@pytest.mark.parametrize(
    ("query", "formula"),
    [
        ({"kernel": "rbf", "tau": "0.25"}, "rbf(0.25)"),
        ({"kernel": "linear"}, "x.z"),
        ({"kernel": "poly", "degree": "3", "c": "2"}, "poly(3,2)"),
        ({"formula": "rbf(0.6) 0.3*x.z"}, "rbf(0.6)+0.3*x.z"),
    ],
)
def test_any_kernel_of_the_app_can_be_taken_apart(query, formula):
    page = view_page(PAGE, query)
    scene = parse(data_of(page, "builder")["query"])[0]
    assert (scene.kernel, scene.formula) == ("own", formula) and not page.warning


@pytest.mark.parametrize(
    "formula", ["rbf(", "<b>x.z</b>", "__import__('os')", "1" * 400, "rbf(tau)"]
)
def test_a_formula_that_cannot_be_read_is_reported_with_its_column(formula):
    page = view_page(PAGE, {"formula": formula})
    warning = page.warning[0].value.replace("\\", "")
    assert (
        "Column" in warning and f"It stays at {BUILDER.formula}" in warning and not page.exception
    )
    assert parse(data_of(page, "builder")["query"])[0] == BUILDER


def test_what_is_no_kernel_is_opened_all_the_same():
    page = view_page(PAGE, {"formula": "-dist"})
    assert not page.exception and not page.warning
    assert parse(data_of(page, "builder")["query"])[0].formula == "-dist"


# ---- challenges ----


@pytest.fixture(scope="module")
def challenges():
    return json.loads(json.dumps(challenge_item(CHALLENGES).challenges))


def test_no_challenge_is_met_at_the_start(challenges):
    assert len(challenges) == 3
    for challenge in challenges:
        assert challenge["question"].rstrip().endswith("?") and challenge["why"]
        for frame in report_numbers(BUILDER):
            assert not is_met(challenge["conditions"], frame), challenge["goal"]


def test_one_negative_weight_breaks_the_kernel(challenges):
    """Scale the second kernel of the sum, then the first, with the page's operation."""
    for step, weight in ((2, "-0.5"), (2, "-3"), (1, "-0.01")):
        scene = ask_builder(BUILDER, op="scale", at=step, **{"with": weight})
        (frame,) = report_numbers(scene)
        assert is_met(challenges[0]["conditions"], frame), scene.formula
        assert right(challenges[0], frame) == ["no"]
    (frame,) = report_numbers(ask_builder(BUILDER, op="minus", at=0, **{"with": "0.6*x.z"}))
    assert is_met(challenges[0]["conditions"], frame)
    less = ask_builder(BUILDER, op="minus", at=0, **{"with": "0.1*x.z"})
    assert not any(is_met(challenges[0]["conditions"], f) for f in report_numbers(less)), (
        "0.2 xᵀx′ is left"
    )
    two = replace(BUILDER, formula="rbf(0.4)-0.3*x.z-tanh(x.z)")
    assert not is_met(challenges[0]["conditions"], report_numbers(two)[0]), "one weight, not two"
    assert not is_met(
        challenges[0]["conditions"], report_numbers(replace(BUILDER, formula="-dist"))[0]
    )


def test_a_tiny_negative_weight_fails_only_far_out(challenges):
    scene = replace(BUILDER, formula="rbf(0.4)-0.01*x.z")
    assert report(scene)["state"] == "open"
    far = replace(scene, edits="m0,11,0")
    assert report(far)["state"] == "broken"
    assert is_met(challenges[0]["conditions"], report_numbers(far)[0])


def test_three_eigenvalues_take_three_features(challenges):
    linear = ask_builder(BUILDER, op="replace", at=0, **{"with": "x.z"})
    assert right(challenges[1], report_numbers(linear)[0]) == ["a handful"]
    extended = ask_builder(linear, op="add", at=0, **{"with": "1"})
    frame = report_numbers(extended)[0]
    assert is_met(challenges[1]["conditions"], frame) and right(challenges[1], frame) == [
        "a handful"
    ]
    assert not is_met(challenges[1]["conditions"], report_numbers(linear)[0])
    minus = report_numbers(replace(BUILDER, formula="x.z+1+0.5*outer(x1)-outer(x1*x2)"))[0]
    assert not is_met(challenges[1]["conditions"], minus), "none may be below 0"


def test_the_spirals_are_separated_with_fewer_than_20(challenges):
    start = replace(BUILDER, data="spirals")
    assert not any(is_met(challenges[2]["conditions"], f) for f in report_numbers(start)), (
        "not by λ alone"
    )
    for formula in ("rbf(0.8)+0.3*x.z", "exp(x.z)"):
        frames = report_numbers(replace(start, formula=formula))
        goal_frames = [f for f in frames if is_met(challenges[2]["conditions"], f)]
        assert goal_frames and all(
            f["train_error"] == 0 and f["support"] <= 19 for f in goal_frames
        )
        assert {tuple(right(challenges[2], f)) for f in goal_frames} == {("yes",)}
    few = report_numbers(replace(start, formula="exp(x.z)", m=20))
    assert not any(is_met(challenges[2]["conditions"], f) for f in few), (
        "forty points are asked for"
    )


def test_a_frame_of_the_page_has_all_that_its_goals_name(challenges):
    frame = report_numbers(BUILDER)[0]
    names = {c[0] for ch in challenges for part in (ch, *ch["options"]) for c in part["conditions"]}
    assert names <= set(frame) and all(np.isfinite(frame[n]) for n in names - {"data"})
