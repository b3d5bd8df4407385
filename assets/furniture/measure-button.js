// Measuring on the server: a button to start and one to stop, how far it is, and the cells as they come.
// Cells arrive as server-sent events, see lab/endpoints/benchmark_stream.py; each has a name for itself and a "road".

import { element } from "../base/dom.js";
import { computer, request } from "../base/requests.js";

const lost = () => `The ${computer.name} does not answer. What is measured stays; try again in a moment.`;

const WORDS = { first: "Measure here", again: "Go on measuring", so_far: "Measured" };

/**
 * `key` names a cell; `changed` is told after each. `kept`: what was measured before, and on which day; it is shown
 * until something is measured here. Returns the cells known, and what to do with news.
 * @param {HTMLElement} root
 * @param {{ address?: string, total?: number, done?: string, key: (cell: any) => string, changed: () => void,
 *   words?: typeof WORDS, kept?: { day: string, cells: any[] } }} wanted
 */
export function stopwatch(root, { address, total, done, key, changed, words = WORDS, kept = undefined }) {
  const known = new Map();
  const start = element("button", { type: "button", className: "kl-action" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: total, value: 0, ariaLabel: words.so_far });
  const said = element("p", { className: "kl-faint", role: "status" });
  const tools = element("div", { className: "kl-row kl-timing-tools" }, start, stop, bar, said);
  root.append(tools);
  let hand = null;

  async function measure() {
    hand = new AbortController();
    show(`${words.so_far} ${known.size} of ${total}.`);
    stop.focus();
    try {
      const answer = await request(address, { signal: hand.signal, cache: "no-store" });
      if (!answer.ok) throw new Refusal((await answer.json()).message);
      let message = "";
      for await (const cell of events(answer.body)) {
        if (!root.isConnected) { hand.abort(); return; }
        if (cell.message) message = cell.message;
        if (cell.road) take(cell);
      }
      hand = null;
      show(message || (known.size === total ? done : lost()));
    } catch (error) {
      const stopped = hand?.signal.aborted;
      hand = null;
      show(stopped ? `Stopped at ${known.size} of ${total}. What is measured stays.` : error instanceof Refusal ? error.message : lost());
    }
    if (!start.hidden) start.focus();
  }

  function take(cell) {
    known.set(key(cell), cell);
    show(`${words.so_far} ${known.size} of ${total}.`);
    changed();
  }

  function show(text) {
    const all = known.size === total;
    start.hidden = Boolean(hand) || all;
    start.textContent = known.size ? words.again : words.first;
    stop.hidden = !hand;
    bar.hidden = !hand;
    bar.value = known.size;
    root.dataset.measured = String(known.size);
    if (said.textContent !== text) said.textContent = text;
  }

  start.addEventListener("click", measure);
  stop.addEventListener("click", () => hand?.abort());
  const before = kept ? `Measured on ${kept.day}.` : "";
  show(before);

  // What others have measured on this server came with the page.
  function learn(cells) {
    for (const cell of cells) known.set(key(cell), cell);
    show(known.size === total ? done : known.size ? "" : before);
  }
  return { tools, cells: () => (known.size || hand ? [...known.values()] : kept?.cells ?? []), learn };
}

/**
 * What a chart says before anything is measured: in its middle, on a ground of its own, so that no line runs through it.
 * @param {Chart} chart @param {Stage} stage
 */
export function invite({ axes }, stage) {
  const { context, box } = axes, size = stage.small + 1, text = `Press “${WORDS.first}”. It takes a few seconds.`;
  const wide = axes.widthOf(text, size) + 16, x = box.x + box.w / 2, y = box.y + box.h / 2;
  context.fillStyle = stage.palette.background;
  context.fillRect(x - wide / 2, y - size, wide, 2 * size);
  axes.text(text, x, y, { color: stage.palette.text, size });
}

// A number of seconds on an axis: 10^exponent of them.
export function unit(exponent) {
  const value = 10 ** exponent, [size, name] = UNITS.find(([s]) => value >= s * 0.999) ?? UNITS.at(-1);
  return `${Number((value / size).toPrecision(1))} ${name}`;
}

/** @type {[number, string][]} */
const UNITS = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];

class Refusal extends Error {}

// The data of server-sent events, one by one.
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part.slice("data: ".length));
  }
}
