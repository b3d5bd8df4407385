"""The goals of the page RBF bandwidth, computed from kernel_core's solutions."""

from lab.scene.scene import DEFAULT
from tests.browser.expected import sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap


def of_step(page, server, name):
    """Open a step of the page alone, and return its element once everything is prefetched."""
    tap = WireTap(page)
    live = open_live(page, f"{server}/rbf-bandwidth?hide=text&step={name}")
    tap.until_quiet()
    return live


def challenge(live):
    return live.locator(".kl-challenge")


def first(stops, condition):
    """Return the first of `stops` at which kernel_core's solution meets a condition."""
    return next(k for k in stops if condition(sweep_of(DEFAULT, "tau"), k))


def by_heart(sweep, k):
    return sweep.train_error[k] == 0 and sweep.test_error[k] >= sweep.test_error.min() + 0.01


def near_the_best(sweep, k):
    return sweep.test_error[k] <= sweep.test_error.min() + 0.005
