// What leads to a goal, after two tries in vain. It is read off the pictures that are at hand, so it is true of them.

import { wayToGoal } from "./deciding-scene.js";

const TRIES = 2;

/**
 * The hint of a challenge, from where its picture stands; "" before two tries.
 * @param {{ conditions: any[], by?: string[], hint?: string }} asked
 * @param {{ player: Player, stage: Pick<Stage, "items">, item: Partial<Item>, frame: Frame | null }} view
 * @param {number} tries @param {string} missing what of the goal is not met
 */
export function hintOf(asked, view, tries, missing) {
  if (tries < TRIES) return "";
  if (asked.hint) return `Hint: ${asked.hint}`;
  const way = said(wayToGoal(asked, view), view.player) || missing;
  return way ? `Hint: ${way}` : "";
}

function said(way, player) {
  const { choice, option, slider, stops } = way ?? {};
  const step = slider && `a ${(stops.at(-1) > player.value(slider.along)) === Boolean(slider.reciprocal) ? "smaller" : "larger"} ${slider.symbol}`;
  if (!choice) return step ? `${step} leads there.` : "";
  if (step) return `choose “${option.label}”, then ${step} leads there.`;
  return choice.label ? `another choice of “${choice.label}” leads there.` : `choose “${option.label}”.`;
}
