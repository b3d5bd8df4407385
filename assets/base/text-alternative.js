// Write the text alternative of an element's pictures: the settings, and the numbers of the shown frame.

import { isSelected } from "./conditions.js";
import { percent, setting } from "./format.js";

/** @typedef {{ player: Player, stage: Pick<Stage, "slider">, items: Item[], views: PlacedView[] }} Pictures The part of an element that this module needs. */

/** Return the scene's fields that an item changes, as a text; "" for none. @param {Item} item */
const also = ({ with: fields }) => (fields ? JSON.stringify(fields) : "");

/**
 * Describe the value of a slider; return "" if the scene doesn't have that slider.
 * @param {string | undefined} along @param {Pick<Stage, "slider">} stage @param {Scene} scene
 */
export function setTo(along, stage, scene) {
  if (along === undefined || !scene[along]) return "";
  const { symbol, reciprocal, format } = stage.slider(along), value = Number(scene[along]);
  return `${symbol} = ${format === "count" ? Math.round(value) : setting(reciprocal ? 1 / value : value)}`;
}

/**
 * List the values of the kernel's sliders, in brackets; return "" for a picture without kernel sliders.
 * @param {Player} player @param {Pick<Stage, "slider">} stage @param {Scene} scene
 */
export function kernelSettings(player, stage, scene) {
  const set = player.alongs.filter((along) => player.owners[along]?.includes(scene.kernel)).map((along) => setTo(along, stage, scene));
  return set.some(Boolean) ? ` (${set.filter(Boolean).join(", ")})` : "";
}

/**
 * List the values of the sliders and the selected options of the switches.
 * @param {Pick<Pictures, "player" | "stage" | "items">} live
 */
export function settings({ player, stage, items }, scene = /** @type {Frame} */ (player.frame).scene) {
  const moved = player.alongs.map((along) => setTo(along, stage, scene)).filter(Boolean);
  const chosen = items.filter((i) => i.kind === "choice").filter((i) => !i.view)
    .map((i) => i.options.find((o) => isSelected(i, o, scene[i.field] ?? "", scene, player.view))?.label).filter(Boolean);
  return [...moved, ...chosen];
}

/**
 * Collect the texts of the visible read-outs, grouped by the scene's fields that their items change.
 * @param {PlacedView[]} views @returns {Map<string, string[]>}
 */
function numbers(views) {
  const spoken = new Map();
  for (const { item, box, summary } of views) {
    const text = box.hidden || box.matches(".is-covered, .is-hidden-answer") ? "" : summary?.();
    if (text) spoken.set(also(item), [...(spoken.get(also(item)) ?? []), text]);
  }
  return spoken;
}

/** Write the text for a whole element. @param {Pictures} live */
export const elementText = (live) => listed([...settings(live), ...readouts(live)]);

/**
 * Write the text that is announced after a change: the settings that have changed, and the numbers. The value of the
 * focused slider is left out, since screen readers read it out as the slider moves.
 * @param {Pictures} live @param {readonly (string | undefined)[]} before the former settings
 */
export function changeText(live, before) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement), read = setTo(focused?.dataset?.along, live.stage, /** @type {Frame} */ (live.player.frame).scene);
  return listed([...settings(live).filter((text) => text !== read && !before.includes(text)), ...readouts(live)]);
}

/** List the read-outs of an element, each group after its label. @param {Pictures} live */
function readouts({ views }) {
  return [...numbers(views)].map(([key, texts]) => {
    const view = key && views.find(({ item }) => labelOf(item) && also(item) === key);
    return view ? `${labelOf(view.item)}: ${listed(texts)}` : listed(texts);
  });
}

/**
 * Write the text that a screen reader reads at a step: its question and its controls. The pictures and
 * read-outs have texts of their own.
 * @param {Pick<Pictures, "views"> & { data: Pick<ElementData, "question"> }} live
 */
export const stepSummary = ({ views, data: { question = "" } }) => [question, whatToDo(views)].filter(Boolean).join(" ");

/** Join texts by commas or, after a sentence, by a space. @param {(string | undefined)[]} texts */
const listed = (texts) => texts.filter(Boolean).join(", ").replace(/([.?!]), /g, "$1 ");

/** Return a text with a full stop (or another mark) at its end, at which a screen reader pauses. @param {string} text */
export const ended = (text) => (/[.?!:…]$/.test(text) ? text : `${text}.`);

/** List what the visible controls of an element change. @param {PlacedView[]} views */
function whatToDo(views) {
  const visible = views.filter(({ box }) => !box.hidden).map(({ item }) => item), distinct = (/** @type {string[]} */ names) => [...new Set(names)].join(", ");
  const sliders = distinct(visible.flatMap((item) => (item.kind === "slider" ? [`${item.symbol} (${item.label})`] : [])));
  const choices = distinct(visible.flatMap((item) => (item.kind === "choice" ? [item.label] : [])));
  const hasPoints = visible.some((item) => "edit" in item && item.edit);
  return [sliders && `Sliders: ${sliders}.`, choices && `Choices: ${choices}.`, hasPoints && "Points can be moved, added and removed."].filter(Boolean).join(" ");
}

/**
 * Write the text for one view: its name, the settings, and the numbers of its scene.
 * @param {Pictures} live @param {PlacedView} view
 */
export function viewText(live, { item }) {
  const { player, views } = live, { scene } = /** @type {Frame} */ (player.frame), own = item.with ? player.variant(item.with, scene) : scene;
  const spoken = numbers(views).get(also(item)) ?? errors(player.find(own));
  return [labelOf(item) && ended(labelOf(item)), listed([...settings(live, own), ...spoken])].filter(Boolean).join(" ");
}

/** @param {Item} item */
export const labelOf = (item) => ("label" in item && item.label) || "";

/** List the errors of a picture of another scene, which has no read-outs of its own. @param {Frame | undefined} frame */
const errors = (frame) => [["training error", frame?.get("train_error")], ["test error", frame?.get("test_error")]]
  .filter(([, value]) => Number.isFinite(value)).map(([name, value]) => `${name} ${percent(value)}`);
