// The phone's page without it is a form; with it a slider, a plane to tap on, and the next question by itself.

const POLL = [1500, 3500];       // milliseconds between two looks: of chance, so that a hall does not ask at once
const AGAIN = [500, 1500, 3000, 6000];  // milliseconds until what could not be sent is sent again

/** @type {() => HTMLElement} */
const main = () => document.querySelector("main[data-state]");
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** @param {string} text @param {boolean} wrong */
function tell(text, wrong = false) {
  const told = document.getElementById("told");
  if (!told) return;
  told.textContent = text;
  told.classList.toggle("wrong", wrong);
}

// ---- the next question, by itself

/** What the server says the room is at, as the page writes it into data-now. */
const now = ({ question, round, open }) =>
  `${question ? question.number : 0}.${round}.${open ? 1 : 0}.${question && question.revealed ? 1 : 0}`;

async function look() {
  const reply = await fetch(main().dataset.state, { headers: { Accept: "application/json" } });
  if (reply.status === 404) return show();
  if (!reply.ok) return undefined;
  const state = await reply.json();
  return now(state) === main().dataset.now ? undefined : show();
}

/** Puts what the page says now in the place of what it said. */
async function show() {
  const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (reply.status >= 500 || reply.status === 429) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.querySelector("main"), header = page.querySelector("header");
  for (const one of fresh.querySelectorAll("noscript")) one.remove();
  main().replaceWith(document.adoptNode(fresh));
  const old = document.querySelector("header");
  if (header && old) old.replaceWith(document.adoptNode(header));
  enhance();
  const title = fresh.querySelector("h1");
  if (title) {                   // whoever listens hears the new question
    title.tabIndex = -1;
    title.focus({ preventScroll: false });
  }
}

async function poll() {
  while (main()) {
    await pause(POLL[0] + Math.random() * (POLL[1] - POLL[0]));
    if (document.hidden) continue;
    try { await look(); } catch { /* no network just now */ }
  }
}

// ---- sending

/** @type {HTMLButtonElement | null} */
let pressed = null;              // a form's event tells of its button only in browsers that are younger than some phones

/** @param {SubmitEvent} event */
async function send(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const button = pressed;
  pressed = null;
  if (button && button.name) data.set(button.name, button.value);
  tell("Sending …");
  for (const wait of [...AGAIN, 0]) {
    let reply;
    try {
      reply = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    } catch { /* no network: once more */ }
    if (reply && reply.status < 500) return sent(form, button, reply);
    tell("It could not be sent yet. It is tried again.", true);
    await pause(wait);
  }
  return tell("It could not be sent. Press once more.", true);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @param {Response} reply */
async function sent(form, button, reply) {
  const said = await reply.json();
  if (!reply.ok) {
    tell(said.message, true);
    if (reply.status === 409) await show();
    return;
  }
  for (const one of form.querySelectorAll("[aria-pressed]")) one.setAttribute("aria-pressed", String(one === button));
  tell("Your answer is in. You can change it until the question is closed.");
}

// ---- slider and plane

const STEPS = 240;

/** @param {HTMLInputElement} field the number that the slider stands for */
function slider(field) {
  const low = Number(field.min), high = Number(field.max), log = field.dataset.log === "1";
  const label = field.dataset.label || "";
  const value = (share) => {
    const exact = log ? low * (high / low) ** share : low + (high - low) * share;
    const digits = log ? 3 : Math.max(0, 2 - Math.floor(Math.log10((high - low) / STEPS) + 1e-9));
    const rounded = log ? Number(exact.toPrecision(digits)) : Number(exact.toFixed(Math.min(digits, 6)));
    return Math.min(high, Math.max(low, rounded));
  };
  const share = (v) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
  const range = Object.assign(document.createElement("input"), { type: "range", min: "0", max: String(STEPS), step: "1" });
  range.value = String(Math.round(STEPS * (field.value ? share(Number(field.value)) : 0.5)));
  const name = /** @type {HTMLLabelElement} */ (document.querySelector(`label[for="${field.id}"]`));
  range.setAttribute("aria-label", name.textContent);
  const output = document.createElement("p"), number = document.createElement("b");
  output.className = "value";
  output.setAttribute("aria-hidden", "true");   // the slider itself says it
  output.append(label ? `${label} = ` : "", number);
  const ends = Object.assign(document.createElement("div"), { className: "ends" });
  for (const end of [low, log ? value(0.5) : (low + high) / 2, high]) {
    ends.append(Object.assign(document.createElement("span"), { textContent: shown(end) }));
  }
  const follow = () => {
    field.value = String(value(Number(range.value) / STEPS));
    number.textContent = field.value.replace("-", "−");
    range.setAttribute("aria-valuetext", `${label} ${number.textContent}`.trim());
  };
  range.addEventListener("input", follow);
  name.hidden = true;
  field.type = "hidden";
  field.before(output, range, ends);
  if (field.value) number.textContent = field.value.replace("-", "−");
  else follow();
}

/** @param {number} v */
const shown = (v) => String(Number(v.toPrecision(3))).replace("-", "−");

/** @param {SVGSVGElement} plane */
function tapped(plane) {
  const [left, right, bottom, top] = plane.dataset.window.split(" ").map(Number);
  const field = (name) => /** @type {HTMLInputElement} */ (plane.closest("form").elements.namedItem(name));
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  dot.setAttribute("class", "dot");
  dot.setAttribute("r", "3");
  const scale = 100 / (right - left);
  const place = () => {
    const x = field("x").value, y = field("y").value;
    if (x === "" || y === "") return dot.remove();
    dot.setAttribute("cx", String((Number(x) - left) * scale));
    dot.setAttribute("cy", String((top - Number(y)) * scale));
    return plane.append(dot);
  };
  const within = (v, low, high) => String(Number(Math.min(high, Math.max(low, v)).toFixed(2)));
  const follow = (event) => {
    const box = plane.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    field("x").value = within(left + at.x / scale, left, right);
    field("y").value = within(top - at.y / scale, bottom, top);
    place();
  };
  plane.addEventListener("pointerdown", (event) => {
    plane.setPointerCapture(event.pointerId);
    follow(event);
  });
  plane.addEventListener("pointermove", (event) => { if (event.buttons) follow(event); });
  for (const name of ["x", "y"]) field(name).addEventListener("input", place);
  place();
}

function enhance() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) one.hidden = false;
  for (const form of document.querySelectorAll("main form")) form.addEventListener("submit", send);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main form button"))) {
    button.addEventListener("click", () => { pressed = button; });
  }
  for (const field of document.querySelectorAll("input[data-log]")) slider(/** @type {HTMLInputElement} */ (field));
  for (const plane of document.querySelectorAll("svg.plane")) tapped(/** @type {SVGSVGElement} */ (plane));
}

enhance();
poll();
