"""The gallery of *Kernel trick*: the picture of each kernel, the address, and goals that can be
met."""

import math
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from lab.scene.scene import FIELDS as OF_A_SCENE
from lab.ui.challenges import is_met
from pages.kernel_trick.gallery import ENDPOINT, gallery_scene
from pages.kernel_trick.gallery.challenges import QUESTIONS
from pages.kernel_trick.gallery.gallery_scene import (
    FIELDS,
    IN_THE_PLANE,
    OF,
    PIECES,
    STOPS,
    GalleryScene,
)
from pages.kernel_trick.gallery.kernels import kernel_of
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items, right
from tests.pages.kernel_trick.gallery.exhibits import stops_of

PAGE = "kernel_trick/page.py"
START = {piece: GalleryScene(piece=piece) for piece in PIECES}
# For the question at each index in QUESTIONS: the exhibit and the slider that are searched for its
# goal, and the only right answer.
WAYS = {
    ("cosine", 0): (START["cosine"], "theta", "only near one ω"),
    ("bank", 0): (START["bank"], "L", "with 2π/L"),
    ("poly", 0): (replace(START["poly"], dims=4), "power", "495"),
    ("taylor", 0): (START["taylor"], "terms", "far from it"),
    ("taylor", 1): (replace(START["taylor"], width=1.0), "letter", "2"),
    ("fourier", 0): (START["fourier"], "waves", "10 to 200"),
    ("fourier", 1): (replace(START["fourier"], spread="printed", waves=2000), "width", "at τ = 1"),
    ("min", 0): (START["min"], "firm", "a straight line"),
}


@pytest.fixture(scope="module")
def page_elements():
    return data_of(view_page(PAGE), "gallery")


def of_piece(data, kind, piece):
    """Return the items of a kind that this kernel shows."""
    return [i for i in items(data, kind) if piece in i.get("when", {}).get("piece", PIECES)]


@pytest.mark.parametrize("piece", PIECES)
def test_each_kernel_has_a_slice_a_matrix_and_a_fit(page_elements, piece):
    fit = "exactplane" if piece in IN_THE_PLANE else "fitline"
    for kind in ("through", "matrix", fit, "challenge"):
        assert len(of_piece(page_elements, kind, piece)) == 1, kind
    sliders = {
        item["along"]: tuple(item["stops"]) for item in of_piece(page_elements, "slider", piece)
    }
    assert sliders == {name: STOPS[name] for name in STOPS if piece in OF[name]}
    assert len(of_piece(page_elements, "heading", piece)) >= 3, "a formula and two reasons"


@pytest.mark.parametrize("factor", FIELDS["factor"].choices)
def test_the_formula_of_many_cosines_is_that_of_the_picture(page_elements, factor):
    """The heading's value of K(x, x) is the height of the slice at x′."""
    (heading,) = [
        item for item in of_piece(page_elements, "heading", "bank")
        if item["text"].startswith("K(x, x′)") and factor in item["when"]["factor"]
    ]  # fmt: skip
    exhibit = replace(START["bank"], factor=factor)
    terms = exhibit.L + 1  # for x = x′ each term is 1
    height = 2 * math.pi / exhibit.L * terms if "(2π/L) Σ" in heading["text"] else terms
    assert kernel_of(exhibit)([[0.3]], [[0.3]]).item() == pytest.approx(height)


def test_requested_items_are_shown(page_elements):
    """Check the slider of L up to 200, the limit in two curves, the list of features with its
    length, and the errors on logarithmic axes."""
    L, slider_again = [i for i in of_piece(page_elements, "slider", "bank") if i["along"] == "L"]
    assert slider_again == L, "beside the fit, and under the two claims"
    assert (L["low"], L["high"]) == (1, 200)
    claims = [{s["tensor"] for s in i["series"]} for i in of_piece(page_elements, "curve", "bank")]
    assert claims == [{"printed", "limit"}, {"scaled", "limit"}]
    rows = {row["tensor"] for i in of_piece(page_elements, "readouts", "poly") for row in i["rows"]}
    assert {"listed", "formula", "upside_down"} <= rows and of_piece(
        page_elements, "featurelist", "poly"
    )
    for piece, along in (("taylor", "terms"), ("fourier", "waves")):
        (curve,) = of_piece(page_elements, "logcurve", piece)
        assert curve["along"] == along and curve["xlog"] and "errors" in str(curve["series"])
    (curve,) = of_piece(page_elements, "curve", "taylor")
    assert {s["tensor"] for s in curve["series"]} == {"lettered", "target"}, "α beside τ (E7)"
    (switch,) = of_piece(page_elements, "gallery", "min")
    assert switch["address"] == f"/{ENDPOINT.path}" and len(switch["options"]) == len(PIECES)


def test_an_option_brings_its_own_parameters_and_no_others(page_elements):
    (switch,) = items(page_elements, "gallery")
    for option in switch["options"]:
        set_fields = {name: text for name, text in option["fields"].items() if text}
        assert dict(parse_qsl(START[option["value"]].query())) == set_fields | {
            "piece": option["value"]
        }
        assert set(option["fields"]) == set(FIELDS) - {"piece"}


# ---- the address ----


def test_each_exhibit_has_its_own_text():
    assert not set(gallery_scene.VIEW) & set(OF_A_SCENE)


@pytest.mark.parametrize("exhibit", [
    GalleryScene(piece="taylor", terms=9, width=1.0, place=-1.5),
    GalleryScene(piece="bank", L=120, factor="printed"),
    GalleryScene(piece="min", firm=0.5, spot=4.0),
], ids=lambda exhibit: exhibit.piece)  # fmt: skip
def test_a_link_brings_back_the_kernel_beside_the_scene(exhibit):
    page = view_page(PAGE, dict(parse_qsl(exhibit.query())) | {"data": "circles", "tau": "0.9"})
    assert data_of(page, "gallery")["query"] == exhibit.query()
    assert "data=circles" in data_of(page, "vote")["query"] and not page.warning


def test_invalid_values_are_reported_in_the_section():
    page = view_page(PAGE, {"piece": "bank", "L": "1e9", "theta": "<b>"})
    assert not page.exception and len(page.warning) == 1
    assert "L" in page.warning[0].value and "<b>" not in page.warning[0].value
    assert data_of(page, "gallery")["query"] == START["bank"].query()


# ---- challenges ----


def test_every_kernel_has_a_question(page_elements):
    assert {
        (piece, k) for piece, questions in QUESTIONS.items() for k in range(len(questions))
    } == set(WAYS)
    for piece in PIECES:
        (item,) = of_piece(page_elements, "challenge", piece)
        assert [c["question"] for c in item["challenges"]] == [q.question for q in QUESTIONS[piece]]


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    "question_key", WAYS, ids=lambda question_key: f"{question_key[0]}-{question_key[1]}"
)
def test_a_goal_is_reached_by_moving_and_one_prediction_is_right_there(question_key):
    piece, k = question_key
    question = QUESTIONS[piece][k]
    start, along, answer = WAYS[question_key]
    first_value = START[piece]
    first = [f for f in stops_of(first_value, along) if f[along] == getattr(first_value, along)]
    assert len(first) == 1 and not is_met(question.conditions, first[0]), (
        "not before anything moves"
    )
    frames = stops_of(start, along)
    goal_frames = [frame for frame in frames if is_met(question.conditions, frame)]
    assert 0 < len(goal_frames) < len(frames)
    assert {tuple(right(question.as_json(), frame)) for frame in goal_frames} == {(answer,)}
