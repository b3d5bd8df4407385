// An answer of the server's as a sweep of one stop; see lab/ui/single_stop_sweep.py. Its single numbers are
// tensors, for goals to speak of; views read all of it in meta.answer.

import { inline } from "../../../assets/base/sweep-decoder.js";

export function singleStopSweep(answer, more = {}) {
  const tensors = { stops: { shape: [1], fixed: true, data: [0] } };
  for (const [name, value] of Object.entries(answer)) if (typeof value === "number") tensors[name] = { shape: [1], fixed: false, data: [value] };
  return inline({ meta: { along: "", answer, ...more }, tensors });
}

// Show an answer in an element without a slider.
export function showStill(player, answer, more) {
  player.receive(singleStopSweep(answer, more));
}

export const answerOf = (frame) => frame.sweep.meta.answer;
export const sampleOf = (frame) => frame.sweep.meta.sample;
