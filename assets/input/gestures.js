// Shared gestures: presses, drags by a pointer, handles, and arrow keys.

const REST_MS = 400;                // time without a key press that ends a movement by keys
const GRIP = { mouse: 18, pen: 22, touch: 34 };   // distance from a handle, in px, within which a press takes it
/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const hasNoModifier = (/** @type {KeyboardEvent} */ e) => !(e.ctrlKey || e.metaKey || e.altKey);

/**
 * Return the direction of an arrow key in the plane, y upwards; undefined for other keys.
 * @param {KeyboardEvent} e
 */
export const arrowWay = (e) => (hasNoModifier(e) ? WAYS[e.key] : undefined);

/**
 * Return 1 for the arrow keys to the next entry of a row or a list, −1 for those to the previous one.
 * @param {KeyboardEvent} e
 */
export const arrowStep = (e) => (hasNoModifier(e) ? STEPS[e.key] : undefined);

/**
 * Return a function that calls `settle` once `ms` milliseconds have passed since its last call.
 * @param {() => void} settle
 */
export function debounce(settle, ms = REST_MS) {
  /** @type {ReturnType<typeof setTimeout>} */
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(settle, ms);
  };
}

/**
 * Let arrow keys move something in the plane; call `settle` after the last of them.
 * @param {HTMLElement} node
 * @param {{ able?: () => boolean, move: (way: Point, e: KeyboardEvent) => void, settle?: () => void }} does
 */
export function arrowKeys(node, { able = () => true, move, settle = () => {} }) {
  const later = debounce(settle);
  node.addEventListener("keydown", (e) => {
    const way = arrowWay(e);
    if (!way || !able()) return;
    e.preventDefault();
    move(way, e);
    later();
  });
}

/**
 * Let a pointer drag on a node. `down` returns false if no drag begins; `up` is called at its end, with whether the
 * browser cancelled it; `hover` is called for moves without a drag. With `isExclusive`, events of the drag don't reach
 * other listeners. With `scrolls`, a finger may instead scroll the page or pinch, so its drag begins only when it moves
 * sideways or is lifted. `able` returns whether drags are allowed.
 * @param {HTMLElement} node
 * @param {{ down: (e: PointerEvent) => unknown, move: (e: PointerEvent) => void, up: (cancelled: boolean) => void,
 *   hover?: (e: PointerEvent) => void, isExclusive?: boolean, scrolls?: boolean, able?: () => boolean }} does
 */
export function drag(node, { down, move, up, hover = () => {}, isExclusive = false, scrolls = false, able = () => true }) {
  /** @type {number | undefined} */
  let pointerId, cancelled = false;
  /** @type {PointerEvent | undefined} The press of a finger that may still become a drag, a scroll or a tap. */
  let finger;
  const take = (/** @type {PointerEvent} */ e) => {
    finger = undefined;
    if (down(e) === false) return;
    [pointerId, cancelled] = [e.pointerId, false];
    node.setPointerCapture(pointerId);
  };
  const keep = (/** @type {PointerEvent} */ e) => { if (isExclusive) e.stopImmediatePropagation(); };
  node.addEventListener("pointerdown", (e) => {
    if (pointerId !== undefined || !able()) return;
    if (scrolls && e.pointerType === "touch") {
      finger = e.isPrimary === false ? undefined : e;       // two fingers pinch
      keep(e);
      return;
    }
    take(e);
    if (pointerId !== undefined) keep(e);
  }, isExclusive);
  node.addEventListener("pointermove", (e) => {
    if (finger && e.pointerId === finger.pointerId) take(finger);
    if (pointerId === undefined) { hover(e); return; }
    if (e.pointerId !== pointerId) return;
    keep(e);
    move(e);
  }, isExclusive);
  node.addEventListener("pointerup", (e) => {
    if (e.pointerId === pointerId || e.pointerId === finger?.pointerId) keep(e);
    if (e.pointerId !== finger?.pointerId) return;
    finger = undefined;
    if (down(e) !== false) up(false);
  }, isExclusive);
  node.addEventListener("pointercancel", (e) => {
    if (e.pointerId === finger?.pointerId) finger = undefined;
    if (e.pointerId === pointerId) cancelled = true;
  });
  node.addEventListener("lostpointercapture", (e) => {
    if (e.pointerId !== pointerId) return;
    pointerId = undefined;
    up(cancelled);
  });
}

/**
 * Add handles to a canvas. `nearest` returns the handle within reach of a pixel, or undefined. A finger on a handle
 * drags it; elsewhere it scrolls the page.
 * @template H
 * @param {HTMLCanvasElement} canvas
 * @param {{ nearest: (px: number, py: number, reach: number) => H | undefined, take?: (handle: H, e: PointerEvent) => void,
 *   move: (handle: H, e: PointerEvent) => void, drop: () => void, grip?: typeof GRIP, isExclusive?: boolean }} does
 */
export function handles(canvas, { nearest, take = () => {}, move, drop, grip = GRIP, isExclusive = false }) {
  /** @type {H | undefined} */
  let handle;
  drag(canvas, {
    isExclusive,
    down(e) {
      handle = nearest(e.offsetX, e.offsetY, grip[/** @type {keyof typeof GRIP} */ (e.pointerType)] ?? grip.mouse);
      if (handle === undefined) return false;
      take(handle, e);
      return true;
    },
    move(e) { if (handle !== undefined) move(handle, e); },
    up() {
      handle = undefined;
      drop();
    },
    hover(e) { if (!isExclusive) canvas.style.cursor = nearest(e.offsetX, e.offsetY, grip.mouse) === undefined ? "" : "grab"; },
  });
  canvas.addEventListener("touchstart", (e) => {
    const { left, top } = canvas.getBoundingClientRect(), [{ clientX, clientY }] = e.touches;
    if (e.touches.length === 1 && nearest(clientX - left, clientY - top, grip.touch) !== undefined) e.preventDefault();
  }, { passive: false });
}

/**
 * Call `act` for a press on a node: when a mouse button goes down, or when a finger that has not scrolled is lifted.
 * @param {HTMLElement} node @param {(e: PointerEvent) => void} act
 */
export function press(node, act) {
  drag(node, { scrolls: true, down: act, move: () => {}, up: () => {} });
}

/**
 * Let a press or a drag on a chart move a slider: `go` is called with the value under the pointer.
 * @param {Chart} chart @param {Player} player @param {(x: number) => void} go @param {() => boolean} able
 */
export function pressAlong({ canvas, axes }, player, go, able = () => true) {
  const follow = (/** @type {PointerEvent} */ e) => go(axes.at(e.offsetX, 0)[0]);
  canvas.classList.add("is-clickable");
  drag(canvas, {
    scrolls: true,
    able,
    down(e) {
      player.hold(true);
      follow(e);
    },
    move: follow,
    up() {
      player.hold(false);
      player.settle();
    },
  });
}

/**
 * Return how far a key scrolls a box that is taller than the window: to its end or beginning, at most by a page; 0 if
 * almost nothing is left to scroll.
 * @param {number} by @param {{ top: number, bottom: number }} box @param {{ top: number, bottom: number }} room
 */
export function restOfBox(by, box, room) {
  const left = by > 0 ? box.bottom - room.bottom : room.top - box.top;
  return left > room.bottom * 0.15 ? by * Math.min(left, room.bottom * 0.85) : 0;
}
