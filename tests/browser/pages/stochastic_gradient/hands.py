"""Gestures that meet goals of this page which no slider or switch alone reaches."""

import numpy as np

from pages.stochastic_gradient.figure1 import figure1_element
from tests.browser.challenges.gestures import challenge_hands, move_to, quiet, slider_of


@challenge_hands(figure1_element.CHALLENGES[1])
def end_a_run_of_the_other_loss(root):
    bold = root.page.locator('[data-live="bold-steps"]')
    for along, value in (("lam", 0.01), ("eta", 1)):  # the previous question has changed both
        stops = figure1_element.STOPS[along]
        move_to(bold, along, int(np.argmin(np.abs(np.log(stops / value)))))
    root.locator('[data-field="loss"][data-value="logistic"]').click()
    quiet(root)
    slider_of(root, "step").press("End")
