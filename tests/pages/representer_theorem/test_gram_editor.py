"""A small Φ edited by hand: its text is parsed strictly, errors are reported, and its matrices are
computed."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from starlette.applications import Starlette

from lab.endpoints.json_endpoint import route
from lab.scene.scene import SceneError
from pages.representer_theorem import feature_matrix_field, gram_editor
from pages.representer_theorem.mathematics.gram_spectrum import EXAMPLE_FEATURES_001
from pages.representer_theorem.primal_and_dual import push_through_identity
from tests.lab.asgi import get

WORKED = "1,-1,1,-1;1,0,0,0;1,1,1,1"
APP = Starlette(routes=[route(gram_editor.ENDPOINT)])

numbers = st.integers(-1_000_000, 1_000_000).map(lambda n: n / 1000)
matrices = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=numbers)


def tensors(sweep):
    return {n: np.reshape(t["data"], t["shape"]) for n, t in sweep["tensors"].items()}


# ---- the text ----


def test_the_notes_example_has_its_text():
    assert (
        feature_matrix_field.write(EXAMPLE_FEATURES_001) == WORKED
        and (feature_matrix_field.read(WORKED) == EXAMPLE_FEATURES_001).all()
    )
    assert gram_editor.phi_of_address({}) == gram_editor.phi_of_address({"phi": ""}) == WORKED


@given(matrices)
def test_a_text_is_read_back_as_it_was_written(Phi):
    text = feature_matrix_field.write(Phi)
    assert (feature_matrix_field.read(text) == Phi).all() and feature_matrix_field.write(
        feature_matrix_field.read(text)
    ) == text
    assert len(text) <= feature_matrix_field.MAX_LENGTH


def test_spaces_minus_signs_and_loose_points_are_read():
    assert feature_matrix_field.read(" 1 , −2;.5,3. ").tolist() == [[1, -2], [0.5, 3]]
    assert str(feature_matrix_field.read("-0")[0, 0]) == "0.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,abc", "The entry in row 1, column 2 of phi must be a number from −1000 to 1000, with "
                  "at most three decimals; it is “abc”."),
        ("1,2;3,", "The entry in row 2, column 2 of phi must be a number from −1000 to 1000, with "
                   "at most three decimals; it is empty."),
        ("1001", "it is “1001”"),
        ("1e3", "it is “1e3”"),
        ("1.2345", "it is “1.2345”"),
        ("NaN", "it is “NaN”"),
        ("inf", "it is “inf”"),
        ("0x10", "it is “0x10”"),
        ("١", "it is “١”"),
        ("<b>1</b>", "it is “<b>1</b>”"),
        ("1,2;3", "row 1, which has 2; row 2 has 1"),
        ("1,2,3,4,5,6,7", "Row 1 of phi has 7 numbers; at most 6 are allowed."),
        ("1;2;3;4;5;6;7", "phi has 7 rows; at most 6 are allowed."),
        ("1," * 200, "phi has 400 characters; at most"),
        ("9" * 5000, "phi has 5,000 characters; at most 400 are allowed."),
    ],
)  # fmt: skip
def test_an_unreadable_cell_is_reported_by_its_place(text, message):
    if text == "1," * 200:
        text, message = text + "1", "phi has 401 characters; at most 400 are allowed."
    with pytest.raises(SceneError) as error:
        feature_matrix_field.read(text)
    assert message in str(error.value) and str(error.value).endswith(".")
    assert len(str(error.value)) < 300 and error.value.problem.field == "phi"


@given(st.text(max_size=60))
def test_any_text_is_a_matrix_or_a_message(text):
    try:
        Phi = feature_matrix_field.read(text)
    except SceneError as error:
        assert str(error).endswith(".")
    else:
        assert (
            np.abs(Phi).max() <= feature_matrix_field.MAX_ENTRY
            and max(Phi.shape) <= feature_matrix_field.MAX_SIZE
        )


# ---- the matrices ----


def test_the_worked_example_has_the_notes_numbers():
    sweep_tensors = tensors(gram_editor.sweep(WORKED))
    assert sweep_tensors["gram"].tolist() == [[4, 1, 0], [1, 1, 1], [0, 1, 4]]
    assert sweep_tensors["covariance"].shape == (4, 4)
    np.testing.assert_allclose(sweep_tensors["gram_values"], [4.5616, 4, 0.43845], rtol=1e-4)
    np.testing.assert_allclose(
        sweep_tensors["covariance_values"], [4.5616, 4, 0.43845, 0], rtol=1e-4
    )
    table = gram_editor.sweep(WORKED)["meta"]["table"]
    assert set(table) == set(gram_editor.ROWS) and all(len(row) == 2 for row in table.values())
    assert table["size"] == ["m × m: 3 × 3", "p × p: 4 × 4"]
    assert "(1, 2) is 1" in table["entry"][0] and "(1, 2) is 0" in table["entry"][1]
    assert table["eigenvalues"] == [
        "4.562, 4, 0.4384",
        "4.562, 4, 0.4384, 0: those of the other matrix, and one more zero",
    ]


@given(matrices)
def test_both_matrices_and_their_paired_eigenvalues(Phi):
    sweep_tensors = tensors(gram_editor.sweep(feature_matrix_field.write(Phi)))
    N, M = Phi.shape
    size = max(1.0, np.square(Phi).sum())
    np.testing.assert_allclose(sweep_tensors["gram"], Phi @ Phi.T, atol=1e-4 * size)
    np.testing.assert_allclose(sweep_tensors["covariance"], Phi.T @ Phi, atol=1e-4 * size)
    shared = min(N, M)
    g, c = sweep_tensors["gram_values"], sweep_tensors["covariance_values"]
    np.testing.assert_allclose(g[:shared], c[:shared], atol=1e-4 * size)
    assert (g[shared:] == 0).all() and (c[shared:] == 0).all() and (len(g), len(c)) == (N, M)
    assert (sweep_tensors["phi"] == Phi).all(), (
        "the editor gets its numbers back, to the last digit"
    )


@given(matrices)
def test_both_sides_of_the_identity_are_equal(Phi):
    sweep_tensors = tensors(push_through_identity.sweep(feature_matrix_field.write(Phi)))
    N, M = Phi.shape
    assert (
        sweep_tensors["left"].shape
        == sweep_tensors["right"].shape
        == (len(push_through_identity.stops()), M, N)
    )
    # Each of the two inverses has the rounding error that its matrix's condition allows.
    condition = 1 + np.square(Phi).sum() / np.array(push_through_identity.stops())
    entries = 1 + np.abs(sweep_tensors["left"]).max(axis=(1, 2))
    assert (sweep_tensors["apart"] <= np.maximum(1e-9, 1e-14 * condition) * entries).all()
    k = push_through_identity.stops().index(1.0)
    expected = np.linalg.inv(Phi.T @ Phi + np.eye(M)) @ Phi.T
    np.testing.assert_allclose(
        sweep_tensors["left"][k], expected, atol=1e-4 * (1 + np.abs(expected).max())
    )


def test_large_and_small_numbers_of_the_table_are_written_as_in_the_matrices():
    table = gram_editor.sweep("-999.999,999.999")["meta"]["table"]
    assert table["entry"][1].endswith("(1, 2) is −1·10⁶")
    assert gram_editor.sweep(".001,0.001")["meta"]["table"]["entry"][0].endswith("is 2·10⁻⁶")
    assert "e+" not in str(table) and table["eigenvalues"][0] == "2·10⁶"


@pytest.mark.parametrize("text", ["0", "0,0;0,0", "5", "1;2;3;4;5;6", "1,2,3,4,5,6", "1000,-1000"])
def test_small_flat_and_zero_matrices_have_every_row(text):
    for sweep in (gram_editor.sweep(text), push_through_identity.sweep(text)):
        json.dumps(sweep, allow_nan=False)
    for row in gram_editor.sweep(text)["meta"]["table"].values():
        assert all(cell and "nan" not in cell for cell in row)


def test_the_largest_answer_is_small():
    text = ";".join([",".join(["-999.999"] * 6)] * 6)
    reply = get(APP, "/gram", "phi=" + text)
    assert reply.status == 200 and len(reply.body) < 60_000


# ---- the endpoint ----


def test_the_endpoint_gives_both_pictures_what_the_page_gives_them():
    reply = get(APP, "/gram", "phi=1,2;3,4.5")
    answer = reply.json()
    assert reply.status == 200 and set(answer) == {"gram", "identity"}
    assert answer["gram"] == json.loads(json.dumps(gram_editor.sweep("1,2;3,4.5")))
    assert answer["identity"] == json.loads(json.dumps(push_through_identity.sweep("1,2;3,4.5")))
    assert get(APP, "/gram", "phi=1.0,2;3,4.500").json() == answer, "one matrix, one answer"


@pytest.mark.parametrize("query", ["", "phi=", "phi=a", "phi=1,2;3", "phi=" + "1," * 6000, "x=1"])
def test_the_endpoint_refuses_with_a_message(query):
    reply = get(APP, "/gram", query)
    assert reply.status == 400 and reply.json()["message"].endswith(".")


def test_unknown_rows_are_not_opened():
    assert gram_editor.known_of({"known": "psd.size.junk.<b>"}) == "size.psd"
    assert gram_editor.known_of({}) == gram_editor.known_of({"known": "x" * 999}) == ""
