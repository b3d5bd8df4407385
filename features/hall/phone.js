// Add sliders, taps on a plane, repeated sending and automatic updates to the phone's page, which also works without
// this script.

const POLL_MS = [1500, 3500];    // range of the random time between two polls, so that not all phones poll at once
const RETRY_DELAYS_MS = [500, 1500, 3000, 6000];

const main = () => /** @type {HTMLElement} */ (document.querySelector("main[data-state]"));
/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Show a message in the status line. @param {string} text @param {boolean} isError */
function showStatus(text, isError = false) {
  const line = document.getElementById("status");
  if (!line) return;
  line.textContent = text;
  line.classList.toggle("error", isError);
}

// ---- updates of the page

/**
 * Format a room's state in the same way as the page's data-now attribute.
 * @param {{ question: { number: number, revealed: boolean } | null, round: number, open: boolean }} state
 */
const stateKey = ({ question, round, open }) =>
  `${question ? question.number : 0}.${round}.${open ? 1 : 0}.${question && question.revealed ? 1 : 0}`;

async function update() {
  const reply = await fetch(main().dataset.state ?? "", { headers: { Accept: "application/json" } });
  if (reply.status === 404) return reloadPage();
  if (!reply.ok) return undefined;
  const state = await reply.json();
  return stateKey(state) === main().dataset.now ? undefined : reloadPage();
}

/** Load the page again and show its new contents. */
async function reloadPage() {
  const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (reply.status >= 500 || reply.status === 429) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const newMain = /** @type {HTMLElement} */ (page.querySelector("main")), newHeader = page.querySelector("header");
  for (const script of newMain.querySelectorAll("noscript")) script.remove();
  main().replaceWith(document.adoptNode(newMain));
  const oldHeader = document.querySelector("header");
  if (newHeader && oldHeader) oldHeader.replaceWith(document.adoptNode(newHeader));
  enhancePage();
  const title = newMain.querySelector("h1");
  if (title) {                   // the focus makes a screen reader read the new question
    title.tabIndex = -1;
    title.focus({ preventScroll: false });
  }
}

async function poll() {
  while (main()) {
    await pause(POLL_MS[0] + Math.random() * (POLL_MS[1] - POLL_MS[0]));
    if (document.hidden) continue;
    try { await update(); } catch { /* no network: the next poll tries again */ }
  }
}

// ---- sending

/** @type {HTMLButtonElement | null} */
let pressedButton = null;        // older browsers do not report which button submitted a form

/** @param {SubmitEvent} event */
async function send(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const button = pressedButton;
  pressedButton = null;
  if (button && button.name) data.set(button.name, button.value);
  showStatus("Sending …");
  for (const delay of [...RETRY_DELAYS_MS, 0]) {
    let reply;
    try {
      reply = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    } catch { /* no network: try again */ }
    if (reply && reply.status < 500) return handleReply(form, button, reply);
    showStatus("Your answer has not arrived yet. Trying again …", true);
    await pause(delay);
  }
  return showStatus("Your answer could not be sent. Check the network, then send it again.", true);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @param {Response} reply */
async function handleReply(form, button, reply) {
  const data = await reply.json();
  if (!reply.ok) {
    showStatus(data.message, true);
    if (reply.status !== 409) return;
    const oldLine = document.getElementById("status");
    await reloadPage();
    const line = document.getElementById("status");
    if (line !== oldLine) showStatus(`${data.message} ${line?.textContent ?? ""}`.trim(), true);
    return;
  }
  for (const option of form.querySelectorAll("[aria-pressed]")) option.setAttribute("aria-pressed", String(option === button));
  showStatus("Your answer was received. You can change it until the question is closed.");
}

// ---- slider and plane

const SLIDER_STEPS = 240;

/** Replace a number field by a slider. @param {HTMLInputElement} field */
function addSlider(field) {
  const low = Number(field.min), high = Number(field.max), log = field.dataset.log === "1";
  const label = field.dataset.label || "";
  const value = (/** @type {number} */ share) => {
    const number = log ? low * (high / low) ** share : low + (high - low) * share;
    const digits = log ? 3 : Math.max(0, 2 - Math.floor(Math.log10((high - low) / SLIDER_STEPS) + 1e-9));
    const roundedNumber = log ? Number(number.toPrecision(digits)) : Number(number.toFixed(Math.min(digits, 6)));
    return Math.min(high, Math.max(low, roundedNumber));
  };
  const share = (/** @type {number} */ v) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
  const range = Object.assign(document.createElement("input"), { type: "range", min: "0", max: String(SLIDER_STEPS), step: "1" });
  range.value = String(Math.round(SLIDER_STEPS * (field.value ? share(Number(field.value)) : 0.5)));
  const name = /** @type {HTMLLabelElement} */ (document.querySelector(`label[for="${field.id}"]`));
  range.setAttribute("aria-label", name.textContent);
  const output = document.createElement("p"), valueText = document.createElement("b");
  output.className = "value";
  output.setAttribute("aria-hidden", "true");   // the slider's aria-valuetext has the value
  output.append(label ? `${label} = ` : "", valueText);
  const ends = Object.assign(document.createElement("div"), { className: "ends" });
  for (const end of [low, log ? value(0.5) : (low + high) / 2, high]) {
    ends.append(Object.assign(document.createElement("span"), { textContent: formatEnd(end) }));
  }
  const updateValue = () => {
    field.value = String(value(Number(range.value) / SLIDER_STEPS));
    valueText.textContent = field.value.replace("-", "−");
    range.setAttribute("aria-valuetext", `${label} ${valueText.textContent}`.trim());
  };
  range.addEventListener("input", updateValue);
  name.hidden = true;
  field.type = "hidden";
  field.before(output, range, ends);
  if (field.value) valueText.textContent = field.value.replace("-", "−");
  else updateValue();
}

/** @param {number} v */
const formatEnd = (v) => String(Number(v.toPrecision(3))).replace("-", "−");

/** Make taps on a plane fill in the fields x and y. @param {SVGSVGElement} plane */
function enableTaps(plane) {
  const [left, right, bottom, top] = (plane.dataset.window ?? "").split(" ").map(Number);
  const { elements } = /** @type {HTMLFormElement} */ (plane.closest("form"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (elements.namedItem(name));
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  dot.setAttribute("class", "dot");
  dot.setAttribute("r", "3");
  const scale = 100 / (right - left);
  const drawDot = () => {
    const x = field("x").value, y = field("y").value;
    if (x === "" || y === "") return dot.remove();
    dot.setAttribute("cx", String((Number(x) - left) * scale));
    dot.setAttribute("cy", String((top - Number(y)) * scale));
    return plane.append(dot);
  };
  const clampText = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => String(Number(Math.min(high, Math.max(low, v)).toFixed(2)));
  const follow = (/** @type {PointerEvent} */ event) => {
    const box = plane.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    field("x").value = clampText(left + point.x / scale, left, right);
    field("y").value = clampText(top - point.y / scale, bottom, top);
    drawDot();
  };
  plane.addEventListener("pointerdown", (event) => {
    plane.setPointerCapture(event.pointerId);
    follow(event);
  });
  plane.addEventListener("pointermove", (event) => { if (event.buttons) follow(event); });
  for (const name of ["x", "y"]) field(name).addEventListener("input", drawDot);
  drawDot();
}

function enhancePage() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) node.hidden = false;
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("main form"))) form.addEventListener("submit", send);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main form button"))) {
    button.addEventListener("click", () => { pressedButton = button; });
  }
  for (const field of document.querySelectorAll("input[data-log]")) addSlider(/** @type {HTMLInputElement} */ (field));
  for (const plane of document.querySelectorAll("svg.plane")) enableTaps(/** @type {SVGSVGElement} */ (plane));
}

enhancePage();
poll();
