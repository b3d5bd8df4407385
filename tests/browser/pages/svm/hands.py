"""Gestures that meet goals of this page which no slider or switch alone reaches."""

import numpy as np

from lab.scene.learning_problem import sample_of
from pages.svm import challenges
from pages.svm.default_scene import DEFAULT as SVM
from tests.browser import marks
from tests.browser.challenges.gestures import challenge_hands, drag, slider_of
from tests.browser.pages.svm.svm_page import X, Y


@challenge_hands(challenges.CHALLENGES[2])
def drag_a_cross_among_the_circles(root):
    cross_places = X[Y > 0]
    nearest = cross_places[np.abs(cross_places - (0.8, 0.1)).sum(axis=1).argmin()]
    plane = marks.plane_box(root.locator(".kl-is-plane canvas"), sample_of(SVM).window)
    drag(root, plane.on_screen(*nearest), plane.on_screen(-1.15, -0.7))
    slider_of(root, "lam").press("End")


@challenge_hands(challenges.CHALLENGES[3])
def balance_the_class_weights(root):
    root.get_by_role("radio", name="Balanced weights").click()


@challenge_hands(challenges.CHALLENGES[4])
def weigh_malignant_tumours_tenfold(root):
    root.get_by_role("radio", name="Weight 10 for malignant").click()
