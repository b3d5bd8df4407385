// Measure times on the computer that answers: a start and a stop button, the progress, and the measured times as they arrive.
// Each time is a server-sent event, see lab/endpoints/benchmark_stream.py; here it is a cell, an object with a `method`
// and other fields.

import { element, setText } from "../base/dom.js";
import { computer, request } from "../base/requests.js";

const lostMessage = () => `The ${computer.name} does not answer. Measurements so far are kept. Try again in a moment.`;

const WORDS = { first: "Measure times", again: "Continue measuring", so_far: "Measured" };

/** @typedef {{ method: string, [field: string]: any }} Cell A measured time; each picture has its own further fields. */

/**
 * Build the buttons of a measurement. `key` returns the name of a cell; `changed` is called after each cell. `record`:
 * earlier cells and their day, which are shown until a cell is measured here. Return the tools' row, the
 * cells, and `learn`, which adds cells.
 * @param {HTMLElement} root
 * @param {{ address: string, total: number, done: string, key: (cell: any) => string, changed: () => void,
 *   words?: typeof WORDS, record?: { day: string, cells: any[] } }} options
 */
export function stopwatch(root, { address, total, done, key, changed: onChange, words = WORDS, record = undefined }) {
  /** @type {Map<string, Cell>} */
  const cellsByKey = new Map();
  const start = element("button", { type: "button", className: "kl-action" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: total, value: 0, ariaLabel: words.so_far });
  const status = element("p", { className: "kl-fine-print", role: "status" });
  const tools = element("div", { className: "kl-row kl-timing-tools" }, start, stop, bar, status);
  root.append(tools);
  /** @type {AbortController | null} */
  let controller = null;

  async function measure() {
    const { signal } = controller = new AbortController();
    show(`${words.so_far} ${cellsByKey.size} of ${total}.`);
    stop.focus();
    try {
      const answer = await request(address, { signal, cache: "no-store" });
      if (!answer.ok) throw new Refusal((await answer.json()).message);
      let message = "";
      for await (const cell of answer.body ? events(answer.body) : []) {
        if (!root.isConnected) { controller.abort(); return; }
        if (cell.message) message = cell.message;
        if (cell.method) addCell(cell);
      }
      controller = null;
      show(message || (cellsByKey.size === total ? done : lostMessage()));
    } catch (error) {
      const isStopped = signal.aborted;
      controller = null;
      show(isStopped ? `Stopped at ${cellsByKey.size} of ${total}. Measurements so far are kept.` : error instanceof Refusal ? error.message : lostMessage());
    }
    if (!start.hidden) start.focus();
  }

  /** @param {Cell} cell */
  function addCell(cell) {
    cellsByKey.set(key(cell), cell);
    show(`${words.so_far} ${cellsByKey.size} of ${total}.`);
    onChange();
  }

  /** @param {string} text */
  function show(text) {
    const isComplete = cellsByKey.size === total;
    start.hidden = Boolean(controller) || isComplete;
    start.textContent = cellsByKey.size ? words.again : words.first;
    stop.hidden = !controller;
    bar.hidden = !controller;
    bar.value = cellsByKey.size;
    root.dataset.measured = String(cellsByKey.size);
    setText(status, text);
  }

  start.addEventListener("click", measure);
  stop.addEventListener("click", () => controller?.abort());
  const dayNote = record ? `Measured on ${record.day}.` : "";
  show(dayNote);

  /** Add cells that were measured here before. @param {Cell[]} cells */
  function learn(cells) {
    for (const cell of cells) cellsByKey.set(key(cell), cell);
    show(cellsByKey.size === total ? done : cellsByKey.size ? "" : dayNote);
  }
  return { tools, cells: () => (cellsByKey.size || controller ? [...cellsByKey.values()] : record?.cells ?? []), learn };
}

/**
 * Draw the hint to measure in the middle of an empty chart, on its own background.
 * @param {Chart} chart @param {Stage} stage
 */
export function invite({ axes }, stage) {
  const { context, box } = axes, size = stage.small + 1, text = `Press “${WORDS.first}”. It takes a few seconds.`;
  const width = axes.widthOf(text, size) + 16, x = box.x + box.w / 2, y = box.y + box.h / 2;
  context.fillStyle = stage.palette.background;
  context.fillRect(x - width / 2, y - size, width, 2 * size);
  axes.text(text, x, y, { color: stage.palette.text, size });
}

/** Return the label of an axis's tick at 10^exponent seconds. @param {number} exponent */
export function unit(exponent) {
  const value = 10 ** exponent, [size, name] = UNITS.find(([s]) => value >= s * 0.999) ?? UNITS[UNITS.length - 1];
  return `${Number((value / size).toPrecision(1))} ${name}`;
}

/** @type {[number, string][]} */
const UNITS = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];

class Refusal extends Error {}

/** Yield the data of server-sent events. @param {ReadableStream<BufferSource>} body @returns {AsyncGenerator<any, void>} */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield JSON.parse(part.slice("data: ".length));
  }
}
