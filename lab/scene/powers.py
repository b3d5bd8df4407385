"""Write powers of ten, and small and large numbers, for a sentence."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(exponent: int) -> str:
    """Write a power of ten with a raised exponent: 10³ for 3, 10⁻⁶ for -6."""
    return "10" + str(exponent).translate(_RAISED)


def digit_and_power(value: float) -> str:
    """Write a number as one digit times a power of ten: 3·10⁻¹² for 3.1e-12; write 0 for 0."""
    digit, _, exponent = f"{value:.0e}".partition("e")
    return f"{digit}·{power_of_ten(int(exponent))}" if value else "0"
