"""Every challenge and every quiz is walked to its end, and what is said there holds of the numbers
that are then shown.

Where to go is looked up in the sweeps that the element has at hand; the way is gone with real
sliders and switches, and judged here, by kernel_core's numbers and `lab.challenges.met`. Goals that
want a dragged point or a typed word have tests of their own, named in BY_HAND.
"""

import re

import pytest
from playwright.sync_api import expect

from lab import assets, quiz
from lab.challenges import met
from tests.browser import eyes, hand
from tests.browser.live import open_live

# Elements some of whose goals no slider or switch alone can reach.
BY_HAND = {
    "losses": set(), "regularisation": {"ball", "recovery"}, "rbf_bandwidth": set(), "svm": {"svm"},
    "representer_theorem": {"bumps", "gram"}, "kernel_trick": {"inner", "learners", "gallery"},
    "is_it_a_kernel": {"builder", "hunt"}, "stochastic_gradient": {"sgd", "linear", "perceptrons"},
    "multiclass": {"four", "scores", "bill", "trees", "walk"},
}  # fmt: skip

# The first place where a challenge's goal is met, of all sweeps that are at hand: its slider, the
# stop, the fields that a switch has to change; and a stop of the same slider where it is not met.
FIND = """
async (root, [address, k]) => {
  const { met } = await import(address), { player, items } = root.live;
  const { conditions } = items.find((item) => item.kind === "challenge").challenges[k];
  const button = (name, value) => root.querySelector(
    `[data-field="${name}"][data-value="${CSS.escape(value)}"]`);
  const found = [];
  for (const [key, sweep] of player.sweeps) {
    const [along, , , query] = key.split(" ");
    const rest = Object.fromEntries(new URLSearchParams(query));
    const fields = Object.entries(rest).filter(([n, v]) => String(player.scene[n] ?? "") !== v);
    if (!root.querySelector(`[data-along="${along}"]`)) continue;
    if (!fields.every(([name, value]) => button(name, value))) continue;
    const stops = [...sweep.stops].map((value, stop) => {
      const scene = { ...rest, [along]: String(value) };
      const frame = player.lookup(scene, along, player.count, player.grid);
      return Boolean(frame) && met(conditions, frame);
    });
    const stop = stops.indexOf(true);
    if (stop < 0) continue;
    const flip = items.some((i) => i.kind === "slider" && i.along === along && i.reciprocal);
    const place = (s) => (flip ? stops.length - 1 - s : s);
    found.push({ along, stop: place(stop), away: place(stops.lastIndexOf(false)), fields });
  }
  return found.sort((a, b) => a.fields.length - b.fields.length)[0] ?? null;
}
"""

COUNT = "(r) => r.live.items.find((item) => item.kind === 'challenge').challenges.length"

# The challenge as the page has it, and the numbers of the frame that is shown.
SHOWN = """
(root, k) => {
  const { player: { frame }, items } = root.live;
  const asked = items.find((item) => item.kind === "challenge").challenges[k];
  const conditions = [...asked.conditions, ...asked.options.flatMap((one) => one.conditions)];
  const names = conditions.flatMap(([name, , bound]) => [name, ...[bound].flat().slice(0, 1)])
    .filter((name) => typeof name === "string");
  const told = (name) => {
    const value = frame.get(name);
    if (value !== undefined) return typeof value === "number" ? value : value[0];
    const set = frame.scene[name];
    return set === undefined || Number.isNaN(Number(set)) ? set ?? null : Number(set);
  };
  return { asked, values: Object.fromEntries(names.map((name) => [name, told(name)])) };
}
"""


def go(root, along, stop):
    """Click the slider at a stop."""
    control = root.locator(f'input[data-along="{along}"]:visible').first
    control.scroll_into_view_if_needed()
    box, last = control.bounding_box(), int(control.get_attribute("max"))
    x = box["x"] + hand.THUMB / 2 + stop / last * (box["width"] - hand.THUMB)
    root.page.mouse.click(x, box["y"] + box["height"] / 2)
    for _ in range(3):  # a typed value or a narrow slider may be one off
        off = stop - int(control.input_value())
        if not off:
            return
        control.press("ArrowRight" if off > 0 else "ArrowLeft")


def follow(root, way, card):
    """Predict away from the goal, then go there."""
    if way["away"] >= 0:
        go(root, way["along"], way["away"])
    root.page.wait_for_timeout(500)
    card.locator(".kl-option").first.click()
    expect(card).to_have_attribute("data-state", "look")
    go(root, way["along"], way["stop"])
    for field, value in way["fields"]:
        root.locator(f'[data-field="{field}"][data-value="{value}"]:visible').first.click()


def sentence_holds(root, card, k):
    """The verdict quotes the options, and numbers bear it out."""
    shown = root.evaluate(SHOWN, k)
    asked, values = shown["asked"], shown["values"]
    assert met(asked["conditions"], values), (asked["goal"], values)
    said = card.locator(".kl-challenge-body").text_content()
    first = asked["options"][0]
    right = {one["label"]: met(one["conditions"], values) for one in asked["options"]}
    assert said.startswith(f"You said “{first['label']}”") or not any(right.values()), said
    if right[first["label"]]:
        assert "”, and so it is. " in said
    elif any(right.values()):
        (other,) = re.findall(r"it was “(.*?)”\. ", said)
        assert right[other] and not right[first["label"]], (said, values)
    assert said.endswith(asked["why"])
    for name in ("train_error", "test_error"):
        row = root.locator(f'[data-readout="{name}"]:visible')
        if name in values and row.count() == 1:
            assert row.text_content() == eyes.percent(values[name])


def walk_challenges(page, name, one):
    """How many goals were reached, and the elements with one that no slider or switch reaches."""
    left, walked = set(), 0
    for root in page.locator("[data-live]:has(.kl-challenge)").all():
        root.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        expect(root).to_have_attribute("data-ready", "1")
        page.wait_for_timeout(300 if one else 1500)  # what is fetched while idle
        card = root.locator(".kl-challenge").first
        count = root.evaluate(COUNT)
        for k in range(count):
            while card.get_attribute("data-challenge") != str(k):
                card.get_by_role("button", name="Next question").click()
            way = root.evaluate(FIND, [assets.url("goals.js"), k])
            if way is None or not card.is_visible():
                left.add(root.get_attribute("data-live"))
                continue
            follow(root, way, card)
            expect(card).to_have_attribute("data-state", "done")
            sentence_holds(root, card, k)
            walked += 1
            if one:
                return walked, left
    return walked, left


def walk_quiz(page, name):
    headings = [text.strip() for text in page.locator("h1, h2, h3").all_inner_texts()]
    for question in quiz.of(name):
        card = page.locator(f'[data-question="{question.id}"]')
        for answer in question.answers:
            exactly = page.get_by_text(answer.text, exact=True)
            card.get_by_role("radio").filter(has=exactly).click()
            told = card.get_by_role("status")
            expect(told).to_have_text(("Yes. " if answer.right else "Not this one. ") + answer.why)
            way = card.locator(".kl-way-back")
            assert way.text_content() == question.section, "right or wrong: where it can be seen"
        assert question.section in headings, question.section


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", quiz.PAGES)
def test_a_walk_to_every_goal(page, server, name, whole):
    open_live(page, f"{server}/{name.replace('_', '-')}")
    page.locator(".kl-quiz-card").first.wait_for()
    walked, left = walk_challenges(page, name, one=not whole)
    assert walked and left <= BY_HAND[name]
    walk_quiz(page, name)
