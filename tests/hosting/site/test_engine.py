"""The engine that runs in the browser, served through nginx."""

import pytest

from tests.features.site.engine import write_engine
from tests.hosting.replicas import site


@pytest.mark.thorough
def test_the_engine_of_browsers_comes_from_the_cache(tmp_path):
    write_engine(tmp_path)
    with site(1, ENGINE=str(tmp_path)) as running_site:
        path = "/kernels/engine/0123456789ab/numpy.zip.packed"
        first, second = running_site.get(path), running_site.get(path)
    assert first.status == 200 and first.body == second.body == b"packed"
    assert (first.headers["x-cache"], second.headers["x-cache"]) == ("MISS", "HIT")
