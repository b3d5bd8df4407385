"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from pages.kernel_ridge import another_kernel
from tests.browser import hand
from tests.browser.challenges.gestures import challenge_hands


@challenge_hands(another_kernel.CHALLENGES[0])
def choose_the_matern_kernel_and_a_small_lambda(root):
    root.get_by_role("radio", name="Matérn").click()
    hand.slider(root, "lam").press("Home")
