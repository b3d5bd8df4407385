"""GET /inner: φ(x)ᵀφ(x′) and (xᵀx′)^degree at two points, to the last digit (notes 001 and 004).

    /inner?x=1.2,0.7&z=0.5,1.3&degree=2

The answer is a sweep of one stop, in the format of the sweeps that are sent with the page.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.endpoints.endpoint import Endpoint
from lab.scene.scene import Problem, SceneError, split
from lab.ui import embedded_sweep, items
from lab.ui.challenges import Challenge, Option, challenges
from lab.ui.steps.step import Picture, own_sweeps
from pages.kernel_trick.items import Inner, Products
from pages.kernel_trick.mathematics.kernel_trick_identity import (
    DIGITS,
    KernelTrickIdentity,
    compare_inner_products,
)

DEGREES = (2, 3, 4)
REACH = 2.0  # largest absolute value of a coordinate
VIEW = {  # words of the page's address
    "x": "1.2,0.7",
    "z": "0.5,1.3",
    "exponent": Word("2", map(str, DEGREES)),
}

_PART = r"-?\d(?:\.\d{1,6})?"
_POINT = re.compile(rf"({_PART}),({_PART})", re.ASCII)
_ALLOWED = f"two numbers from -{REACH:g} to {REACH:g} with at most 6 decimals, such as 1.2,0.7"
_DEGREE_ALLOWED = f"one of {', '.join(map(str, DEGREES))}"

Point = tuple[float, float]

ABOUT_ANGLES = Challenge(
    question="Turn the two arrows to a right angle. What does φ(x)ᵀφ(x′) become?",
    options=(
        Option("it is 0 too", (("size", "<=", 0.001),)),
        Option("it stays above 0", (("size", ">=", 0.1),)),
    ),
    answer="it is 0 too",
    goal="Bring φ(x)ᵀφ(x′) to within 0.001 of 0, with both arrows longer than 0.5.",
    conditions=(("size", "<=", 0.001), ("shortest", ">=", 0.5)),
    hint="Drag one tip around the origin; arrow keys move a chosen tip by small steps.",
    why="Both ways give the same number, so arrows at a right angle in the plane have "
    "feature vectors at a right angle.",
)
ABOUT_SIGNS = Challenge(
    question="Which degree lets K(x, x′) fall below 0?",
    options=tuple(Option(f"{degree}", (("degree", "==", degree),)) for degree in DEGREES),
    answer="3",
    goal="Find two points and a degree with K(x, x′) at most −1.",
    conditions=(("kernel", "<=", -1),),
    hint="Choose an odd degree, and two points on opposite sides of the origin.",
    why="An odd power keeps the sign of xᵀx′. An even power loses it: opposite points are then as "
    "similar as equal ones.",
)


def read_point(name: str, text: str) -> Point:
    """Parse a point of the plane. Raises SceneError if the text is not valid."""
    match = _POINT.fullmatch(text[:40])
    x, y = (float(part) + 0.0 for part in match.groups()) if match else (math.inf, math.inf)
    if max(abs(x), abs(y)) > REACH:
        raise SceneError(Problem(name, text[:40], _ALLOWED, f"{name} must be {_ALLOWED}."))
    return x, y


def read_degree(text: str) -> int:
    """Parse a degree, one of DEGREES. Raises SceneError if the text is not valid."""
    if text not in map(str, DEGREES):
        message = f"degree must be {_DEGREE_ALLOWED}."
        raise SceneError(Problem("degree", text[:40], _DEGREE_ALLOWED, message))
    return int(text)


def answer(x: Point, z: Point, degree: int) -> dict[str, Any]:
    """Compute the features of both points, their products, and both inner products, as a sweep of
    one stop.
    """
    products = compare_inner_products(x, z, degree)
    numbers = {
        "stops": 0, "x": x, "z": z, "degree": degree,
        "phi_x": products.phi_x, "phi_z": products.phi_z,
        "terms": products.terms, "dot_terms": products.dot_terms, "dot": products.dot,
        "explicit": products.explicit, "kernel": products.kernel, "digits": products.digits,
        "size": max(abs(products.explicit), abs(products.kernel)),
        "shortest": min(np.hypot(*x), np.hypot(*z)),
    }  # fmt: skip
    tensors = {name: (np.atleast_1d(np.asarray(v, float)), True) for name, v in numbers.items()}
    names = list(products.names)
    return embedded_sweep.sweep_item(
        "", tensors, exact=set(numbers), names=names, sentence=_sentence(products)
    )


def _sentence(products: KernelTrickIdentity) -> str:
    """Return the sentence that says to how many displayed digits the two numbers agree."""
    if products.digits == DIGITS:
        return f"All {DIGITS} digits agree."
    if min(abs(products.explicit), abs(products.kernel)) == 0:
        return "One value is 0; the other differs from 0 only by rounding."
    if products.digits == 0:
        return (
            "The products cancel almost completely, so the two numbers agree in no digit: what "
            "remains is rounding error."
        )
    digits = "1 digit" if products.digits == 1 else f"{products.digits} digits"
    return f"Rounded to {digits}, the two numbers agree. They differ only by their rounding errors."


def of_address(view: Mapping[str, str]) -> dict[str, str]:
    """Return the words x, z and exponent of an address, with defaults for invalid words."""
    readers = {
        "x": lambda text: read_point("x", text),
        "z": lambda text: read_point("z", text),
        "exponent": read_degree,
    }
    view_words = dict(VIEW)
    for name, read in readers.items():
        try:
            read(view[name])
            view_words[name] = view[name]
        except SceneError:
            pass
    return view_words


def picture(view: Mapping[str, str]) -> Picture:
    """Build the picture of two points, their features and the two inner products."""
    view = of_address(view)
    x, z = read_point("x", view["x"]), read_point("z", view["z"])
    return own_sweeps(
        "inner",
        answer(x, z, read_degree(view["exponent"])),
        view=view,
        main=[Inner("Two points as arrows from the origin.", static_assets.public_path("inner"),
                    REACH)],
        side=[
            items.look("exponent", "Degree", {str(d): f"degree {d}" for d in DEGREES}),
            Products(label="Both ways to compute the same number."),
            challenges([ABOUT_ANGLES, ABOUT_SIGNS]),
        ],
    )  # fmt: skip


def _answer(query: bytes) -> dict[str, Any]:
    words, _ = split(query)
    x, z = (read_point(name, ",".join(words.get(name, []))) for name in ("x", "z"))
    return answer(x, z, read_degree(",".join(words.get("degree", []))))


ENDPOINT = Endpoint("inner", _answer)
