import pytest

from lab.scene.powers import power_of_ten


@pytest.mark.parametrize(("exponent", "text"), [(3, "10³"), (-6, "10⁻⁶"), (10, "10¹⁰"), (0, "10⁰")])
def test_an_exponent_is_raised(exponent, text):
    assert power_of_ten(exponent) == text
