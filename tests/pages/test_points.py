"""Every page with all points cleared away, or with those of one class alone."""

import pytest

from tests.pages.goals import opened

PAGES = ("home.py", "losses.py", "rbf_bandwidth.py", "svm.py", "kernel_trick.py",
         "is_it_a_kernel.py", "representer_theorem.py", "multiclass.py", "regularisation.py",
         "stochastic_gradient.py")  # fmt: skip


@pytest.mark.parametrize("edits", ["c", "c_p_0.5_0.25"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_stands_without_points(name, edits):
    page = opened(name, {"edits": edits})
    assert not page.exception
    told = " ".join(part.value for part in (*page.warning, *page.info))
    if edits == "c" and name in ("losses.py", "svm.py"):
        assert "There are no points here yet" in told
    if edits == "c" and name in ("regularisation.py", "stochastic_gradient.py"):
        assert "All points were cleared away" in told
    if edits == "c" and name == "multiclass.py":
        assert "every class keeps a point" in told.replace("\\", "")
