"""After two tries every challenge has a hint, even if no loaded picture leads to the goal."""

import json
from functools import cache
from typing import Any

import pytest

from pages.order import PAGES
from tests.js.in_node import program
from tests.pages.goals import items
from tests.pages.page_elements import elements

# Conditions without a hint, by the name of the number or field that they bound, with the reason.
NO_HINT = {"piece": "a card stands beside its own picture, and is not seen beside another"}

# For each condition of each challenge: the hints after one try and after two if only this condition
# is unmet. No frames are loaded.
SCRIPT = """
globalThis.window = globalThis;
const nothing = () => ({ dataset: {}, append() {}, setAttribute() {} });
globalThis.document = { createElement: nothing };
const { hintOf } = await import("./assets/furniture/challenge/goal-hint.js");
const { goalRows } = await import("./assets/furniture/challenge/goal-rows.js");
const { bound, isMet: met } = await import("./assets/base/conditions.js");

const other = { "<=": (b) => b + 1, ">=": (b) => b - 1 };
function unmet(conditions, broken) {
  const values = {}, get = (name) => values[name];
  const tensors = new Proxy({}, { get: () => ({ data: [1] }) });
  const frame = { scene: {}, sweep: { tensors }, among: [{ scene: {}, get: () => 1 }], get };
  for (const [, , target] of conditions) {
    if (Array.isArray(target) && typeof target[0] === "string") values[target[0]] = 1;
  }
  for (const [name, compare, target] of conditions) {
    const limit = compare === "in" ? target[0] : bound(target, frame);
    if (name !== broken[0] || broken === undefined) values[name] ??= limit;
  }
  const [name, compare, target] = broken, limit = compare === "in" ? "" : bound(target, frame);
  values[name] = compare === "in" || typeof limit === "string" ? "another"
    : (other[compare] ?? ((b) => b + 1))(limit);
  return frame;
}

const player = {
  scene: {}, base: {}, clearedFields: {}, variant: () => ({}), find() {}, lookup() {},
};
function hintsOf(challenge, stage, broken) {
  const frame = unmet(challenge.conditions, broken), view = { player, stage, item: {}, frame };
  const missing = goalRows(challenge, stage).describeUnmet(frame);
  const hints = [1, 2].map((tries) => hintOf(challenge, view, tries, missing));
  const live = goalRows({ ...challenge, conditions: [broken] }, stage).describeUnmet(frame) !== "";
  return { name: broken[0], met: met(challenge.conditions, frame), hints, live };
}
const answer = ({ challenge, items }) =>
  challenge.conditions.map((broken) => hintsOf(challenge, { items }, broken));
"""


@cache
def asked_on_pages() -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Return each challenge and the items of its element, by the challenge's id."""
    challenges = {}
    for data in (data for page in PAGES for data in elements(page)):
        kinds = ("slider", "choice", "detail", "readouts")
        sliders = [item for kind in kinds for item in items(data, kind)]
        for card in items(data, "challenge"):
            challenges |= {
                challenge["id"]: (challenge, sliders) for challenge in card["challenges"]
            }
    return challenges


def hints(pairs: list[tuple[dict[str, Any], list[dict[str, Any]]]]) -> list[list[dict[str, Any]]]:
    inputs = json.dumps(
        [{"challenge": challenge, "items": sliders} for challenge, sliders in pairs]
    )
    return program(SCRIPT).answers(inputs)


@pytest.mark.thorough
def test_every_challenge_has_a_hint_after_two_tries():
    pairs, silent = [*asked_on_pages().values()], set()
    for (challenge, _), pair_hints in zip(pairs, hints(pairs), strict=True):
        assert pair_hints, challenge["question"]
        for hint in pair_hints:
            assert not hint["met"] and hint["hints"][0] == "", (challenge["question"], hint)
            if not hint["hints"][1].startswith("Hint: "):
                silent.add((challenge["question"].split()[0], hint["name"]))
    assert {name for _, name in silent} == set(NO_HINT), silent


def test_every_number_of_a_goal_is_named_so_that_it_is_shown_live():
    pairs = [*asked_on_pages().values()]
    unnamed = {
        (challenge["question"].split()[0], hint["name"])
        for (challenge, _), hints in zip(pairs, hints(pairs), strict=True)
        for hint in hints
        if not hint["live"]
    }
    assert {name for _, name in unnamed} == set(NO_HINT), unnamed
