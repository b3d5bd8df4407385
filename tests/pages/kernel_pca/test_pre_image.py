"""The pre-image of a point that the visitor presses, as the endpoint answers."""

import numpy as np
import pytest

from lab.endpoints.endpoint import respond
from pages.kernel_pca import pre_image


def answer(query):
    return respond(pre_image.ENDPOINT, query.encode())


@pytest.mark.parametrize("count", [1, 4, 12, 59])
def test_an_example_reaches_the_place_of_the_picture(count):
    X, _, components = pre_image.decomposition()
    weights = pre_image.projection_weights(components, count)
    places = pre_image.pre_images(X, weights, pre_image.TAU, X).places
    for i in (0, 20, 59):
        status, path = answer(f"directions={count}&at={X[i, 0]:.6f},{X[i, 1]:.6f}")
        assert status == 200 and path["settled"]
        assert path["path"][0] == pytest.approx(X[i], abs=1e-3)
        assert path["path"][-1] == pytest.approx(places[i], abs=1e-3)


def test_the_points_of_a_path_are_apart_and_end_at_the_image():
    _, path = answer("directions=1&at=2.8,2.1")
    points = np.array(path["path"])
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert path["steps"] >= len(points) - 2 > 10
    assert steps[:-1].min() >= pre_image.PATH_SPACING * pre_image.TAU - 1e-3


@pytest.mark.parametrize(
    ("query", "field"),
    [("directions=5&at=0,0", "directions"), ("at=0,0", "directions"),
     ("directions=4&at=0", "at"), ("directions=4", "at")],
)  # fmt: skip
def test_an_invalid_request_is_refused_with_its_field(query, field):
    status, problem = answer(query)
    assert status == 400 and problem["field"] == field
