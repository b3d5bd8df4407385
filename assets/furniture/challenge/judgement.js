// Judge whether a question fits the current scene, and which option is right, from the frames at all stops of the goal's
// slider with all options of its switches.

import { boundedStops } from "./deciding-scene.js";
import { isMet, quantity } from "../../base/conditions.js";
import { typedNumber } from "../../base/format.js";
import { isUnproven } from "../../draw/optimality-note.js";

const TOLERANCE = 1e-9;      // smaller relative differences count as equal

/**
 * "asked": the question fits; `answer` is the index of the right option, or -1 if the challenge names no controls, so
 * that no sweep decides. "elsewhere": `field` has a value that the question excludes. "one class": the plane has no
 * points, or points of one class only. "unreachable": no stop meets the goal. "undecided": not exactly one option is
 * right at all stops that decide, or no frame that decides is proven optimal; `unproven`: not all frames are proven
 * optimal. "unknown": not all frames are loaded yet.
 * @typedef {{ state: "asked" | "elsewhere" | "one class" | "unreachable" | "undecided" | "unknown", answer?: number, field?: string, unproven?: boolean }} Judgement
 */

/**
 * A challenge; only its options and its conditions are required to judge it.
 * @typedef {Pick<AskedChallenge, "options" | "conditions"> & Partial<AskedChallenge>} Question
 */

/**
 * Judge whether the question fits the scene, and which option is right.
 * @param {Question} challenge @param {Scene} scene
 * @param {Frame[] | undefined} frames at every stop of its slider with every option of its switches; undefined if some are missing
 * @param {Frame | null} [shown] the frame of the picture, which shows the points before the other frames are loaded
 * @returns {Judgement}
 */
export function judge(challenge, scene, frames, shown) {
  const [field] = Object.entries(challenge.holds ?? {}).find(([name, allowed]) => !isHeld(allowed, scene[name])) ?? [];
  if (field) return { state: "elsewhere", field };
  if (!challenge.by?.length) return { state: "asked", answer: -1 };
  if (shown && hasOneClass(shown)) return { state: "one class" };
  if (!frames) return { state: "unknown" };
  const all = frames.map((frame) => ({ ...frame, among: frames })), meeting = all.filter((frame) => isMet(challenge.conditions, frame));
  const inDoubt = (/** @type {Frame} */ frame) => isUnproven(frame, challenge.certificate);
  if ((meeting.length ? meeting : all).every(inDoubt)) return { state: "undecided", unproven: true };
  if (!meeting.length) return { state: "unreachable" };
  const deciding = challenge.deciding_stop ? framesAt(challenge.deciding_stop, all) : meeting;
  const holding = challenge.options.map(({ conditions }) => deciding.every((frame) => isMet(conditions, frame)));
  const answer = holding.indexOf(true);
  return holding.filter(Boolean).length === 1 ? { state: "asked", answer }
    : { state: "undecided", unproven: all.some(inDoubt) };
}

/**
 * Return whether a field has one of the allowed values, or a number is at least the allowed minimum. A number that is not
 * known yet excludes nothing.
 * @param {string[] | number} allowed @param {string | undefined} value
 */
const isHeld = (allowed, value) => (Array.isArray(allowed) ? allowed.includes(String(value ?? "")) : value === undefined || Number(value) >= allowed);

/**
 * Return the frame's numbers for which a challenge has a minimum, such as the number of points.
 * @param {Pick<AskedChallenge, "holds">} challenge @param {FrameNumbers | null} frame @returns {Scene}
 */
export function heldNumbers({ holds = {} }, frame) {
  const names = Object.keys(holds).filter((name) => frame && typeof holds[name] === "number" && quantity(name, frame) !== undefined);
  return Object.fromEntries(names.map((name) => [name, String(quantity(name, /** @type {FrameNumbers} */ (frame)))]));
}

/** Return whether the fit in a plane has no points, or points of one class only. @param {Frame} frame */
const hasOneClass = ({ sweep: { tensors }, get }) => Boolean(tensors.field && tensors.support) && new Set(get("labels")).size < 2;

/** Return all frames at which "least:name" or "most:name" is reached. @param {string} extreme @param {Frame[]} frames */
function framesAt(extreme, frames) {
  const [which, name] = extreme.split(":"), values = frames.map((frame) => quantity(name, frame)).filter(Number.isFinite);
  const best = Math[which === "least" ? "min" : "max"](...values), margin = TOLERANCE * Math.max(1, Math.abs(best));
  return frames.filter((frame) => Math.abs(quantity(name, frame) - best) <= margin);
}

/**
 * Write a sentence that names the values of a field for which a question is asked, and the chosen value. The names are
 * the labels of the field's switch.
 * @param {Pick<AskedChallenge, "field_labels" | "holds">} challenge @param {string} field @param {ChoiceItem | undefined} choice @param {string} chosen
 */
export function aboutField(challenge, field, choice, chosen) {
  const labelOf = (/** @type {string} */ name) => choice?.options.find(({ value }) => value === name)?.label;
  const { label, names } = challenge.field_labels[field], chosenLabel = labelOf(chosen);
  const allowed = challenge.holds[field];
  const values = Array.isArray(allowed) ? allowed.map((value, k) => labelOf(value) ?? names[k]) : names;
  return `This question is about “${choice?.label ?? label}”: ${values.join(" or ")}.${chosenLabel ? ` Your choice is ${chosenLabel}.` : ""}`;
}

/**
 * Return the scenes that decide a challenge, one for each option of its switches, and the slider along which each scene is swept.
 * @param {Pick<Question, "by" | "conditions">} challenge @param {Omit<import("./deciding-scene.js").Picture, "frame">} view
 * @returns {{ along: string | undefined, scenes: Scene[] }}
 */
function decidingScenes(challenge, { player, stage, item }) {
  const { by = [] } = challenge, along = by.find((name) => player.base[name] && player.scene[name]);
  let scenes = [player.variant(item.with ?? {})];
  for (const name of by) {
    const choice = stage.items.filter((other) => other.kind === "choice").find(({ field, view: isLook }) => !isLook && field === name);
    const target = challenge.conditions.find(([field, compare]) => field === name && (compare === "==" || compare === "in"))?.[2];
    const options = choice?.options.filter(({ value }) => target === undefined || [target].flat().map(String).includes(value)) ?? [];
    if (options.length) scenes = scenes.flatMap((scene) => options.map(({ value, fields = {} }) => ({ ...scene, ...fields, [name]: value })));
  }
  return { along, scenes };
}

/**
 * Return the sweeps that are needed to judge and to demonstrate a challenge.
 * @param {Pick<Question, "by" | "conditions">} challenge @param {Omit<import("./deciding-scene.js").Picture, "frame">} view
 * @returns {[string | undefined, Scene, undefined, boolean][]}
 */
export function decidingSweeps(challenge, view) {
  const { player } = view, { along, scenes } = decidingScenes(challenge, view), jump = boundedStops(challenge, player);
  const others = Object.keys(jump).length ? player.alongs.filter((name) => !(name in jump)) : [];
  /** @param {string | undefined} name @param {Scene} scene @returns {[string | undefined, Scene, undefined, boolean]} */
  const wish = (name, scene) => [name, scene, undefined, true];
  return [...scenes.map((scene) => wish(along ?? player.along(scene), scene)), ...others.map((name) => wish(name, { ...scenes[0], ...jump }))];
}

/**
 * Return the frames of a scene at all stops of a slider. The stops are those of the loaded sweep, since the scene's own
 * value may replace a stop of the slider.
 * @param {Player} player @param {Scene} scene @param {string} along @returns {(Frame | undefined)[]}
 */
function framesAlong(player, scene, along) {
  const sweep = player.loadedSweep(scene, along);
  if (!sweep || sweep.meta?.all_stops) return [undefined];
  return Array.from(sweep.stops, (stop) => player.lookup({ ...scene, [along]: typedNumber(stop) }, along, player.count, player.grid));
}

/**
 * Return the frames for `judge`, from memory; undefined while one of them is missing.
 * @param {Pick<Question, "by" | "conditions">} challenge @param {Omit<import("./deciding-scene.js").Picture, "frame">} view
 * @returns {Frame[] | undefined}
 */
export function framesOf(challenge, view) {
  const { player } = view, { along, scenes } = decidingScenes(challenge, view);
  const frames = scenes.flatMap((scene) => (along === undefined ? [player.find(scene)] : framesAlong(player, scene, along)));
  return frames.every((frame) => frame !== undefined) ? frames : undefined;
}
