// One place that is asked about, for all views of an element: where it is, and what the server says of it.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { howOf } from "./map.js";
import { geometry } from "../../../assets/draw/frame-geometry.js";

export function questionOf(stage, player, address) {
  return (stage.question ??= makeQuestion(player, address));
}

function makeQuestion(player, address) {
  const followers = [];
  let pending = "", points, usual;
  const own = { answer: null, place, go, keep, question, follow: (listener) => followers.push(listener) };

  const ask = latestRequest(address, (answer) => {
    own.answer = answer;
    for (const listener of followers) listener("");
  }, (message) => { for (const listener of followers) listener(message); });

  // Before anybody chose, a place near the middle that one-versus-all leaves undecided, if there is one.
  function place(frame) {
    const chosen = (player.view.at ?? "").split(",").map(Number);
    if (chosen.length === 2 && chosen.every(Number.isFinite)) return chosen;
    if (points !== frame.get("points")) [points, usual] = [frame.get("points"), open(frame)];
    return usual;
  }

  // A question for each new scene or place; the newest first.
  function question(frame) {
    const query = `${player.query(frame.scene)}&at=${place(frame).join(",")}`;
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  function go(frame, x, y) {
    const { window: [x0, x1, y0, y1] } = geometry(frame);
    const within = (v, a, b) => Number(Math.min(b, Math.max(a, v)).toFixed(3));
    player.view.at = `${within(x, x0, x1)},${within(y, y0, y1)}`;
    question(frame);
    for (const listener of followers) listener("", true);
  }

  function keep() { player.look({ at: player.view.at }); }

  return own;
}

function open(frame) {
  const { window: [x0, x1, y0, y1], nx, ny } = geometry(frame), map = frame.get("map_ova");
  let best = [(nx - 1) / 2, (ny - 1) / 2], least = Infinity;
  for (let k = 0; k < map.length; k++) {
    if (howOf(map[k]) === 0) continue;
    const i = k % nx, j = (k - i) / nx, d = (i - (nx - 1) / 2) ** 2 + (j - (ny - 1) / 2) ** 2;
    if (d < least) [best, least] = [[i, j], d];
  }
  return [x0 + (best[0] / (nx - 1)) * (x1 - x0), y0 + (best[1] / (ny - 1)) * (y1 - y0)].map((v) => Number(v.toFixed(3)));
}
