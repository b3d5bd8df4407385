"""Pictures of the page for degenerate samples."""

import numpy as np
import pytest

from pages.kernel_pca.bend import component_scene, sweep_payload

SAMPLES = {
    "no point": ("c", 0),
    "one point": ("c;p,0.5,1", 0),
    "equal points": ("c;p,0.5,1;n,0.5,1;p,0.5,1", 0),
    "two points": ("c;p,0.5,1;n,1,0", 1),
    "two places": ("c;p,0.5,1;n,1,0;p,0.5,1;n,1,0", 1),
    "points on a line": ("c;p,0,0;n,1,0;p,2,0;p,3,0", 3),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_components_are_as_many_as_vary_and_all_else_is_0(name):
    edits, rank = SAMPLES[name]
    query = f"data=circles&m=20&seed=0&kernel=rbf&tau=0.5&edits={edits}"
    scene = component_scene.of_the_page(component_scene.parse_strict(query))
    tensors, _ = sweep_payload.tensors_of(scene, "tau", np.array([0.2, 1.0]), 11)
    assert (tensors["rank"] == rank).all() and (tensors["residual"] < 1e-9).all()
    assert np.isfinite(tensors["components"]).all() and np.isfinite(tensors["scores"]).all()
    assert not tensors["components"][:, rank:].any() and not tensors["scores"][..., rank:].any()
    share = 1.0 if rank else np.nan if name == "no point" else 0.0
    assert tensors["shares"] == pytest.approx(share, nan_ok=True)
