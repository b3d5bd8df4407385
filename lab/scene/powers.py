"""Write powers of ten for a sentence."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(exponent: int) -> str:
    """Write 10³ for 3, 10⁻⁶ for -6."""
    return "10" + str(exponent).translate(_RAISED)
