// Play, pause, step and rewind a run: a clock moves the player along one slider, with frames that are already loaded.
// An item with an address gets its frames from there, see pages/stochastic_gradient/figure1/endpoint.py.

import { element, setProperties, setText } from "../../../assets/base/dom.js";
import { arrowStep } from "../../../assets/input/gestures.js";

export const kinds = { play };

const MAX_STEPS_PER_FRAME = 4;  // largest number of steps in an animation frame, even after a pause
/** @type {Record<string, string>} */
const SIGNS = {
  Play: "M3 1 13 7 3 13Z", Pause: "M2 1H6V13H2ZM8 1H12V13H8Z", "One step": "M1 1 8 7 1 13ZM9 1H12V13H9Z",
  Rewind: "M13 1 6 7 13 13ZM2 1H5V13H2Z", "Draw again": "M1 1H13V13H1ZM4 4V6H6V4ZM8 8V10H10V8Z",
};

/**
 * The clock of a run. `isMoving`: whether the clock or a button is moving the slider; `lastQuery`: the query after their
 * last move; `lastTickTime`: the time of the last tick; `dueSteps`: the number of steps still to take, with a fraction;
 * `paints`: the times of the last frames, from which the rate is computed.
 * @typedef {object} PlayView
 * @property {HTMLElement} root
 * @property {PlayItem} item
 * @property {Player} player
 * @property {() => Frame | undefined} loadedFrame
 * @property {() => number} stepNow
 * @property {() => boolean} isOver
 * @property {() => number} speed
 * @property {(step: number) => void} go
 * @property {() => void} stop
 * @property {HTMLButtonElement[]} rates
 * @property {HTMLElement} seed
 * @property {HTMLButtonElement} toggle
 * @property {HTMLButtonElement} forward
 * @property {HTMLButtonElement} rewind
 * @property {boolean} isPlaying
 * @property {boolean} isMoving
 * @property {string} lastQuery
 * @property {number} lastTickTime
 * @property {number} dueSteps
 * @property {number[]} paints
 */

// Return the markup of an icon, which contains only the constants above.
const sign = (/** @type {string} */ name) => `<svg width="14" height="14" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`;

/** @type {MakeView<"play">} */
function play(root, item, player) {
  player.frames = item.address ?? null;
  if (item.still) return { draw() {}, describe() {}, isOpen: true };
  const { along } = item, last = item.last;

  const stepNow = () => Math.round(player.value(along));
  // Return the last step to play. For a run that diverged, this is one step after its end, at which a message gives
  // the reason.
  const lastPlayedStep = () => Math.min(last, (player.frame?.get("ended") ?? last) + 1);
  const isOver = () => stepNow() >= lastPlayedStep();
  const loadedFrame = () => player.lookup(player.scene, along, player.count, player.grid);
  const speed = () => Number(player.view.speed) || item.speeds[0];

  /** @param {number} step */
  function go(step) {
    view.isMoving = true;
    player.move(along, Math.min(lastPlayedStep(), Math.max(0, step)));
    view.isMoving = false;
    view.lastQuery = player.query();
  }

  function start() {
    if (isOver()) go(0);
    player.change({}, along);
    if (!loadedFrame()) player.settle();       // requests the run; the clock waits until the run has arrived
    view.isPlaying = true;
    view.lastQuery = player.query();
    [view.lastTickTime, view.dueSteps, view.paints] = [performance.now(), 0, []];
    player.hold(true);
    show(view);
    requestAnimationFrame((time) => tick(view, time));
  }

  function stop() {
    if (!view.isPlaying) return;
    view.isPlaying = false;
    player.hold(false);
    player.settle();
    show(view);
  }

  /** @param {string} name @param {() => void} act */
  const button = (name, act) => {
    const node = element("button", { type: "button", className: "kl-action" }, element("span", { innerHTML: sign(name) }), element("span", { textContent: ` ${name}` }));
    node.addEventListener("click", act);
    node.dataset.play = name.toLowerCase().replaceAll(" ", "-");
    return node;
  };
  const toggle = button("Play", () => (view.isPlaying ? stop() : start()));
  const rewind = button("Rewind", () => { stop(); go(0); });
  const forward = button("One step", () => { stop(); go(stepNow() + 1); });
  const redraw = button("Draw again", () => {
    stop();
    player.change({ draws: String((Number(player.scene.draws) + 1) % 10000), [along]: "0" }, along);
    player.settle();
  });
  const seed = element("span", { className: "kl-fine-print" });
  const choose = (/** @type {number} */ k) => { player.look({ speed: String(item.speeds[k]) }); show(view); };
  const { speeds, rates } = speedChoice(item, speed, choose);
  /** @type {PlayView} */
  const view = { root, loadedFrame, stepNow, isOver, speed, go, stop, item, player, rates, seed, toggle, forward, rewind, isPlaying: false, isMoving: false, lastQuery: "", lastTickTime: 0, dueSteps: 0, paints: [] };
  root.classList.add("kl-play", "kl-buttons");
  const hasSeed = player.scene.draws !== undefined;   // only a run with a seed can be repeated with other indices
  const canRedraw = hasSeed && item.address && item.changes?.includes("draws");
  root.append(element("div", { className: "kl-options" }, toggle, forward, rewind, speeds, ...(canRedraw ? [redraw] : []), ...(hasSeed ? [seed] : [])));

  // Stop when the user moves a slider or a switch, but not when a requested run arrives.
  player.on("input", () => { if (!view.isMoving && player.query() !== view.lastQuery) stop(); });
  return { draw: () => (view.isPlaying ? updateButtons(view) : show(view)), show: () => show(view), describe() {}, isOpen: true };
}

/** @param {PlayView} view @param {number} time */
function tick(view, time) {
  const { root, loadedFrame, stepNow, isOver, speed, go, stop } = view;
  if (!view.isPlaying || !root.isConnected) return;
  if (loadedFrame()) {
    view.dueSteps = Math.min(MAX_STEPS_PER_FRAME, view.dueSteps + (time - view.lastTickTime) / 1000 * speed());
    const stepCount = Math.floor(view.dueSteps);
    if (stepCount) {
      view.dueSteps -= stepCount;
      go(stepNow() + stepCount);
      view.paints = [...view.paints, time].slice(-40);
      if (view.paints.length > 10) root.dataset.rate = (1000 * (view.paints.length - 1) / (time - view.paints[0])).toFixed(0);
    }
    if (isOver()) { stop(); return; }
  }
  view.lastTickTime = time;
  requestAnimationFrame((time) => tick(view, time));
}

// Build the choice of the speed.
/** @param {PlayItem} item @param {() => number} speed @param {(k: number) => void} choose */
function speedChoice(item, speed, choose) {
  const speeds = element("div", { className: "kl-choice kl-speed" });
  speeds.setAttribute("role", "radiogroup");
  speeds.setAttribute("aria-label", "Steps per second");
  const rates = item.speeds.map((value, k) => {
    const node = element("button", { type: "button", textContent: `${value}/s`, title: `${value} steps per second` });
    node.setAttribute("role", "radio");
    node.dataset.speed = String(value);
    node.addEventListener("click", () => choose(k));
    speeds.append(node);
    return node;
  });
  speeds.addEventListener("keydown", (e) => {
    const by = arrowStep(e);
    if (!by) return;
    e.preventDefault();
    const k = (item.speeds.indexOf(speed()) + by + rates.length) % rates.length;
    rates[k].focus();
    choose(k);
  });
  return { speeds, rates };
}

/** @param {PlayView} view */
function show(view) {
  const { root, item, player, rates, seed, speed, toggle } = view;
  const label = view.isPlaying ? "Pause" : "Play", icon = /** @type {Element} */ (toggle.firstElementChild), text = /** @type {Element} */ (toggle.lastElementChild);
  if (text.textContent !== ` ${label}`) {
    icon.innerHTML = sign(label);
    text.textContent = ` ${label}`;
  }
  setProperties(root.dataset, { playing: view.isPlaying ? "1" : "0" });
  updateButtons(view);
  setText(seed, `seed ${player.scene.draws}`);
  rates.forEach((node, k) => {
    const on = item.speeds[k] === speed();
    setProperties(node, { ariaChecked: String(on), tabIndex: on ? 0 : -1 });
  });
}

// Update the buttons while the run plays. The page is changed only where necessary, since each change triggers a layout.
/** @param {PlayView} view */
function updateButtons({ stepNow, forward, isOver, rewind }) {
  if (forward.disabled !== isOver()) forward.disabled = isOver();
  if (rewind.disabled !== (stepNow() === 0)) rewind.disabled = stepNow() === 0;
}
