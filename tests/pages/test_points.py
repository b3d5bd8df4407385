"""Every page without any points, or with points of one class only."""

import pytest

from tests.lab.ui.visit import view_page

PAGES = (
    "home/page.py",
    "losses/page.py",
    "rbf_bandwidth/page.py",
    "svm/page.py",
    "kernel_trick/page.py",
    "is_it_a_kernel/page.py",
    "representer_theorem/page.py",
    "kernel_ridge/page.py",
    "multiclass/page.py",
    "kernel_pca/page.py",
    "regularisation/page.py",
    "stochastic_gradient/page.py",
)


@pytest.mark.thorough(keep_every=5)
@pytest.mark.parametrize("edits", ["c", "c_p_0.5_0.25"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_with_points_of_at_most_one_class(name, edits):
    page = view_page(name, {"edits": edits})
    assert not page.exception
    text = " ".join(part.value for part in (*page.warning, *page.info))
    if edits == "c" and name in ("losses/page.py", "svm/page.py"):
        assert "There are no points here" in text
    if edits == "c" and name in ("regularisation/page.py", "stochastic_gradient/page.py"):
        assert "All points were removed" in text
    if edits == "c" and name == "multiclass/page.py":
        assert "every class keeps a point" in text.replace("\\", "")
