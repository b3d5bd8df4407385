"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from pages.kernel_trick import feature_cost, inner_product
from pages.kernel_trick.gallery import challenges as gallery
from pages.kernel_trick.gallery.gallery_scene import STOPS
from pages.kernel_trick.inner_product import REACH
from tests.browser import marks
from tests.browser.challenges.gestures import challenge_hands, drag, move_to

MARGINS = {"left": 30, "right": 8, "top": 8, "bottom": 24}  # px, around the picture of arrows


def canvas(inner):
    return inner.locator(".kl-inner canvas")


def arrows(inner):
    return marks.Box(canvas(inner), (-REACH, REACH, -REACH, REACH), MARGINS)


@challenge_hands(feature_cost.ABOUT_PIXELS)
def go_to_a_degree_that_does_not_fit(root):
    move_to(root, "coords", feature_cost.SIZES.index(256))
    move_to(root, "order", feature_cost.DEGREES.index(5))


def move_tip(root, name, *ends):
    """Drag the tip of one of the two arrows from its current position."""
    start = root.evaluate("({ live }, name) => live.player.view[name].split(',').map(Number)", name)
    drag(root, *(arrows(root).on_screen(*place) for place in (start, *ends)))


@challenge_hands(inner_product.ABOUT_ANGLES)
def turn_to_a_right_angle(root):
    move_tip(root, "z", (0, 1.3))
    move_tip(root, "x", (1.2, 0))


@challenge_hands(inner_product.ABOUT_SIGNS)
def turn_a_point_round(root):
    root.get_by_role("radio", name="degree 3").click()
    move_tip(root, "z", (-0.8, 0.2), (-1.2, -0.7))


@challenge_hands(gallery.LETTER)
def letter_of_a_bandwidth(root):
    for along, value in (("width", 1.0), ("letter", 2.0)):
        move_to(root, along, STOPS[along].index(value))
