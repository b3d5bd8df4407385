// Whether a question can be asked of the scene that is set, and which of its options is right there: both are read off
// the sweep of the slider that its goal speaks of, before anybody predicts.

import { isMet, quantity } from "../../base/conditions.js";
import { typedNumber } from "../../base/format.js";
import { isUnproven } from "../../draw/optimality-note.js";

const EQUAL = 1e-9;      // numbers that differ by less are one

/**
 * "asked": with the index of the right option, or -1 where the sweep does not decide it. "elsewhere": `field` has
 * a value for which the question is not meant. "unreachable": no stop meets the goal. "undecided": the goal is met where
 * one option is right, and where another one is; `unproven`: a frame among them may not be the optimum, or none is proven that the answer rests on. "unknown": not all
 * pictures are at hand yet.
 * @typedef {{ state: "asked" | "elsewhere" | "unreachable" | "undecided" | "unknown", answer?: number, field?: string, unproven?: boolean }} Judgement
 */

/**
 * @param {any} asked the challenge @param {Scene} scene
 * @param {Frame[] | undefined} frames every stop of its slider with every option of its switches; undefined where some are missing
 * @returns {Judgement}
 */
export function judge(asked, scene, frames) {
  const field = Object.keys(asked.holds ?? {}).find((name) => !isHeld(asked.holds[name], scene[name]));
  if (field) return { state: "elsewhere", field };
  if (!asked.by?.length) return { state: "asked", answer: -1 };
  if (!frames) return { state: "unknown" };
  const all = frames.map((frame) => ({ ...frame, among: frames })), meeting = all.filter((frame) => isMet(asked.conditions, frame));
  const inDoubt = (/** @type {Frame} */ frame) => isUnproven(frame, asked.certificate);
  if ((meeting.length ? meeting : all).every(inDoubt)) return { state: "undecided", unproven: true };
  if (!meeting.length) return { state: "unreachable" };
  const deciding = asked.decided_at ? framesAt(asked.decided_at, all) : meeting;
  const holding = asked.options.map(({ conditions }) => deciding.every((frame) => isMet(conditions, frame)));
  const answer = holding.indexOf(true);
  return holding.filter(Boolean).length === 1 ? { state: "asked", answer }
    : { state: "undecided", unproven: all.some(inDoubt) };
}

// Whether a field has one of the values that a question is meant for, or is no less than the least of them.
const isHeld = (wanted, value) => (Array.isArray(wanted) ? wanted.includes(String(value ?? "")) : Number(value) >= wanted);

// The frames at which "least:name" or "most:name" is reached, of equal ones all.
function framesAt(extreme, frames) {
  const [which, name] = extreme.split(":"), values = frames.map((frame) => quantity(name, frame)).filter(Number.isFinite);
  const best = Math[which === "least" ? "min" : "max"](...values), near = EQUAL * Math.max(1, Math.abs(best));
  return frames.filter((frame) => Math.abs(quantity(name, frame) - best) <= near);
}

/**
 * Which values of a field a question is about, and which is chosen: as they are called at the switch, where there is one.
 * @param {any} asked @param {string} field @param {ChoiceItem | undefined} choice @param {string} chosen
 */
export function aboutField(asked, field, choice, chosen) {
  const called = (/** @type {string} */ wanted) => choice?.options.find((/** @type {any} */ { value }) => value === wanted)?.label;
  const { label, names } = asked.asked_of[field], own = called(chosen);
  const wanted = asked.holds[field];
  const values = Array.isArray(wanted) ? wanted.map((/** @type {string} */ value, /** @type {number} */ k) => called(value) ?? names[k]) : names;
  return `This question is about “${choice?.label ?? label}”: ${values.join(" or ")}.${own ? ` Chosen is ${own}.` : ""}`;
}

/**
 * The frames that `judge` wants, from memory; undefined while one of them is missing.
 * @param {any} asked @param {{ player: Player, stage: Pick<Stage, "items">, item: Partial<ItemBase> }} view
 * @returns {Frame[] | undefined}
 */
export function framesOf(asked, { player, stage, item }) {
  const along = asked.by.find((/** @type {string} */ name) => player.base[name] && player.scene[name]);
  let scenes = [player.variant(item.with ?? {})];
  for (const name of asked.by) {
    const choice = stage.items.filter((one) => one.kind === "choice").find(({ field, view: isLook }) => !isLook && field === name);
    const wanted = asked.conditions.find(([field, compare]) => field === name && (compare === "==" || compare === "in"))?.[2];
    const options = choice?.options.filter(({ value }) => wanted === undefined || [wanted].flat().map(String).includes(value)) ?? [];
    if (options.length) scenes = scenes.flatMap((scene) => options.map(({ value, fields = {} }) => ({ ...scene, ...fields, [name]: value })));
  }
  const frames = scenes.flatMap((scene) => (along === undefined ? [player.find(scene)]
    : player.base[along].map((stop) => player.lookup({ ...scene, [along]: typedNumber(stop) }, along, player.count, player.grid))));
  return frames.every(Boolean) ? frames : undefined;
}
