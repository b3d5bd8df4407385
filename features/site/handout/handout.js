// Mount a live element in a page from disk, with all of its sweeps in the file, see features/site/handout/.

import { tensorAt, decode, field } from "../../../assets/base/sweep-decoder.js";
import { typedNumber } from "../../../assets/base/format.js";
import { mount } from "../../../assets/element/live-element.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "");
/** @param {Record<string, any>} fields */
const textFields = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "number" ? typedNumber(value) : value]));

/**
 * A sweep, its slider, and the fields of its scene that differ from the page's.
 * @typedef {{ along: string, fields: Record<string, any>, sweep: Sweep }} Entry
 */

/** @param {{ along: string, fields: Record<string, any>, packed: string }} entry @returns {Promise<Entry>} */
async function unpack({ along, fields, packed }) {
  const packedBlob = new Blob([Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))]);
  const bytes = await new Response(packedBlob.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return { along, fields, sweep: decode(bytes) };
}

/**
 * Transpose sweeps along one slider, one for each stop of a second slider, into sweeps along the second slider.
 * @param {Entry[]} entries
 */
function transpose(entries) {
  const [{ along, fields, sweep }] = entries, otherSlider = Object.keys(fields).find((name) => typeof fields[name] === "number");
  if (!otherSlider) return [];
  const groups = new Map();
  for (const entry of entries) {
    const { [otherSlider]: _, ...rest } = entry.fields, key = JSON.stringify(rest);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].flatMap(([rest, group]) => Array.from(sweep.stops, (stop, k) =>
    ({ along: otherSlider, fields: { ...JSON.parse(rest), [along]: stop }, sweep: transposeStop(group, otherSlider, k) })));
}

/** @param {Entry[]} group @param {string} otherSlider @param {number} k */
function transposeStop(group, otherSlider, k) {
  const stops = Float64Array.from(group, ({ fields }) => fields[otherSlider]), [{ sweep: { meta, tensors } }] = group;
  const joinedTensors = Object.entries(tensors).map(([name, tensor]) => {
    if (tensor.fixed) return [name, tensor];
    const parts = group.map(({ sweep }) => tensorOfStop(sweep, name, k)), dtype = name === "field" ? "F32" : tensor.dtype;
    const data = new /** @type {any} */ (parts[0]).constructor(parts.length * parts[0].length);
    parts.forEach((part, j) => data.set(part, j * part.length));
    return [name, { ...tensor, dtype, data, shape: [parts.length, ...tensor.shape.slice(1)] }];
  });
  const allTensors = { ...Object.fromEntries(joinedTensors), stops: { dtype: "F64", shape: [stops.length], data: stops, fixed: true } };
  return { meta: { ...meta, along: otherSlider, scale: "1" }, tensors: allTensors, stops, scale: 1 };
}

/**
 * Read a tensor at one stop. Each sweep has its own scale for fields, so a field is returned as decoded numbers.
 * @param {Sweep} sweep @param {string} name @param {number} k
 */
function tensorOfStop(sweep, name, k) {
  const value = tensorAt(sweep, name, k);
  if (name === "field") return field(sweep, k);
  return typeof value === "number" ? new /** @type {any} */ (sweep.tensors[name].data).constructor([value]) : value;
}

/**
 * Mount the element and, as the app would, confirm each change of its query.
 * @param {HTMLElement} parentElement @param {ElementData} data
 */
function host(parentElement, data) {
  let queryAfterMove = "";
  /** @type {Component} */
  const component = { data, parentElement, setTriggerValue() {}, setStateValue(_, address) { queryAfterMove = address; queueMicrotask(answer); } };
  const answer = () => mount({ ...component, data: { ...data, query: queryAfterMove, view: {}, sweeps: [] } });
  mount(component);
}

function setUpTheme() {
  const { dataset } = document.documentElement, button = /** @type {HTMLElement} */ (document.getElementById("theme"));
  /** @param {string} theme */
  const show = (theme) => {
    dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"} colours`);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  show(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => show(dark.matches ? "dark" : "light"));
  button.addEventListener("click", () => show(dataset.theme === "dark" ? "light" : "dark"));
  button.hidden = false;
}

setUpTheme();
const data = read("element"), storedSweeps = await Promise.all(read("sweeps").map(unpack));
const sweeps = storedSweeps.length ? [...storedSweeps, ...transpose(storedSweeps)] : data.sweeps;
if (storedSweeps.length) for (const entry of sweeps) entry.fields = textFields(entry.fields);
const query = new URLSearchParams(data.query);
for (const along of new Set(sweeps.map((/** @type {{ along?: string }} */ entry) => entry.along).filter(Boolean))) query.set(along, typedNumber(Number(query.get(along))));
host(/** @type {HTMLElement} */ (document.getElementById("picture")), { ...data, query: query.toString(), ...(sweeps && { sweeps }) });
for (const script of read("tools")) (await import(script)).mount();
