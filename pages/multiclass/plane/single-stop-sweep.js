// Turn an answer of the server into a sweep with one stop, as lab/ui/single_stop_sweep.py does. The answer's numbers
// become tensors, so that the goals of challenges can refer to them. Views read the whole answer from meta.answer.

import { inline } from "../../../assets/base/sweep-decoder.js";

/**
 * @param {Record<string, any>} answer @param {Record<string, any>} more further entries of the sweep's meta
 */
function singleStopSweep(answer, more = {}) {
  /** @type {Parameters<typeof inline>[0]["tensors"]} */
  const tensors = { stops: { shape: [1], fixed: true, data: [0] } };
  for (const [name, value] of Object.entries(answer)) if (typeof value === "number") tensors[name] = { shape: [1], fixed: false, data: [value] };
  return inline({ meta: { along: "", answer, ...more }, tensors });
}

// Show an answer in an element without a slider.
/** @param {Player} player @param {Record<string, any>} answer @param {Record<string, any>} [more] */
export function showStill(player, answer, more) {
  player.receive(singleStopSweep(answer, more));
}

export const answerOf = (/** @type {Frame} */ frame) => frame.sweep.meta.answer;
export const sampleOf = (/** @type {Frame} */ frame) => frame.sweep.meta.sample;
