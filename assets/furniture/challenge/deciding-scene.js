// Find a way to a goal among the loaded frames: move a slider to its nearest stop that meets the goal. If there is
// none, try each option of a switch, alone and then with a slider; then move the sliders that the goal bounds to these
// bounds, alone and then with another slider. If the challenge names controls, only these and the bounded sliders are
// tried. Nothing is requested from the server.

import { isMet, suits } from "../../base/conditions.js";
import { typedNumber } from "../../base/format.js";
import { nearest } from "../../base/sweep-decoder.js";
import { fieldsOf } from "../controls.js";

/**
 * A way to a goal: a switch to set, a slider to move through these stops, or both in this order; neither if the goal
 * is met already.
 * @typedef {{ choice?: ChoiceItem, option?: { label: string, value: string }, fields?: Scene, slider?: SliderItem, stops: number[] }} Way
 */

/**
 * The parts of a challenge, and of its view, that the search needs.
 * @typedef {{ conditions: Condition[], by?: string[] }} Goal
 * @typedef {{ player: Player, stage: Pick<Stage, "items">, item: Pick<ItemBase, "with">, frame?: Frame | null }} Picture
 */

/**
 * Return a way to the goal among the loaded frames; undefined if there is none.
 * @param {Goal} challenge @param {Picture} view @returns {Way | undefined}
 */
export function wayToGoal(challenge, view) {
  const { player, frame } = view;
  if (frame && isMet(challenge.conditions, frame)) return { stops: [] };
  return alongSlider(challenge, view, player.scene) ?? bySwitch(challenge, view) ?? afterJump(challenge, view);
}

/**
 * Return the nearest stops of the sliders whose values the goal itself bounds, such as "τ of 2.5 or more"; {} if the
 * scene is within these bounds.
 * @param {Goal} challenge @param {Player} player @returns {Scene}
 */
export function boundedStops({ conditions }, player) {
  /** @type {[string, string][]} */
  const stops = conditions.flatMap((condition) => {
    const [name, , bound] = condition, all = [...player.base[name] ?? []], { scene } = player;
    const isWithin = (/** @type {number} */ value) => isMet([condition], { scene: { ...scene, [name]: String(value) }, get: () => undefined });
    if (typeof bound !== "number" || !scene[name] || isWithin(Number(scene[name]))) return [];
    const [stop] = all.filter(isWithin).sort((a, b) => Math.abs(a - bound) - Math.abs(b - bound));
    return stop === undefined ? [] : [[name, typedNumber(stop)]];
  });
  return Object.fromEntries(stops);
}

/**
 * Search again with the fields that the goal bounds set to their bounds: from there another slider may reach the goal.
 * @param {Goal} challenge @param {Picture} view @returns {Way | undefined}
 */
function afterJump(challenge, view) {
  const fields = boundedStops(challenge, view.player);
  if (!Object.keys(fields).length) return undefined;
  const scene = { ...view.player.scene, ...fields };
  if (reaches(challenge.conditions, view, scene)) return { fields, stops: [] };
  const way = alongSlider(challenge, view, scene);
  return way && { fields, ...way };
}

/** @param {Goal} challenge @param {string} name */
const isNamed = ({ by }, name) => !by?.length || by.includes(name);

/** @param {Goal} challenge @param {Picture} view @param {Scene} scene @returns {Way | undefined} */
function alongSlider(challenge, view, scene) {
  const { player, stage } = view, { conditions } = challenge;
  for (const slider of stage.items) {
    if (slider.kind !== "slider") continue;
    const { along } = slider, all = isNamed(challenge, along) && player.base[along];
    if (!all || !scene[along] || !suits(slider, scene)) continue;
    const current = nearest(all, Number(scene[along]));
    const meetsGoal = (/** @type {number} */ k) => k in all && reaches(conditions, view, { ...scene, [along]: typedNumber(all[k]) }, along);
    for (let distance = 1; distance < all.length; distance++) {
      const target = [current - distance, current + distance].find(meetsGoal);
      if (target !== undefined) return { slider, stops: target < current ? all.slice(target, current).reverse() : all.slice(current + 1, target + 1) };
    }
  }
  return undefined;
}

/** @param {Goal} challenge @param {Picture} view @returns {Way | undefined} */
function bySwitch(challenge, view) {
  const { player, stage } = view, { conditions } = challenge;
  /** @type {Way[]} */
  const ways = [];
  for (const choice of stage.items) {
    if (choice.kind !== "choice" || choice.view || !choice.field || !isNamed(challenge, choice.field) || !suits(choice, player.scene)) continue;
    for (const option of choice.options) {
      if (option.value === player.scene[choice.field]) continue;
      const fields = fieldsOf(player, choice.field, option);
      ways.push({ choice, option, fields, stops: [] });
    }
  }
  const withFields = (/** @type {Way} */ { fields }) => ({ ...player.scene, ...fields });
  const single = ways.find((way) => reaches(conditions, view, withFields(way)));
  if (single) return single;
  for (const way of ways) {
    const combined = alongSlider(challenge, view, withFields(way));
    if (combined) return { ...way, ...combined };
  }
  return undefined;
}

/** @param {Condition[]} conditions @param {Picture} view @param {Scene} startScene @param {string} [along] */
function reaches(conditions, { player, item, frame: shownFrame }, startScene, along) {
  const scene = player.variant(item.with ?? {}, startScene);
  const frame = along === undefined ? player.find(scene) : player.lookup(scene, along, player.count, player.grid);
  return frame !== undefined && isMet(conditions, { ...frame, among: shownFrame?.among });
}
