"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from pages.stochastic_gradient.figure1 import figure1_element
from tests.browser.challenges.gestures import challenge_hands, quiet, slider_of


@challenge_hands(figure1_element.CHALLENGES[1])
def end_a_run_of_the_other_loss(root):
    root.locator('[data-field="loss"][data-value="logistic"]').click()
    quiet(root)
    slider_of(root, "step").press("End")
