"""Each challenge and each quiz is worked through, and its sentences agree with the shown numbers.

A script finds in the loaded sweeps the settings that meet a goal. The test predicts an answer, lets
“Show me” move the picture, then moves real sliders and switches to the found settings, and checks
the goal with kernel_core's numbers and `lab.ui.challenges.is_met`. If a goal needs a dragged point
or a typed word, a gesture from `hands.py` among the page's tests is used instead.
"""

import pytest
from playwright.sync_api import expect

from lab.endpoints import static_assets
from lab.ui import quiz
from pages.order import PAGES
from tests.browser import hand
from tests.browser.challenges.gestures import HANDS, move_to, quiet, slider_of, until_answered
from tests.browser.challenges.goal_walk import (
    CARDS,
    SKIP_BUTTON,
    WITH_QUIZ,
    bring_up,
    goal_is_met,
    note,
    open_scene_with,
    sentence_holds,
    turn_to,
)
from tests.browser.live import open_live, until_the_quiz
from tests.page_modules import modules_of_pages

modules_of_pages("browser/pages", "hands")  # these modules add their gestures to HANDS

# Return the first setting in the loaded sweeps that meets a challenge's goal: slider, stop, fields
# that switches must change, and a stop of the same slider that does not meet the goal.
FIND = """
async (root, [goals, judgement, format, j, k]) => {
  const { isMet: met } = await import(goals), { framesOf } = await import(judgement);
  const { typedNumber } = await import(format);
  const { player, items } = root.live;
  const card = items.filter((item) => item.kind === "challenge")[j];
  const challenge = card.challenges[k], { conditions, with: variant = card.with ?? {} } = challenge;
  const among = (scene) => (challenge.by.length
    ? framesOf(challenge, { player: Object.create(player, { scene: { value: scene } }),
      stage: { items }, item: {} }) : undefined);
  const own = Object.entries(variant);
  const button = (name, value) => root.querySelector(
    `[data-field="${name}"][data-value="${CSS.escape(value)}"]`);
  const places = [];
  for (const [key, sweep] of player.sweeps) {
    const [along, count, grid, query] = key.split(" ");
    const rest = Object.fromEntries(new URLSearchParams(query));
    if (!own.every(([name, value]) => (rest[name] ?? "") === String(value))) continue;
    const fields = Object.entries(rest)
      .filter(([name, v]) => !(name in variant) && String(player.scene[name] ?? "") !== v);
    const sliders = [...root.querySelectorAll(`[data-along="${along}"]`)];
    if (!sliders.some((slider) => slider.getClientRects().length)) continue;
    if (!fields.every(([name, value]) => button(name, value))) continue;
    // Whether the question does not name this slider, which then must not move.
    const still = challenge.by.length && !challenge.by.includes(along);
    const frames = [...sweep.stops].map((value) => {
      if (still && Math.abs(value / player.value(along) - 1) > 1e-9) return undefined;
      const scene = { ...rest, [along]: typedNumber(value) };
      const frame = player.lookup(scene, along, player.count, player.grid)
        ?? player.lookup(scene, along, Number(count), Number(grid));
      return frame && { ...frame, among: among(scene) };
    });
    const stops = frames.map((frame) => Boolean(frame) && met(conditions, frame));
    const isDecided = (frame) =>
      challenge.options.filter((option) => met(option.conditions, frame)).length === 1;
    const decided = frames.findIndex((frame, k) => stops[k] && isDecided(frame));
    const stop = decided < 0 ? stops.indexOf(true) : decided;
    if (stop < 0) continue;
    const flip = items.some((i) => i.kind === "slider" && i.along === along && i.reciprocal);
    const place = (s) => (flip ? stops.length - 1 - s : s);
    places.push({ along, stop: place(stop),
      away: place(still ? Math.abs(stop - 1) : stops.lastIndexOf(false)), fields });
  }
  return places.sort((a, b) => a.fields.length - b.fields.length)[0] ?? null;
}
"""

FIND_SCRIPTS = [
    static_assets.url("assets/base/conditions.js"),
    static_assets.url("assets/furniture/challenge/judgement.js"),
    static_assets.url("assets/base/format.js"),
]


def answers_to(challenge):
    """Return what can be chosen before a goal: the options and, if the answer is covered, the skip
    button."""
    return [option["label"] for option in challenge["options"]] + [SKIP_BUTTON] * bool(
        challenge["hides"]
    )


def predict(root, card, challenge, answer):
    """Choose an answer. Check that items which show the answer are covered before the choice, and
    uncovered after it."""
    cover = root.locator(".kl-cover:visible")
    assert bool(cover.count()) == bool(challenge["hides"])
    card.get_by_role("button", name=answer, exact=True).click()
    expect(card).to_have_attribute("data-state", "look")
    expect(cover).to_have_count(0)


def show_the_way(card, challenge):
    """Let “Show me” move the picture to the goal, and check that this does not solve the question.
    Return False if there is no such button, because only a gesture, which a hint describes, meets
    the goal."""
    show_me = card.get_by_role("button", name="Show me", exact=True)
    if challenge.get("hint") and not show_me.is_visible():
        return False
    tally = card.locator(".kl-tally-count").text_content()
    show_me.click()
    expect(card).to_have_attribute("data-state", "shown")
    expect(card.locator(".kl-tally-count")).to_have_text(tally)
    return True


def follow(root, way, card, challenge, answer):
    """Predict at a stop that does not meet the goal, press “Show me”, then go to the goal. If
    every stop meets it, begin at another stop, since only a change after the prediction counts.
    Return whether “Show me” was pressed."""
    control, away_stop = slider_of(root, way["along"]), way["away"]
    if away_stop < 0 and int(control.input_value()) == way["stop"]:
        away_stop = 0 if way["stop"] else int(control.get_attribute("max"))
    if away_stop >= 0:
        move_to(root, way["along"], away_stop)
    until_answered(root)
    predict(root, card, challenge, answer)
    until_answered(root)
    if is_shown := show_the_way(card, challenge):
        goal_is_met(root)
        card.get_by_role("button", name="Your turn").click()
        other_stop = 0 if way["stop"] else int(control.get_attribute("max"))
        move_to(root, way["along"], away_stop if away_stop >= 0 else other_stop)
        until_answered(root)
        if card.get_attribute("data-state") == "done":  # every stop meets the goal
            return is_shown
    move_to(root, way["along"], way["stop"])
    buttons = [
        root.locator(f'[data-field="{field}"][data-value="{value}"]:visible').first
        for field, value in way["fields"]
    ]
    # Some switches appear with an option of another switch, such as b with the linear kernel.
    for button in sorted(buttons, key=lambda button: not button.is_visible()):
        button.click()
    return is_shown


def set_switches(root, conditions):
    """Choose the options that the goal names, such as a data set or a kernel of the gallery."""
    for name, compare, value in conditions:
        for button in root.locator(f'[data-field="{name}"]:visible').all():
            offered_value = button.get_attribute("data-value")
            is_same = compare == "==" and offered_value == str(value)
            if is_same or (
                compare == ">=" and offered_value.isdigit() and int(offered_value) >= value
            ):
                button.click()
                break
    quiet(root)


def ends(root):
    """Move each slider to its last stop and to its first; yield whenever the frames there are
    fetched."""
    for control in root.locator("input[data-along]:visible").all():
        for end in (control.get_attribute("max"), "0"):
            move_to(root, control.get_attribute("data-along"), int(end))
            quiet(root)
            yield


def find(root, j, k):
    return root.evaluate(FIND, [*FIND_SCRIPTS, j, k])


def choose_each_option(root, fields):
    """Choose each option of the switches that the question names, whose frames are then fetched."""
    for name in fields:
        for button in root.locator(f'[data-field="{name}"]:visible').all():
            button.click()
            quiet(root)


def open_tabs(root):
    """Choose each tab of a group, whose frames are then fetched; the last one shows all."""
    for tab in root.locator('.kl-tabs [role="radio"]:visible').all():
        tab.click()
        quiet(root)


def way_to(root, j, k, challenge):
    """Return a setting of sliders and switches that meets the goal, or None."""
    card = root.locator(".kl-challenge").nth(j)
    way = find(root, j, k) if card.is_visible() else None
    if way is None:
        open_tabs(root)
        choose_each_option(root, challenge["by"])
        set_switches(root, challenge["conditions"])
        way = find(root, j, k) if card.is_visible() else None
    for _ in ends(root) if way is None and card.is_visible() else ():
        if (way := find(root, j, k)) is not None:
            break
    return way


def walk_goal(root, j, k, challenge):
    """Meet a goal after a prediction, by sliders and switches or, if it has one, by its gesture;
    check the sentence. Return whether the goal can be met, and whether the way was shown."""
    card, act = root.locator(".kl-challenge").nth(j), HANDS.get(challenge["id"])
    answers = answers_to(challenge)
    answer = answers[(j + k) % len(answers)]  # so that each kind of answer occurs
    if card.is_visible():
        turn_to(card, k)
        open_scene_with(root, card)
    way = None if act else way_to(root, j, k, challenge)
    if not (act or way):
        return False, False
    if act and not card.is_visible():
        set_switches(root, challenge["conditions"])
    turn_to(card, k)
    note(root, j, k)
    is_shown = False
    if act:
        quiet(root)
        predict(root, card, challenge, answer)
        act(root)
    else:
        is_shown = follow(root, way, card, challenge, answer)
    expect(card).to_have_attribute("data-state", "done")
    sentence_holds(root, card, answer)
    return True, is_shown


def walk_challenges(page, address):
    """Work through all challenges. Return the ids of the goals that were met, of those that could
    not be met, and of those whose way was shown."""
    met_goals, other_goals, shown_goals = [], [], []
    places = page.locator("[data-live]:has(.kl-challenge)")
    for name in places.evaluate_all("(all) => all.map((node) => node.dataset.live)"):
        root = bring_up(page, address, name)
        hand.hurry(page)
        quiet(root)
        for j, card in enumerate(root.evaluate(CARDS)):
            for k, challenge in enumerate(card):
                is_met, is_shown = walk_goal(root, j, k, challenge)
                (met_goals if is_met else other_goals).append(challenge["id"])
                shown_goals += [challenge["id"]] * is_shown
        quiet(root)
    return met_goals, other_goals, shown_goals


def walk_quiz(page, name):
    headings = [text.strip() for text in page.locator("h1, h2, h3").all_inner_texts()]
    headings += page.locator("[data-step]").evaluate_all(
        "(all) => all.map((e) => e.dataset.stepTitle)"
    )
    for question in quiz.questions_of(name):
        card = page.locator(f'[data-question="{question.id}"]')
        for answer in question.answers:
            exactly = page.get_by_text(answer.text, exact=True)
            card.get_by_role("radio").filter(has=exactly).click()
            status = card.get_by_role("status")
            expect(status).to_have_text(
                ("Correct. " if answer.right else "Not correct. ") + answer.why
            )
            way = card.locator(".kl-quiz-why .kl-way-back")
            assert way.text_content() == question.section, "right or wrong: where it can be seen"
        assert question.section in headings, question.section


@pytest.mark.thorough
@pytest.mark.parametrize("name", WITH_QUIZ)
def test_a_walk_to_every_goal(page, server, watch, name):
    if name == "is_it_a_kernel":
        watch.allow(r"status of 400")  # with a negative weight the sum may be no kernel
    address = f"{server}/{name.replace('_', '-')}"
    open_live(page, address)
    until_the_quiz(page)
    met_goals, other_goals, shown_goals = walk_challenges(page, address)
    assert met_goals and not other_goals
    assert shown_goals or name == "is_it_a_kernel"
    walk_quiz(page, name)


def test_each_gesture_belongs_to_an_existing_challenge():
    assert set(HANDS) <= {challenge.id for page in PAGES for challenge in page.challenges}
