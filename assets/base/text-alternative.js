// The text equivalent of an element's pictures: what is set, and the numbers of what is shown.

import { percent, setting } from "./format.js";

// Which fields of the scene are changed for an item: "" for none.
const also = ({ with: fields }) => (fields ? JSON.stringify(fields) : "");

// Where one slider stands, in words; "" where the scene has none.
export function setTo(along, stage, scene) {
  if (!scene[along]) return "";
  const { symbol, reciprocal, format } = stage.slider(along), value = Number(scene[along]);
  return `${symbol} = ${format === "count" ? Math.round(value) : setting(reciprocal ? 1 / value : value)}`;
}

// In brackets, where the sliders of the scene's kernel stand; "" for a picture without any.
export function kernelSettings(player, stage, scene) {
  const set = player.alongs.filter((along) => player.owners[along]?.includes(scene.kernel)).map((along) => setTo(along, stage, scene));
  return set.some(Boolean) ? ` (${set.filter(Boolean).join(", ")})` : "";
}

// Where the sliders stand, and what is chosen by the switches.
export function settings({ player, stage, items }, scene = player.frame.scene) {
  const moved = player.alongs.map((along) => setTo(along, stage, scene)).filter(Boolean);
  const chosen = items.filter((i) => i.kind === "choice" && !i.view)
    .map((i) => i.options.find((o) => o.value === scene[i.field] || o.also?.includes(scene[i.field]))?.label).filter(Boolean);
  return [...moved, ...chosen];
}

// The numbers that stand beside the pictures, by the fields that are changed for them.
function numbers(views) {
  const spoken = new Map();
  for (const { item, box, summary } of views) {
    const text = box.hidden || box.matches(".kl-covered, .kl-hides-answer") ? "" : summary?.();
    if (text) spoken.set(also(item), [...(spoken.get(also(item)) ?? []), text]);
  }
  return spoken;
}

// All of an element, as it is told aloud.
export function elementText(live) {
  const { views } = live;
  const spoken = [...numbers(views)].map(([key, texts]) => {
    const label = key && views.find(({ item }) => item.label && also(item) === key)?.item.label;
    return label ? `${label}: ${texts.join(", ")}` : texts.join(", ");
  });
  return [...settings(live), ...spoken].join(", ");
}

// What one view says: its name, what is set, and the numbers of the scene that it shows.
export function viewText(live, { item }) {
  const { player, views } = live, { scene } = player.frame, own = item.with ? player.variant(item.with, scene) : scene;
  const spoken = numbers(views).get(also(item)) ?? errors(player.find(own));
  return `${item.label ?? ""} ${[...settings(live, own), ...spoken].join(", ")}`.trim();
}

// A picture of another scene, without read-outs of its own, tells its errors itself.
const errors = (frame) => [["training error", frame?.get("train_error")], ["test error", frame?.get("test_error")]]
  .filter(([, value]) => Number.isFinite(value)).map(([name, value]) => `${name} ${percent(value)}`);
