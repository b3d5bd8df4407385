"""Match trees with forms that a rule shows to be kernels, such as exp(-a‖x - z‖²) and
g(x) k(x, z) g(z)."""

from __future__ import annotations

from dataclasses import dataclass

from lab.formulas import syntax_tree as n
from lab.formulas.evaluation import constant
from lab.formulas.formula_kernel import normal_form
from lab.formulas.syntax_tree import Node


def number(node: Node) -> float | None:
    """Return the value of a tree, or None if it depends on x or z."""
    return None if n.points_in(node) else constant(node)


def is_distance(node: Node) -> bool:
    """Test whether the tree is ‖x - z‖, or ±(x - z) for points on a line."""
    match node:
        case n.Distance():
            return True
        case n.Binary("-", n.Coordinate(a, 0), n.Coordinate(b, 0)):
            return a != b
    return False


def match_squared_distance(node: Node) -> float | None:
    """Return a if the tree is a‖x - z‖², else None."""
    value, power = 1.0, 0
    for factor, is_inverse in _list_factors(node, False):
        if (v := number(factor)) is not None:
            value *= 1 / v if is_inverse else v
        elif is_inverse:
            return None
        elif is_distance(factor):
            power += 1
        elif _is_squared(factor):
            power += 2
        else:
            return None
    return value if power == 2 else None


def bandwidth(a: float) -> float:
    """Return the bandwidth τ of exp(a‖x - z‖²), rounded to 14 digits so that 0.4 stays 0.4."""
    return float(f"{(-0.5 / a) ** 0.5:.14g}")


def match_dot(node: Node) -> tuple[float, float] | None:
    """Return (a, c) if the tree is a xᵀz + c, else None."""
    value = number(node)
    if value is not None:
        return 0.0, value
    match node:
        case n.Dot():
            return 1.0, 0.0
        case n.Negative(body):
            return _times(-1.0, match_dot(body))
        case n.Binary("+" | "-" as sign, left, right):
            first, second = match_dot(left), match_dot(right)
            if first is None or second is None:
                return None
            s = 1.0 if sign == "+" else -1.0
            return first[0] + s * second[0], first[1] + s * second[1]
        case n.Binary("*", left, right):
            a, b = number(left), number(right)
            if a is not None:
                return _times(a, match_dot(right))
            return None if b is None else _times(b, match_dot(left))
        case n.Binary("/", left, right) if divisor := number(right):
            return _times(1 / divisor, match_dot(left))
    return None


def match_difference(node: Node) -> Node | None:
    """Return u, as a function of x, if the tree is u(x) - u(z) or u(z) - u(x), else None.

    A number that multiplies or divides such a difference becomes a factor of u.
    """
    match node:
        case n.Binary("-", left, right):
            sides = n.points_in(left), n.points_in(right)
            if {"x"} in sides and {"z"} in sides:
                is_same = normal_form(n.swap_points(left)) == normal_form(right)
                return None if not is_same else left if sides[0] == {"x"} else right
        case n.Negative(body):
            return match_difference(body)
        case n.Binary("*", left, right):
            for factor, rest in ((left, right), (right, left)):
                if number(factor) is not None and (u := match_difference(rest)):
                    return n.Binary("*", factor, u)
        case n.Binary("/", left, right):
            if number(right) and (u := match_difference(left)):
                return n.Binary("/", u, right)
    return None


@dataclass(frozen=True)
class Factors:
    """The factors of a product v g(x) k(x, z) g(z).

    `number` is v; `g` is g, or None for 1; the product of `two_point_factors` is k.
    """

    number: float
    g: Node | None
    two_point_factors: tuple[Node, ...]


def factors(node: Node) -> Factors | None:
    """Return the factors of a product v g(x) k(x, z) g(z), or None if the tree does not have this
    form."""
    sides: dict[str, list[tuple[Node, bool]]] = {"x": [], "z": []}
    value, common_factors = 1.0, []
    for factor, is_inverse in _list_factors(node, False):
        points = n.points_in(factor)
        if not points:
            value *= 1 / constant(factor) if is_inverse else constant(factor)
        elif len(points) == 1 and points <= {"x", "z"}:
            sides[min(points)].append((factor, is_inverse))
        elif is_inverse:
            return None
        else:
            common_factors.append(factor)
    of_x = sorted((normal_form(f), is_inverse) for f, is_inverse in sides["x"])
    of_z = sorted((normal_form(n.swap_points(f)), is_inverse) for f, is_inverse in sides["z"])
    if of_x != of_z:
        return None
    g = None
    for factor, is_inverse in sorted(sides["x"], key=lambda pair: pair[1]):
        if g is None:
            g = n.Binary("/", n.NumberLiteral(1.0), factor) if is_inverse else factor
        else:
            g = n.Binary("/" if is_inverse else "*", g, factor)
    return Factors(value, g, tuple(common_factors))


def _list_factors(node: Node, is_inverse: bool) -> list[tuple[Node, bool]]:
    """List the factors of a product, each with a flag: whether it is in the denominator."""
    match node:
        case n.Binary("*" | "/" as sign, left, right) if n.points_in(node):
            return [
                *_list_factors(left, is_inverse),
                *_list_factors(right, is_inverse != (sign == "/")),
            ]
        case n.Negative(body) if n.points_in(node):
            return [(n.Negative(n.NumberLiteral(1.0)), False), *_list_factors(body, is_inverse)]
    if is_inverse and not n.points_in(node) and constant(node) == 0:
        raise n.ExpressionError("This divides by 0.", node.at)
    return [(node, is_inverse)]


def _is_squared(node: Node) -> bool:
    match node:
        case n.Binary("^", base, exponent):
            return is_distance(base) and number(exponent) == 2
    return False


def _times(factor: float, pair: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if pair is None else (factor * pair[0], factor * pair[1])
