// Writes a hint how to reach a goal, after two failed tries, from the loaded frames.

import { wayToGoal } from "./deciding-scene.js";

const MIN_TRIES = 2;

/**
 * Returns the hint of a challenge for its current picture; "" before two tries.
 * @param {{ conditions: any[], by?: string[], hint?: string }} challenge
 * @param {{ player: Player, stage: Pick<Stage, "items">, item: Partial<Item>, frame: Frame | null }} view
 * @param {number} tries @param {string} missing the condition that is not met
 */
export function hintOf(challenge, view, tries, missing) {
  if (tries < MIN_TRIES) return "";
  if (challenge.hint) return `Hint: ${challenge.hint}`;
  const way = describeWay(wayToGoal(challenge, view), view.player) || missing;
  return way ? `Hint: ${way}` : "";
}

function describeWay(way, player) {
  const { choice, option, slider, stops } = way ?? {};
  const step = slider && `a ${(stops.at(-1) > player.value(slider.along)) === Boolean(slider.reciprocal) ? "smaller" : "larger"} ${slider.symbol}`;
  if (!choice) return step ? `${step} leads there.` : "";
  if (step) return `choose “${option.label}”, then ${step} leads there.`;
  return choice.label ? `another choice of “${choice.label}” leads there.` : `choose “${option.label}”.`;
}
