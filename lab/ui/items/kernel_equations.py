"""Define formulas of kernels, with their parameters as symbols."""

from lab.scene.fields import KERNELS
from lab.ui.items.equations import Equation, equation, symbol
from lab.ui.items.layout import Group, only_where, stack

_ELL = symbol("ell", "ℓ", "length scale: drag it", along="ell")
_EQUATIONS = {
    "rbf": equation(
        "K of x and z is e to this power: minus the squared distance of x and z, divided by two "
        "times tau squared.",
        r"K(x, z) = \exp\left(-\frac{\mark{distance}{\lVert x - z \rVert}^2}"
        r"{2 \mark{tau}{\tau}^2}\right)",
        symbol("distance", "‖x − z‖", "distance; at 1.18 τ, K is ½", mark="rim"),
        symbol("tau", "τ", "width of the bump: drag it", mark="width", along="tau"),
    ),
    "linear": equation(
        "K of x and z is the inner product of x and z.",
        r"K(x, z) = x^T z",
    ),
    "poly": equation(
        "K of x and z is this sum to the power of M: the inner product of x and z, plus c.",
        r"K(x, z) = \left(x^T z + \mark{c}{c}\right)^{\mark{degree}{M}}",
        symbol("c", "c", "offset", along="c"),
        symbol("degree", "M", "degree", along="degree"),
    ),
    "laplace": equation(
        "K of x and z is e to this power: minus the sum of the distances of x and z along all "
        "axes, divided by ell.",
        r"K(x, z) = \exp\left(-\frac{\lVert x - z \rVert_1}{\mark{ell}{\ell}}\right)",
        _ELL,
    ),
    "matern": equation(
        "K of x and z is the product of two numbers, up to a factor: r to the power of nu, and the "
        "modified Bessel function of order nu at r. Here r is the distance of x and z, divided by "
        "ell, times the square root of two nu.",
        r"K(x, z) = \frac{2^{1-\nu}}{Γ(\nu)} r^{\nu} B_{\nu}(r) , \, \, "
        r"r = \frac{\sqrt{2 \mark{nu}{\nu}}}{\mark{ell}{\ell}} \lVert x - z \rVert",
        symbol("nu", "ν", "smoothness (B is the modified Bessel function): drag it", along="nu"),
        _ELL,
    ),
    "periodic": equation(
        "K of x and z is e to this power: minus two over ell squared, times the sum over all axes "
        "j of a squared sine, that of pi times the difference of x j and z j, divided by T.",
        r"K(x, z) = \exp\left(-\frac{2}{\mark{ell}{\ell}^2} \sum_j \sin^2 "
        r"\left(\frac{\pi}{\mark{period}{T}} (x_j - z_j)\right)\right)",
        symbol("period", "T", "period: drag it", along="period"),
        _ELL,
    ),
}


def kernel_equation(kernel: str) -> Equation:
    """Return the formula of a kernel, shown where the scene has this kernel."""
    return only_where(_EQUATIONS[kernel], kernel=(kernel,))


def kernel_equations() -> Group:
    """Return all formulas of this module; only that of the scene's kernel is shown."""
    return stack(*(kernel_equation(kernel) for kernel in KERNELS if kernel in _EQUATIONS))
