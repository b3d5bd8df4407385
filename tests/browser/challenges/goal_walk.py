"""Check the verdict of a challenge against the shown numbers."""

import re

from playwright.sync_api import expect

from lab.endpoints import static_assets
from lab.ui.challenges import is_met
from pages.order import PAGES
from tests.browser import eyes
from tests.browser.challenges.gestures import quiet
from tests.browser.live import open_live, until_the_quiz

WITH_QUIZ = [page.name for page in PAGES if page.quiz]
CARDS = """(root) => root.live.items.filter((item) => item.kind === "challenge")
  .map(({ challenges }) => challenges)"""
# Store a challenge and, as soon as a frame meets its goal, that frame's numbers: a later answer of
# the server may bring a frame with fewer numbers.
NOTE = """
async (root, [decoder, goals, judgement, j, k]) => {
  const { tensorAt: at } = await import(decoder), { quantity } = await import(goals);
  const { framesOf } = await import(judgement);
  const card = root.live.items.filter((item) => item.kind === "challenge")[j];
  const challenge = card.challenges[k], fields = challenge.with ?? card.with;
  const conditions = [...challenge.conditions,
    ...challenge.options.flatMap((option) => option.conditions)];
  const names = conditions.flatMap(([name, , bound]) => [name, ...[bound].flat().slice(0, 1)])
    .filter((name) => typeof name === "string");
  const numbers = () => {
    const { player } = root.live;
    const frame = fields ? player.find(player.variant(fields)) : player.frame;
    const view = { player, stage: root.live, item: { with: fields } };
    const among = challenge.by.length ? framesOf(challenge, view) : undefined;
    const valueOf = (name) => {
      if (name.includes(":")) return quantity(name, { ...frame, among });  // an extreme
      const built = player.built?.sweep;  // a kernel that is being built has its own answer
      const value = built?.tensors[name] ? at(built, name, 0) : frame.get(name);
      if (value !== undefined) return typeof value === "number" ? value : value[0];
      const set = frame.scene[name];
      return set === undefined || Number.isNaN(Number(set)) ? set ?? null : Number(set);
    };
    return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  };
  const watcher = new MutationObserver(() => {
    if (root.querySelectorAll(".kl-challenge")[j]?.dataset.state !== "done") return;
    watcher.disconnect();
    root.goal.met = numbers();
  });
  watcher.observe(root, { subtree: true, attributeFilter: ["data-state"] });
  root.goal = { challenge, fields, numbers, met: null };
}
"""
READ_GOAL = "({ goal }) => ({ challenge: goal.challenge, met: goal.met, now: goal.numbers() })"
# Return the visible texts of a read-out that belong to the scene of the challenge, since an element
# may also show the numbers of other scenes.
READOUTS = """(root, name) => {
  const nameOf = (fields) => JSON.stringify(Object.entries(fields ?? {}).sort());
  const own = nameOf(root.goal.fields);
  return root.live.views
    .filter(({ item, box }) => nameOf(item.with) === own && box.checkVisibility())
    .flatMap(({ box }) => [...box.querySelectorAll(`[data-readout="${name}"]`)])
    .map((node) => node.textContent);
}"""
SKIP_BUTTON = "Skip the prediction"


def bring_up(page, address, name):
    """Open the fold of an element, scroll to it and return it.

    Open the page anew if the element is missing: with the scene that an earlier goal has left, its
    step may have no picture.
    """
    root = page.locator(f'[data-live="{name}"]')
    if not root.count():
        open_live(page, address)
        until_the_quiz(page)
    root.evaluate("(e) => e.closest('details:not([open])')?.querySelector('summary').click()")
    root.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    expect(root).to_have_attribute("data-ready", "1")
    return root


def open_scene_with(root, card):
    """Go to a scene in which the visible question of a card is asked."""
    quiet(root)
    if card.get_attribute("data-state") == "elsewhere":
        card.get_by_role("button", name="Open a scene with this question").click()
        quiet(root)


def note(root, j, k):
    scripts = [
        static_assets.url(f"assets/{name}.js")
        for name in ("base/sweep-decoder", "base/conditions", "furniture/challenge/judgement")
    ]
    root.evaluate(NOTE, [*scripts, j, k])


def goal_is_met(root):
    """Check that the shown frame meets the goal."""
    root.evaluate("({ goal }) => { goal.met = goal.numbers(); }")
    goal = root.evaluate(READ_GOAL)
    assert is_met(goal["challenge"]["conditions"], goal["met"]), goal
    root.evaluate("({ goal }) => { goal.met = null; }")


def sentence_holds(root, card, answer):
    """Check that the verdict quotes the prediction and the right option, and agrees with the
    numbers."""
    goal = root.evaluate(READ_GOAL)
    challenge, values = goal["challenge"], goal["met"]
    assert is_met(challenge["conditions"], values), (challenge["goal"], values)
    right = [
        option["label"] for option in challenge["options"] if is_met(option["conditions"], values)
    ]
    assert len(right) == 1, (challenge["question"], right, values)
    verdict = f"Not correct: you predicted “{answer}”, the answer is “{right[0]}”. "
    if answer == SKIP_BUTTON:
        verdict = f"The answer is “{right[0]}”. "
    elif answer == right[0]:
        verdict = f"Correct: “{answer}”. "
    text = card.locator(".kl-challenge-body").text_content()
    assert text.startswith(verdict) and len(text) > len(verdict), "a reason follows"
    for name, value in goal["now"].items():
        rows = root.evaluate(READOUTS, name)
        if rows and isinstance(value, int | float):
            assert any(reads(text, value) for text in rows), (name, value, rows)


def reads(text, value):
    """Return whether a read-out shows a value to its digits; "7 of 40" shows 7."""
    if "%" in text:
        return text == eyes.percent(value)
    digits = 1 if "·" in text else 3
    decimals = re.search(r"\.(\d+)", text)  # a read-out of few digits is rounded at the last
    rounding = 0.51 * 10 ** -len(decimals[1]) if decimals else 0
    difference = abs(eyes.number(text.partition(" of ")[0]) - value)
    return difference <= max(abs(value) * 10**-digits * 6, rounding)


def turn_to(card, k):
    while card.get_attribute("data-challenge") != str(k):
        card.get_by_role("button", name="Next question").click()
