// What leads to a goal, after two tries in vain. It is read off the pictures that are at hand, so it is true of them.

import { met } from "../base/conditions.js";
import { plain } from "../base/format.js";

const TRIES = 2;

/**
 * The hint of a challenge, from where its picture stands; "" before two tries.
 * @param {{ conditions: any[], hint?: string }} asked @param {{ player: Player, stage: Stage, item: Item }} view
 * @param {number} tries @param {string} missing what of the goal is not met
 */
export function hintOf({ conditions, hint }, { player, stage, item }, tries, missing) {
  if (tries < TRIES) return "";
  if (hint) return `Hint: ${hint}`;
  const scene = item.with ? player.variant(item.with) : player.scene;
  const leads = (/** @type {Frame | undefined} */ frame) => Boolean(frame) && met(conditions, frame);
  const way = alongSlider(player, stage, scene, leads) || bySwitch(player, stage, scene, leads);
  return way || missing ? `Hint: ${way || missing}` : "";
}

function alongSlider(player, stage, scene, leads) {
  for (const { along, symbol, reciprocal } of stage.items.filter(({ kind, along }) => kind === "slider" && player.base[along])) {
    const stops = player.base[along], now = player.index(along);
    for (let far = 1; far < stops.length; far++) {
      const found = [now - far, now + far].find((k) => k in stops && leads(player.lookup({ ...scene, [along]: plain(stops[k]) }, along, player.count, player.grid)));
      if (found !== undefined) return `a ${found > now === Boolean(reciprocal) ? "smaller" : "larger"} ${symbol} leads there.`;
    }
  }
  return "";
}

function bySwitch(player, stage, scene, leads) {
  for (const { kind, field, label, options, view } of stage.items) {
    if (kind !== "choice" || view || !field) continue;
    const found = options.find(({ value }) => value !== scene[field] && leads(player.find({ ...scene, [field]: value })));
    if (found) return label ? `another choice of “${label}” leads there.` : `choose “${found.label}”.`;
  }
  return "";
}
