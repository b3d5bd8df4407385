// Run a page of the site in place of the app's server and Streamlit: mount the live elements, answer the requests of
// scripts, and rerun the page in the engine when something changes.

import { answerWith } from "../../assets/base/requests.js";
import { device } from "../../assets/base/storage.js";
import { mount as mountElement, unmount as unmountElement } from "../../assets/element/live-element.js";
import { Engine } from "./engine.js";
import { address, ask, isOneFile, unpackedAddress, scriptAddress } from "./files.js";
import { fieldsBeingSent, morph } from "./morph.js";

/** Return the element with this id, which page_html.py has written. @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** Return the data in the tag with this id. @param {string} id */
const read = (id) => JSON.parse(byId(id).textContent);
const SITE = new URL(document.baseURI);
const LIVE_SCRIPT = { mount: mountElement, unmount: unmountElement };
const FIRST_PAINT_TIMEOUT_MS = 4000;             // time after which the rest of the page loads even without a first picture
const MOUNT_MARGIN = "600px";            // distance below the window within which elements are mounted
const ONE_PAGE_MESSAGE = "This file contains only one page of the course, so links to other pages don’t work here.";
const STORED_MESSAGE = "This course is stored on this device and opens without a network.";
const LATER_MESSAGE = "The scene of this link appears when the Python that computes it in your browser has loaded. Until then you see the page’s first picture.";
const LAYOUT_COMPONENTS = new Set(["kernel_steps"]);                                  // components that determine the position of the first picture
const PAGE_COMPONENTS = new Set([...LAYOUT_COMPONENTS, "kernel_terms", "kernel_page_name"]); // components that draw anywhere on the page, or in its header
const visitData = read("visit");
/** @type {Map<string, string>} Files by the requests that they answer. */
const preparedFiles = new Map(Object.entries(visitData.prepared));
const main = /** @type {HTMLElement} */ (document.querySelector("main > div"));
/** @type {Map<string, any>} */
const data = new Map(Object.entries(visitData.data));
const app = /** @type {HTMLElement} */ (document.querySelector("[data-testid=stApp]"));
/** @type {Map<string, { box: HTMLElement, script: { mount(component: object): void, unmount(box: HTMLElement): void } }>} */
const mountedElements = new Map();       // box and script of each element, by its key
const engine = new Engine({ ask, address, unpackedAddress }, visitData.engine);
const addressWords = () => new URLSearchParams(location.search);
const DISPLAY_WORDS = new Set(["step", "hide", "embed", ...Object.keys(visitData.screen)]);   // words of the address that are not fields of a scene
// Views that fill the screen with one picture need all of the page's elements, also those in closed sections.
const fillsScreen = () => Object.entries(visitData.screen).some(([word, value]) => value ? addressWords().get(word) === value : addressWords().has(word));
/** @type {string | undefined} The address of the last run in the engine. */
let knownAddress = location.pathname + location.search;
let lastRun = Promise.resolve(), runCount = 0, openingCount = 0, isLoading = false;

/** @param {string} address */
const fetchPacked = async (address) => {
  const answer = await ask(address);
  if (!answer.ok || !answer.body) throw new Error(address);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
};

// Until the first picture is painted nothing else is loaded: a sweep is many times as large as its first frame,
// and other elements, styles and the engine can wait.
const firstElement = main.querySelector("[data-component=kernel_live]");
/** @type {Promise<void>} */
const firstPaint = new Promise((resolve) => {
  if (firstElement) whenPresent("[data-painted]:not([data-painted='0'])", () => { afterPaint(resolve); }); else resolve();
});
/** @param {string} query */
const frameQuery = (query) => query.replace(/&stops=\d+/, "&stops=1");

// ---- requests of scripts --------------------------------------------------------------------------

const engineReady = new Promise((resolve, reject) => {
  engine.addEventListener("ready", resolve);
  engine.addEventListener("broken", (/** @type {any} */ { detail }) => reject(new Error(detail.message)));
});
engineReady.catch(() => {});

/** @param {string} address @param {RequestInit} [options] */
async function answer(address, { signal, body } = {}) {
  const text = String(address), relativePath = text.startsWith(SITE.pathname) ? text.slice(SITE.pathname.length) : text;
  const [path, query = ""] = relativePath.replace(/^\/+/, "").split("?");
  const file = preparedFiles.get(`${path}?${query}`);
  if (file) {
    if (preparedFiles.has(`${path}?${frameQuery(query)}`) && query !== frameQuery(query)) await firstPaint;
    const content = await fetchPacked(file).then((unpacked) => unpacked.arrayBuffer()).catch(() => undefined);
    if (content) return new Response(content, { headers: { "Content-Type": "application/octet-stream" } });
    loadEngine();        // without a network the file may be missing: then the engine computes the answer
  }
  try {
    await engineReady;
  } catch (error) {
    return Response.json({ message: /** @type {Error} */ (error).message }, { status: 400 });
  }
  return engine.request(path, typeof body === "string" ? body : query, signal);
}
answerWith(answer, { name: "browser", place: "device" });

// ---- elements ----------------------------------------------------------------------------------

const nearObserver = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) { nearObserver.unobserve(target); mountBox(/** @type {HTMLElement} */ (target)); }
}, { root: main.parentElement, rootMargin: MOUNT_MARGIN });

/** Make the app's addresses of scripts and pages relative to the site's folder. @param {{ modules?: Record<string, string>, module?: string, base?: string }} value */
function withSiteAddresses(value) {
  const modules = value.modules && Object.fromEntries(Object.entries(value.modules).map(([kind, address]) => [kind, scriptAddress(address)]));
  return { ...value, ...(modules && { modules }), ...(value.module && { module: scriptAddress(value.module) }), ...("base" in value && { base: SITE.pathname }) };
}

// Mount the elements that are not mounted yet, so that all pictures are printed.
addEventListener("beforeprint", () => {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-element]"))) {
    if (mountedElements.has(box.dataset.element ?? "")) continue;
    nearObserver.unobserve(box);
    mountBox(box);
  }
});

/** @param {HTMLElement} box */
async function mountBox(box) {
  const { element: key = "", component = "" } = box.dataset;
  if (component === "kernel_steps" && document.documentElement.matches("[data-without~=steps]")) return;
  const isFirst = box === firstElement || LAYOUT_COMPONENTS.has(component) || (fillsScreen() && !component.startsWith("kernel_live"));
  if (!isFirst) await firstPaint;
  let value = data.get(key);
  if (value === undefined) return;
  if (typeof value === "string") value = await (await fetchPacked(value)).json();
  const script = component.startsWith("kernel_live") ? LIVE_SCRIPT : await import(scriptAddress(value.module));
  if (!box.isConnected || data.get(key) === undefined) return;
  data.set(key, value);
  mountedElements.set(key, { box, script });
  show(key);
}

/** @param {string} key */
function show(key) {
  const element = mountedElements.get(key);
  if (!element) return;
  const { box, script } = element;
  script.mount({
    parentElement: box, data: withSiteAddresses(data.get(key)),
    setStateValue: (/** @type {string} */ _, /** @type {any} */ state) => rerunAfter({ element: key, state }),
    setTriggerValue: (/** @type {string} */ trigger, /** @type {any} */ value) => rerunAfter({ element: key, trigger, value }),
  });
}

function mountElements() {
  const boxes = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-element]"))];
  for (const [key, { box, script }] of mountedElements) if (!boxes.includes(box)) { script.unmount(box); mountedElements.delete(key); }
  for (const box of boxes) {
    if (mountedElements.get(box.dataset.element ?? "")?.box === box) continue;
    if (box === firstElement || PAGE_COMPONENTS.has(box.dataset.component ?? "") || box.closest("dialog") || fillsScreen()) mountBox(box); else nearObserver.observe(box);
  }
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("main [data-testid=stDialog]:not([open])"))) {
    dialog.showModal();
    dialog.addEventListener("close", () => { if (dialog.isConnected) rerunAfter({ closed: true }); }, { once: true });
  }
}

// ---- runs of the page --------------------------------------------------------------------------

const theme = () => getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
const pageName = () => isOneFile ? visitData.page : location.pathname.slice(SITE.pathname.length).replace(/(index\.html|\/)$/, "");
const parts = () => ({ page: pageName(), query: location.search.slice(1), url: location.href.split(/[?#]/)[0], theme: theme() });

/**
 * An event of the page, as features/site/visit.py reads it; `open`: another address was opened.
 * @typedef {{ open?: boolean, closed?: boolean, element?: string, widget?: string, [name: string]: any }} PageEvent
 */

/** Run the page after an event, one run after another. `field`: the field whose change caused the event. @param {PageEvent} event @param {HTMLElement} [field] */
function rerunAfter(event, field) {
  const dialog = Boolean(document.querySelector("[data-testid=stDialog][open]")) && !event.closed;
  showState(++runCount);
  if (field) fieldsBeingSent.add(field);
  const target = event.open ? parts() : null;   // earlier runs must not change the target
  if (target) openingCount++;
  lastRun = lastRun.then(() => {
    fieldsBeingSent.delete(field);
    if (target) openingCount--;
    return run({ ...event, dialog, ...(target ?? parts()) });
  }).catch(reportError).finally(() => showState(--runCount));
}

/** Set the attribute that Streamlit sets during a run. @param {number} runsLeft */
function showState(runsLeft) { app.dataset.testScriptState = runsLeft ? "running" : "notRunning"; }

/** Run the page in the engine after an event, and show the result. @param {PageEvent & { query: string }} event */
async function run(event) {
  try { await engineReady; } catch { return; }
  if (byId("engine-message").textContent === LATER_MESSAGE) say("");
  document.documentElement.classList.add("site-running");
  try {
    const answer = await engine.page(event);
    if (answer.isLate) say(JSON.parse(answer.body).message); else update(answer, event);
  } catch (error) {
    say("This page could not be computed here. Reload it.");
    throw error;                     // for the browser's log, see rerunAfter
  } finally {
    document.documentElement.classList.remove("site-running");
  }
}

/** Return the query without the page's step, which the rail writes. @param {string} search */
function sceneQuery(search) {
  const words = new URLSearchParams(search);
  words.delete("step");
  return words.toString();
}

/**
 * Show a run's result. A change by the visitor or a switch to another page adds an entry to the browser's history; opening an
 * address does not.
 * @param {{ html: string, elements: string, page: string, query: string, title: string }} result @param {PageEvent & { query: string }} event
 */
function update({ html, elements, page, query, title }, { open: opens, query: queryBefore }) {
  if (isOneFile && page !== visitData.page) { say(ONE_PAGE_MESSAGE); return; }
  const staysOnPage = isOneFile || page === parts().page;
  const url = staysOnPage ? new URL(location.href) : new URL(page ? `${page}/` : "./", SITE);
  url.search = query;
  const isStep = !staysOnPage || (!opens && sceneQuery(query) !== sceneQuery(location.search));
  const writesAddress = opens || !staysOnPage || sceneQuery(query) !== sceneQuery(queryBefore);     // otherwise keep the address, which a drag may have changed since
  if (!openingCount) {
    if (writesAddress && url.href !== location.href) history[isStep ? "pushState" : "replaceState"](history.state, "", url);
    knownAddress = location.pathname + location.search;
  }
  document.title = title;
  const dataByKey = JSON.parse(elements);
  for (const key of data.keys()) if (!(key in dataByKey)) data.delete(key);
  for (const [key, value] of Object.entries(dataByKey)) data.set(key, value);
  const next = document.createElement("div");
  next.innerHTML = html;            // written by features/site/page_html.py, which escapes what a visitor wrote
  next.dataset.testid = main.dataset.testid;
  morph(main, next);
  delete document.documentElement.dataset.without;
  mountElements();
  for (const [key] of mountedElements) if (data.has(key)) show(key);
}

/** @param {string} message */
function say(message) {
  const strip = byId("engine-message");
  strip.textContent = message;
  strip.hidden = !message;
}

// ---- the visitor's input ------------------------------------------------------------------------

/** @param {any} field An input, a select or a text area. */
async function readValue(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "radio" || field.tagName === "SELECT") return { option: Number(field.value) };
  if (field.type === "number") return { number: Number(field.value) };
  if (field.type === "file") return field.files.length ? { files: await Promise.all([...field.files].map(encodeFile)) } : undefined;
  return field.value;
}

/** Encode a file in base64 for an event; a file of a folder keeps its path. @param {File} file */
async function encodeFile(file) {
  const read = new FileReader(), done = new Promise((resolve, reject) => { Object.assign(read, { onload: resolve, onerror: reject }); });
  read.readAsDataURL(file);
  await done;
  return { name: file.webkitRelativePath || file.name, content: String(read.result).replace(/^.*?,/, "") };
}

main.addEventListener("change", async (/** @type {any} */ { target }) => {
  const widget = target.dataset?.widget;
  if (!widget) return;
  const newValue = await readValue(target);
  if (newValue !== undefined) rerunAfter({ widget, value: newValue }, target);
});

main.addEventListener("click", (/** @type {any} */ event) => {
  const button = event.target.closest("button[data-widget], button[data-download], button[data-pill], [role=tab]");
  const link = event.target.closest("a[href]");
  if (link) follow(link, event);
  if (!button) return;
  const { widget, download, pill } = button.dataset;
  if (widget) rerunAfter({ widget });
  else if (download) lastRun = lastRun.then(() => save(download)).catch(reportFileFailure);
  else if (pill) togglePill(button, pill);
  else selectTab(button);
});

/** @param {HTMLElement} button @param {string} pill */
function togglePill(button, pill) {
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  const pressedOptions = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`[data-pill="${CSS.escape(pill)}"][aria-pressed=true]`)]);
  rerunAfter({ widget: pill, value: pressedOptions.map((option) => Number(option.value)) });
}

/** @param {HTMLElement} tab */
function selectTab(tab) {
  const list = /** @type {HTMLElement} */ (tab.parentElement);
  const panels = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (list.parentElement).children]).slice(1);
  [...list.children].forEach((other, k) => { other.setAttribute("aria-selected", String(other === tab)); panels[k].hidden = other !== tab; });
}

/** @param {string} name */
async function save(name) {
  await engineReady;
  document.documentElement.classList.add("site-running");
  const { body, file, type, isLate } = await engine.file(name, parts()).finally(() => document.documentElement.classList.remove("site-running"));
  if (isLate) { say(JSON.parse(body).message); return; }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([body], { type })), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {unknown} error */
function reportFileFailure(error) {
  say("This file could not be created. Reload the page and try again.");
  reportError(error);
}

/** Change a link of the app to a page, such as "svm?data=…", to the page's folder. @param {HTMLAnchorElement} link @param {Event} event */
function follow(link, event) {
  const target = new URL(link.href);
  if (isOneFile && target.href.startsWith(SITE.href)) { event.preventDefault(); say(ONE_PAGE_MESSAGE); return; }
  if (target.origin !== SITE.origin || !target.pathname.startsWith(SITE.pathname)) return;
  const path = target.pathname.slice(SITE.pathname.length);
  if (path && !path.endsWith("/") && !path.includes(".")) { target.pathname += "/"; link.href = target.href; }
}

// Rerun the page after Back and Forward.
addEventListener("popstate", () => {
  if (location.pathname + location.search !== knownAddress) rerunAfter({ open: true });
});

addEventListener("address-written", () => { knownAddress = undefined; });

// ---- the start ---------------------------------------------------------------------------------

function watchLoading() {
  const line = byId("engine-line");
  engine.addEventListener("progress", (/** @type {any} */ { detail }) => { line.style.setProperty("--part", detail.part); });
  engine.addEventListener("ready", () => { line.hidden = true; document.documentElement.dataset.engine = "ready"; });
  engine.addEventListener("broken", (/** @type {any} */ { detail }) => { line.hidden = true; document.documentElement.dataset.engine = "broken"; say(detail.message); });
}

function setUpTheme() {
  const button = byId("theme"), storedTheme = device.get("kl-theme");
  const set = (/** @type {string} */ name) => {
    document.documentElement.dataset.theme = name;
    button.textContent = name === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Change to ${name === "dark" ? "light" : "dark"} colours`);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)"), preferredTheme = () => (dark.matches ? "dark" : "light");
  set(storedTheme ?? preferredTheme());
  dark.addEventListener("change", () => { if (!device.get("kl-theme")) set(preferredTheme()); });
  button.addEventListener("click", () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    set(name);
    device.set("kl-theme", name);
  });
  button.hidden = false;
}

// Set up the button that opens and closes the list of pages in a narrow window.
function setUpMenu() {
  const button = byId("pages");
  const set = (/** @type {boolean} */ open) => {
    document.documentElement.dataset.pages = open ? "open" : "folded";
    button.setAttribute("aria-expanded", String(open));
  };
  set(false);
  button.hidden = false;
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") !== "true"));
  addEventListener("keydown", ({ key }) => { if (key === "Escape") set(false); });
  addEventListener("click", (/** @type {any} */ { target }) => { if (!target.closest("#pages")) set(false); });
}

// Close the panels beside a page's question by Escape or by a press outside. Escape moves the focus from the panel back to
// its button. A press outside does not: the button may be far above, and the page would jump to it.
function setUpPanels() {
  const findOpenPanels = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.popover[open]"));
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const panel of findOpenPanels()) {
      if (panel.contains(document.activeElement)) panel.querySelector("summary")?.focus();
      panel.open = false;
    }
  });
  addEventListener("pointerdown", (/** @type {any} */ { target }) => {
    for (const panel of findOpenPanels()) if (!panel.contains(target)) panel.open = false;
  });
}

async function storeCourse() {
  if (isOneFile || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data === "all is kept") showStored(); });
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", SITE), { scope: SITE.pathname });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("keep all");
  } catch { /* a private window stores nothing */ }
}

// Show a message at the end of the page: the whole course is stored.
function showStored() {
  const line = byId("offline-message");
  line.hidden = false;
  line.textContent = STORED_MESSAGE;
}

function loadEngine() {
  if (isLoading) return;
  isLoading = true;
  engine.load().then(storeCourse, () => {});
}

/** Call `run` after the first picture, or at once on a page without pictures. @param {() => void} run */
function afterFirstPicture(run) {
  if (!firstElement) { run(); return; }
  whenPresent("[data-live][data-ready='1']", () => { afterPaint(run); });
}

/** Call `run` when the page has an element that matches the selector, at the latest after FIRST_PAINT_TIMEOUT_MS. @param {string} selector @param {() => void} run */
function whenPresent(selector, run) {
  const watcher = new MutationObserver(() => { if (main.querySelector(selector)) begin(); });
  const begin = () => { watcher.disconnect(); clearTimeout(timer); run(); };
  const timer = setTimeout(begin, FIRST_PAINT_TIMEOUT_MS);
  watcher.observe(main, { subtree: true, childList: true, attributeFilter: ["data-ready", "data-painted"] });
}

/** Call `run` after the next paint; on a hidden page, which is not painted, at once. @param {() => void} run */
function afterPaint(run) {
  if (document.hidden) run(); else requestAnimationFrame(() => setTimeout(run));
}

// Hide what a link leaves out until the engine removes it from the page. In a frame of another page only the
// picture is shown. A page without its list of steps gets no rail either, since the rail writes the step to the address.
function hideParts() {
  const isEmbedded = addressWords().get("embed") === "true", root = document.documentElement;
  const hiddenParts = (addressWords().get("hide") ?? "").split(/[\s,]+/);
  if (isEmbedded) hiddenParts.push("embed");
  if (fillsScreen() || ["embed", "navigation", "text"].some((word) => hiddenParts.includes(word))) hiddenParts.push("steps");
  root.dataset.without = hiddenParts.join(" ");
  root.toggleAttribute("data-embedded", isEmbedded);
  if (!isEmbedded || isOneFile) return;
  for (const name of ["embed.css", "streamlit/embed.css"]) {
    const rel = "stylesheet", href = new URL(`../../assets/styles/${name}`, import.meta.url).href;
    document.body.append(Object.assign(document.createElement("link"), { rel, href }));
  }
}

document.documentElement.toggleAttribute("data-one-file", isOneFile);
hideParts();
document.querySelector("nav.pages [aria-current]")?.scrollIntoView({ inline: "start", block: "nearest" });
showState(0);
setUpTheme();
setUpMenu();
setUpPanels();
watchLoading();
mountElements();
firstPaint.then(() => {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-later]"))) link.href = link.dataset.later ?? "";
});
if (location.search) rerunAfter({ open: true });
if ([...addressWords().keys()].some((word) => !DISPLAY_WORDS.has(word))) say(LATER_MESSAGE);
afterFirstPicture(loadEngine);   // the engine is large
