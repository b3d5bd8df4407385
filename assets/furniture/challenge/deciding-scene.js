// Where a goal is met among the pictures that are at hand: the nearest stop of a slider, after a switch where it
// takes one, of those that the challenge names where it names any. Nothing is asked of the server, so what is found is true of what is drawn there.

import { isMet, suits } from "../../base/conditions.js";
import { typedNumber } from "../../base/format.js";
import { nearest } from "../../base/sweep-decoder.js";
import { fieldsOf } from "../controls.js";

/**
 * A switch to set, a slider to move through these stops, or one after the other. Without either the goal is met here.
 * @typedef {{ choice?: ChoiceItem, option?: { label: string, value: string }, fields?: Scene, slider?: SliderItem, stops: number[] }} Way
 */

/**
 * @param {{ conditions: any[], by?: string[] }} asked
 * @param {{ player: Player, stage: Pick<Stage, "items">, item: Partial<ItemBase>, frame: Frame | null }} view
 * @returns {Way | undefined}
 */
export function wayToGoal(asked, view) {
  const { player, frame } = view;
  if (frame && isMet(asked.conditions, frame)) return { stops: [] };
  return alongSlider(asked, view, player.scene) ?? bySwitch(asked, view);
}

const isNamed = (/** @type {{ by?: string[] }} */ { by }, /** @type {string} */ name) => !by?.length || by.includes(name);

function alongSlider(asked, view, scene) {
  const { player, stage } = view, { conditions } = asked;
  for (const slider of stage.items) {
    if (slider.kind !== "slider") continue;
    const { along } = slider, all = isNamed(asked, along) && player.base[along];
    if (!all || !scene[along] || !suits(slider, scene)) continue;
    const now = nearest(all, Number(scene[along]));
    const leads = (k) => k in all && reaches(conditions, view, { ...scene, [along]: typedNumber(all[k]) }, along);
    for (let far = 1; far < all.length; far++) {
      const to = [now - far, now + far].find(leads);
      if (to !== undefined) return { slider, stops: to < now ? all.slice(to, now).reverse() : all.slice(now + 1, to + 1) };
    }
  }
  return undefined;
}

function bySwitch(asked, view) {
  const { player, stage } = view, { conditions } = asked, ways = [];
  for (const choice of stage.items) {
    if (choice.kind !== "choice" || choice.view || !choice.field || !isNamed(asked, choice.field) || !suits(choice, player.scene)) continue;
    for (const option of choice.options) {
      if (option.value === player.scene[choice.field]) continue;
      const fields = fieldsOf(player, choice.field, option);
      ways.push({ choice, option, fields, stops: [] });
    }
  }
  const set = ({ fields }) => ({ ...player.scene, ...fields });
  const alone = ways.find((way) => reaches(conditions, view, set(way)));
  if (alone) return alone;
  for (const way of ways) {
    const further = alongSlider(asked, view, set(way));
    if (further) return { ...way, ...further };
  }
  return undefined;
}

function reaches(conditions, { player, item, frame: shown }, set, along = undefined) {
  const scene = player.variant(item.with ?? {}, set);
  const frame = along === undefined ? player.find(scene) : player.lookup(scene, along, player.count, player.grid);
  return Boolean(frame) && isMet(conditions, { ...frame, among: shown?.among });
}
