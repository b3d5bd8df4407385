"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from pages.is_it_a_kernel import challenges, counterexample_element, similarity_functions
from pages.is_it_a_kernel.similarity_functions import REACH
from tests.browser import marks
from tests.browser.challenges.gestures import challenge_hands, drag, quiet, slider_of

SPOTS = {"left": 30, "right": 4, "top": 4, "bottom": 24}  # margins in px, as in search-points.js


def canvas(live):
    return live.locator('[data-view="spots"] canvas')


def box(live):
    size, reach = canvas(live).bounding_box(), 1.07 * REACH
    w = size["width"] - SPOTS["left"] - SPOTS["right"]
    out = reach * w / (size["height"] - SPOTS["top"] - SPOTS["bottom"])
    return marks.Box(canvas(live), (-out, out, -reach, reach), SPOTS)


@challenge_hands(challenges.CHALLENGES[0])
def drag_a_weight_below_zero(root):
    root.locator(".kl-weight input").press("Home")


@challenge_hands(challenges.CHALLENGES[1])
def type_a_kernel_of_rank_three(root):
    root.locator("input[data-formula]").fill("x.z+1")


@challenge_hands(challenges.CHALLENGES[2])
def separate_the_spirals(root):
    root.get_by_role("radio", name="Spirals").click()
    root.locator("input[data-formula]").fill("exp(x.z)")
    root.locator('[data-shown="exp(x.z)"]').wait_for()
    slider_of(root, "lam").press("Home")


@challenge_hands(counterexample_element.ABOUT_DISTANCE)
def pull_two_points_apart(root):
    start = similarity_functions.read(similarity_functions.DEFAULT_NAME, "").start[1]
    drag(root, box(root).on_screen(*start), box(root).on_screen(2.5, 1.8))


@challenge_hands(counterexample_element.ABOUT_MIN)
def drag_a_point_below_zero(root):
    root.locator('[data-look="candidate"][data-value="min"]').click()
    least = similarity_functions.read("min", "").start.min()  # the leftmost point
    quiet(root)
    drag(root, box(root).on_screen(least, 0), box(root).on_screen(-1.4, 0))


@challenge_hands(counterexample_element.ABOUT_BUDGET)
def search_to_the_end(root):
    root.locator('[data-look="candidate"][data-value="hidden"]').click()
    root.get_by_role("button", name="Search").click()
