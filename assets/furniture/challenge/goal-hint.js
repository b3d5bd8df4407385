// Write a hint on how to reach a goal, after two failed tries: the challenge's own, or one from the loaded frames.

import { wayToGoal } from "./deciding-scene.js";

const MIN_TRIES = 2;

/**
 * Return the hint of a challenge for its current picture; "" before two failed tries, or if there is nothing to say.
 * @param {import("./deciding-scene.js").Goal & { hint?: string }} challenge @param {import("./deciding-scene.js").Picture} view
 * @param {number} tries number of failed tries @param {string} missing the condition that is not met
 */
export function hintOf(challenge, view, tries, missing) {
  if (tries < MIN_TRIES) return "";
  if (challenge.hint) return `Hint: ${challenge.hint}`;
  const way = describeWay(wayToGoal(challenge, view), view.player) || missing;
  return way ? `Hint: ${way}` : "";
}

/** @param {import("./deciding-scene.js").Way | undefined} way @param {Player} player */
function describeWay(way, player) {
  if (!way) return "";
  const { choice, option, fields, slider, stops } = way;
  const step = slider && `a ${(stops[stops.length - 1] > player.value(slider.along)) === Boolean(slider.reciprocal) ? "smaller" : "larger"} ${slider.symbol}`;
  if (!choice) return step && !fields ? `${step} leads to the goal.` : "";      // with fields, other sliders move first
  if (step) return `choose “${option?.label}”, then ${step} leads to the goal.`;
  return choice.label ? `another choice of “${choice.label}” leads to the goal.` : `choose “${option?.label}”.`;
}
