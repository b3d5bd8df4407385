"""Gestures that meet goals of this page which no slider or switch alone reaches."""

from pages.representer_theorem import gram_editor
from tests.browser.challenges.gestures import challenge_hands


def cell(live, i, j):
    return live.locator(f'[data-cell="{i},{j}"]')


@challenge_hands(gram_editor.CHALLENGES[0])
def write_a_row_twice(root):
    for column in (2, 4):
        cell(root, 3, column).fill("-1")
        cell(root, 3, column).press("Tab")


@challenge_hands(gram_editor.CHALLENGES[1])
def add_rows(root):
    for _ in range(3):
        root.get_by_role("button", name="Add a row").click()
