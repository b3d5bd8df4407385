// A page of the site: what the app's server and Streamlit do in the app. It puts the live elements where
// they stand, answers what scripts ask, and has the page run again in the engine when something changes.

import { answerWith } from "../../assets/base/requests.js";
import { device } from "../../assets/base/storage.js";
import { mount as mountElement, unmount as unmountElement } from "../../assets/element/live-element.js";
import { Engine } from "./engine.js";
import { address, ask, isOneFile, unpackedAddress, script as place } from "./files.js";
import { morph, sending } from "./morph.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const SITE = new URL(document.baseURI);
const LIVE = { mount: mountElement, unmount: unmountElement };
const LATEST = 4000;             // ms after which what waits for the first picture comes all the same
const NEAR = "600px";            // how far below the window an element is put up
const ONE_PAGE = "This file holds one page of the course. The others are in the course itself.";
const KEPT = "This course is kept on this device: it opens without a network.";
const LATER = "What this link shows comes with the engine. Until then you see the picture with which the page opens.";
const MOVES_IT = new Set(["kernel_steps"]);                                  // the first picture has its place by it
const ALL_OVER = new Set([...MOVES_IT, "kernel_terms", "kernel_page_name"]); // what they draw is all over the page, or in its header
const given = read("visit"), prepared = new Map(Object.entries(given.prepared));
const main = /** @type {HTMLElement} */ (document.querySelector("main > div")), data = new Map(Object.entries(given.data));
const app = /** @type {HTMLElement} */ (document.querySelector("[data-testid=stApp]"));
const mounted = new Map();       // elements by their key: where, and what draws them
const engine = new Engine({ ask, address, kept: unpackedAddress }, given.engine);
const words = () => new URLSearchParams(location.search);
const HOW = new Set(["step", "hide", "embed", ...Object.keys(given.screen)]);   // words of the address that say nothing of a scene
// What fills the screen with one picture goes through all of a page, in the folds too.
const fillsScreen = () => Object.entries(given.screen).some(([word, value]) => value ? words().get(word) === value : words().has(word));
/** @type {string | undefined} The address that the engine knows. */
let here = location.pathname + location.search;
let running = Promise.resolve(), runs = 0, opening = 0, isLoading = false;

const unpacked = async (address) => {
  const answer = await ask(address);
  if (!answer.ok) throw new Error(address);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
};

// The first picture has the line to itself until it is seen: a sweep is twenty times its first frame, and
// elements, sheets of styles and the engine come behind it.
const first = main.querySelector("[data-component=kernel_live]");
const firstPaint = new Promise((resolve) => {
  if (first) whenFound("[data-painted]:not([data-painted='0'])", () => { afterItIsSeen(resolve); }); else resolve();
});
const frameQuery = (query) => query.replace(/&stops=\d+/, "&stops=1");

// ---- what scripts ask --------------------------------------------------------------------------

const loaded = new Promise((resolve, reject) => {
  engine.addEventListener("ready", resolve);
  engine.addEventListener("broken", (/** @type {any} */ { detail }) => reject(new Error(detail.message)));
});
loaded.catch(() => {});

/** @param {string} address @param {RequestInit} [options] */
async function answer(address, { signal, body } = {}) {
  const asked = String(address), below = asked.startsWith(SITE.pathname) ? asked.slice(SITE.pathname.length) : asked;
  const [path, query = ""] = below.replace(/^\/+/, "").split("?");
  const ready = prepared.get(`${path}?${query}`);
  if (ready) {
    if (prepared.has(`${path}?${frameQuery(query)}`) && query !== frameQuery(query)) await firstPaint;
    const made = await unpacked(ready).then((found) => found.arrayBuffer()).catch(() => undefined);
    if (made) return new Response(made, { headers: { "Content-Type": "application/octet-stream" } });
    loadEngine();        // without a network what was not kept is missing: the engine solves it
  }
  try {
    await loaded;
  } catch (error) {
    return Response.json({ message: error.message }, { status: 400 });
  }
  return engine.request(path, typeof body === "string" ? body : query, signal);
}
answerWith(answer, { name: "browser", place: "device" });

// ---- elements ----------------------------------------------------------------------------------

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) { near.unobserve(target); put(target); }
}, { root: main.parentElement, rootMargin: NEAR });

// The addresses of scripts and pages are those of the app; here they lie below the site's folder.
function local(value) {
  const modules = value.modules && Object.fromEntries(Object.entries(value.modules).map(([kind, address]) => [kind, place(address)]));
  return { ...value, ...(modules && { modules }), ...(value.module && { module: place(value.module) }), ...("base" in value && { base: SITE.pathname }) };
}

// Paper has all pictures; those that were not reached come now, and are there the next time.
addEventListener("beforeprint", () => {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-element]"))) {
    if (mounted.has(box.dataset.element)) continue;
    near.unobserve(box);
    put(box);
  }
});

async function put(box) {
  const { element: key, component } = box.dataset;
  if (component === "kernel_steps" && document.documentElement.matches("[data-without~=steps]")) return;
  const isFirst = box === first || MOVES_IT.has(component) || (fillsScreen() && !component.startsWith("kernel_live"));
  if (!isFirst) await firstPaint;
  let value = data.get(key);
  if (value === undefined) return;
  if (typeof value === "string") value = await (await unpacked(value)).json();
  const script = component.startsWith("kernel_live") ? LIVE : await import(place(value.module));
  if (!box.isConnected || data.get(key) === undefined) return;
  data.set(key, value);
  mounted.set(key, { box, script });
  show(key);
}

function show(key) {
  const { box, script } = mounted.get(key);
  script.mount({
    parentElement: box, data: local(data.get(key)),
    setStateValue: (_, state) => happen({ element: key, state }),
    setTriggerValue: (trigger, value) => happen({ element: key, trigger, value }),
  });
}

function lookAround() {
  const boxes = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-element]"))];
  for (const [key, { box, script }] of mounted) if (!boxes.includes(box)) { script.unmount(box); mounted.delete(key); }
  for (const box of boxes) {
    if (mounted.get(box.dataset.element)?.box === box) continue;
    if (box === first || ALL_OVER.has(box.dataset.component) || box.closest("dialog") || fillsScreen()) put(box); else near.observe(box);
  }
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("main [data-testid=stDialog]:not([open])"))) {
    dialog.showModal();
    dialog.addEventListener("close", () => { if (dialog.isConnected) happen({ closed: true }); }, { once: true });
  }
}

// ---- runs of the page --------------------------------------------------------------------------

const theme = () => getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
const pageName = () => isOneFile ? given.page : location.pathname.slice(SITE.pathname.length).replace(/(index\.html|\/)$/, "");
const parts = () => ({ page: pageName(), query: location.search.slice(1), url: location.href.split(/[?#]/)[0], theme: theme() });

// Something was pressed, chosen or let go, in a field perhaps. Runs follow one another; the page shows the newest.
function happen(event, field) {
  const dialog = Boolean(document.querySelector("[data-testid=stDialog][open]")) && !event.closed;
  state(++runs);
  if (field) sending.add(field);
  const led = event.open ? parts() : null;   // what comes before it must not lead elsewhere
  if (led) opening++;
  running = running.then(() => {
    sending.delete(field);
    if (led) opening--;
    return run({ ...event, dialog, ...(led ?? parts()) });
  }).catch(reportError).finally(() => state(--runs));
}

// As Streamlit says it of its own runs.
function state(left) { app.dataset.testScriptState = left ? "running" : "notRunning"; }

async function run(event) {
  try { await loaded; } catch { return; }
  if (document.getElementById("engine-told").textContent === LATER) say("");
  document.documentElement.classList.add("site-running");
  try {
    const answered = await engine.page(event);
    if (answered.late) say(JSON.parse(answered.body).message); else update(answered, event);
  } catch (error) {
    say("This page could not be worked out here. Reload it.");
    throw error;                     // for the browser's own log, see happen
  } finally {
    document.documentElement.classList.remove("site-running");
  }
}

// The words of an address but for the step of the page, which the rail writes.
function scene(search) {
  const words = new URLSearchParams(search);
  words.delete("step");
  return words.toString();
}

// What a visitor set is a step of the way back, as in the app; how a page opens is none.
function update({ html, elements, page, query, title }, { open: opens, query: asked }) {
  if (isOneFile && page !== given.page) { say(ONE_PAGE); return; }
  const stays = isOneFile || page === parts().page;
  const url = stays ? new URL(location.href) : new URL(page ? `${page}/` : "./", SITE);
  url.search = query;
  const isStep = !stays || (!opens && scene(query) !== scene(location.search));
  const says = opens || !stays || scene(query) !== scene(asked);     // else the address may be ahead of it: a hand moves on
  if (!opening) {
    if (says && url.href !== location.href) history[isStep ? "pushState" : "replaceState"](history.state, "", url);
    here = location.pathname + location.search;
  }
  document.title = title;
  const told = JSON.parse(elements);
  for (const key of data.keys()) if (!(key in told)) data.delete(key);
  for (const [key, value] of Object.entries(told)) data.set(key, value);
  const next = document.createElement("div");
  next.innerHTML = html;            // written by features/site/page_html.py, which escapes what a visitor wrote
  next.dataset.testid = main.dataset.testid;
  morph(main, next);
  delete document.documentElement.dataset.without;
  lookAround();
  for (const [key] of mounted) if (data.has(key)) show(key);
}

function say(message) {
  const strip = document.getElementById("engine-told");
  strip.textContent = message;
  strip.hidden = !message;
}

// ---- the visitor's hand ------------------------------------------------------------------------

async function value(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "radio" || field.tagName === "SELECT") return { option: Number(field.value) };
  if (field.type === "number") return { number: Number(field.value) };
  if (field.type === "file") return field.files.length ? { files: await Promise.all([...field.files].map(sent)) } : undefined;
  return field.value;
}

// A file as an event takes it to the engine, in letters; of a folder's with its path.
async function sent(file) {
  const read = new FileReader(), done = new Promise((resolve, reject) => { Object.assign(read, { onload: resolve, onerror: reject }); });
  read.readAsDataURL(file);
  await done;
  return { name: file.webkitRelativePath || file.name, content: String(read.result).replace(/^.*?,/, "") };
}

main.addEventListener("change", async (/** @type {any} */ { target }) => {
  const widget = target.dataset?.widget;
  if (!widget) return;
  const set = await value(target);
  if (set !== undefined) happen({ widget, value: set }, target);
});

main.addEventListener("click", (/** @type {any} */ event) => {
  const button = event.target.closest("button[data-widget], button[data-download], button[data-pill], [role=tab]");
  const link = event.target.closest("a[href]");
  if (link) follow(link, event);
  if (!button) return;
  const { widget, download, pill } = button.dataset;
  if (widget) happen({ widget });
  else if (download) running = running.then(() => save(download)).catch(fileFailed);
  else if (pill) press(button, pill);
  else turn(button);
});

function press(button, pill) {
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const on = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`[data-pill="${CSS.escape(pill)}"][aria-pressed=true]`)]);
  happen({ widget: pill, value: on.map((one) => Number(one.value)) });
}

function turn(tab) {
  const tabs = [...tab.parentElement.children], rooms = [...tab.parentElement.parentElement.children].slice(1);
  tabs.forEach((one, k) => { one.setAttribute("aria-selected", one === tab); rooms[k].hidden = one !== tab; });
}

async function save(name) {
  await loaded;
  document.documentElement.classList.add("site-running");
  const { body, file, type, late } = await engine.file(name, parts()).finally(() => document.documentElement.classList.remove("site-running"));
  if (late) { say(JSON.parse(body).message); return; }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([body], { type })), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function fileFailed(error) {
  say("This file could not be made here. Reload the page and try again.");
  reportError(error);
}

// A link of the app to a page, "svm?data=…", leads into the page's folder here.
function follow(link, event) {
  const to = new URL(link.href);
  if (isOneFile && to.href.startsWith(SITE.href)) { event.preventDefault(); say(ONE_PAGE); return; }
  if (to.origin !== SITE.origin || !to.pathname.startsWith(SITE.pathname)) return;
  const path = to.pathname.slice(SITE.pathname.length);
  if (path && !path.endsWith("/") && !path.includes(".")) { to.pathname += "/"; link.href = to.href; }
}

// Back, forward, and what leads on from scene to scene.
addEventListener("popstate", () => {
  if (location.pathname + location.search !== here) happen({ open: true });
});

addEventListener("address-written", () => { here = undefined; });

// ---- the start ---------------------------------------------------------------------------------

function watchLoading() {
  const line = document.getElementById("engine-line");
  engine.addEventListener("progress", (/** @type {any} */ { detail }) => { line.style.setProperty("--part", detail.part); });
  engine.addEventListener("ready", () => { line.hidden = true; document.documentElement.dataset.engine = "ready"; });
  engine.addEventListener("broken", (/** @type {any} */ { detail }) => { line.hidden = true; document.documentElement.dataset.engine = "broken"; say(detail.message); });
}

function colours() {
  const button = document.getElementById("theme"), kept = device.get("kl-theme");
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    button.textContent = name === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Change to ${name === "dark" ? "light" : "dark"} colours`);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)"), preferred = () => (dark.matches ? "dark" : "light");
  set(kept ?? preferred());
  dark.addEventListener("change", () => { if (!device.get("kl-theme")) set(preferred()); });
  button.addEventListener("click", () => {
    set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    device.set("kl-theme", document.documentElement.dataset.theme);
  });
  button.hidden = false;
}

// In a narrow window the way between pages is folded.
function menu() {
  const button = document.getElementById("pages");
  const set = (open) => {
    document.documentElement.dataset.pages = open ? "open" : "folded";
    button.setAttribute("aria-expanded", String(open));
  };
  set(false);
  button.hidden = false;
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") !== "true"));
  addEventListener("keydown", ({ key }) => { if (key === "Escape") set(false); });
  addEventListener("click", (/** @type {any} */ { target }) => { if (!target.closest("#pages")) set(false); });
}

// A panel beside a page's question goes by Escape, which leads the keyboard back to its button, and by a press
// somewhere else, which takes the keyboard there: the button may be far above, and the page would jump to it.
function panels() {
  const opened = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.popover[open]"));
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const panel of opened()) {
      if (panel.contains(document.activeElement)) panel.querySelector("summary").focus();
      panel.open = false;
    }
  });
  addEventListener("pointerdown", (/** @type {any} */ { target }) => {
    for (const panel of opened()) if (!panel.contains(target)) panel.open = false;
  });
}

async function keepAll() {
  if (isOneFile || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data === "all is kept") sayKept(); });
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", SITE), { scope: SITE.pathname });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("keep all");
  } catch { /* a private window keeps nothing, and needs nothing kept */ }
}

// At the end of each page, once all of the course is on this device.
function sayKept() {
  const line = document.getElementById("kept-told");
  line.hidden = false;
  line.textContent = KEPT;
}

function loadEngine() {
  if (isLoading) return;
  isLoading = true;
  engine.load().then(keepAll, () => {});
}

// The engine is large: it comes behind the first picture, or at once where there is none.
function afterTheFirstPicture(run) {
  if (!first) { run(); return; }
  whenFound("[data-live][data-ready='1']", () => { afterItIsSeen(run); });
}

// Runs when the page has such an element, or is late with it.
function whenFound(selector, run) {
  const watcher = new MutationObserver(() => { if (main.querySelector(selector)) begin(); });
  const begin = () => { watcher.disconnect(); clearTimeout(late); run(); };
  const late = setTimeout(begin, LATEST);
  watcher.observe(main, { subtree: true, childList: true, attributeFilter: ["data-ready", "data-painted"] });
}

// A page that nobody looks at draws nothing.
function afterItIsSeen(run) {
  if (document.hidden) run(); else requestAnimationFrame(() => setTimeout(run));
}

// What a link leaves out is not seen until the engine is there; then it is not on the page. In a frame of
// another page nothing stands around the picture. Where no steps are to be walked (lab/ui/steps/walk.py),
// no rail writes one into the address.
function leaveOut() {
  const embedded = words().get("embed") === "true", root = document.documentElement;
  const out = (words().get("hide") ?? "").split(/[\s,]+/);
  if (embedded) out.push("embed");
  if (fillsScreen() || ["embed", "navigation", "text"].some((word) => out.includes(word))) out.push("steps");
  root.dataset.without = out.join(" ");
  root.toggleAttribute("data-embedded", embedded);
  if (!embedded || isOneFile) return;
  for (const name of ["embed.css", "streamlit/embed.css"]) {
    const rel = "stylesheet", href = new URL(`../../assets/styles/${name}`, import.meta.url).href;
    document.body.append(Object.assign(document.createElement("link"), { rel, href }));
  }
}

document.documentElement.toggleAttribute("data-one-file", isOneFile);
leaveOut();
document.querySelector("nav.pages [aria-current]")?.scrollIntoView({ inline: "start", block: "nearest" });
state(0);
colours();
menu();
panels();
watchLoading();
lookAround();
firstPaint.then(() => {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-later]"))) link.href = link.dataset.later;
});
if (location.search) happen({ open: true });
if ([...words().keys()].some((word) => !HOW.has(word))) say(LATER);
afterTheFirstPicture(loadEngine);
