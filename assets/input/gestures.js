// What a hand does on a picture, once for all: a pointer that takes hold, moves and lets go, handles with
// their grip, and arrow keys. No range input is captured: WebKit's own drag of a thumb would end there.

const REST = 400;                // ms without a key after which what the keys moved has come to rest
const GRIP = { mouse: 18, pen: 22, touch: 34 };   // px from a handle within which it is taken
/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const plain = (/** @type {KeyboardEvent} */ e) => !(e.ctrlKey || e.metaKey || e.altKey);

/**
 * The way of an arrow key in the plane, y upwards; undefined for any other key.
 * @param {KeyboardEvent} e
 */
export const arrowWay = (e) => (plain(e) ? WAYS[e.key] : undefined);

/**
 * 1 for the arrow keys that lead to what comes next in a row or a list, −1 for those that lead back.
 * @param {KeyboardEvent} e
 */
export const arrowStep = (e) => (plain(e) ? STEPS[e.key] : undefined);

/**
 * Calls `settle` when this has not been called for a while.
 * @param {() => void} settle
 */
export function debounce(settle, ms = REST) {
  /** @type {ReturnType<typeof setTimeout>} */
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(settle, ms);
  };
}

/**
 * Arrow keys that move something in the plane, and settle it when they come to rest.
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
 * A pointer that takes hold on a node, and keeps it wherever it goes until it lets go. `down` says whether it
 * does, `up` whether the browser took the pointer away; `hover` is told of moves that hold nothing. With
 * `alone` nobody else hears of what is held. On a node that `scrolls` a finger that comes down may be about to
 * scroll the page or to pinch: it takes hold once it moves sideways, or where it is lifted. `able`: whether it may.
 * @param {HTMLElement} node
 * @param {{ down: (e: PointerEvent) => unknown, move: (e: PointerEvent) => void, up: (cancelled: boolean) => void,
 *   hover?: (e: PointerEvent) => void, alone?: boolean, scrolls?: boolean, able?: () => boolean }} does
 */
export function drag(node, { down, move, up, hover = () => {}, alone = false, scrolls = false, able = () => true }) {
  /** @type {number | undefined} */
  let held, cancelled = false;
  /** @type {PointerEvent | undefined} A finger that has not said yet what it wants. */
  let finger;
  const take = (/** @type {PointerEvent} */ e) => {
    finger = undefined;
    if (down(e) === false) return;
    [held, cancelled] = [e.pointerId, false];
    node.setPointerCapture(held);
  };
  const keep = (/** @type {PointerEvent} */ e) => { if (alone) e.stopImmediatePropagation(); };
  node.addEventListener("pointerdown", (e) => {
    if (held !== undefined || !able()) return;
    if (scrolls && e.pointerType === "touch") {
      finger = e.isPrimary === false ? undefined : e;       // two fingers pinch
      keep(e);
      return;
    }
    take(e);
    if (held !== undefined) keep(e);
  }, alone);
  node.addEventListener("pointermove", (e) => {
    if (finger && e.pointerId === finger.pointerId) take(finger);
    if (held === undefined) { hover(e); return; }
    if (e.pointerId !== held) return;
    keep(e);
    move(e);
  }, alone);
  node.addEventListener("pointerup", (e) => {
    if (e.pointerId === held || e.pointerId === finger?.pointerId) keep(e);
    if (e.pointerId !== finger?.pointerId) return;
    finger = undefined;
    if (down(e) !== false) up(false);
  }, alone);
  node.addEventListener("pointercancel", (e) => {
    if (e.pointerId === finger?.pointerId) finger = undefined;
    if (e.pointerId === held) cancelled = true;
  });
  node.addEventListener("lostpointercapture", (e) => {
    if (e.pointerId !== held) return;
    held = undefined;
    up(cancelled);
  });
}

/**
 * Handles on a canvas. `nearest` says which one is within reach of a place, undefined for none; a finger that
 * comes down there takes it, anywhere else it scrolls the page.
 * @template H
 * @param {HTMLCanvasElement} canvas
 * @param {{ nearest: (px: number, py: number, reach: number) => H | undefined, take?: (handle: H, e: PointerEvent) => void,
 *   move: (handle: H, e: PointerEvent) => void, drop: () => void, grip?: typeof GRIP, alone?: boolean }} does
 */
export function handles(canvas, { nearest, take = () => {}, move, drop, grip = GRIP, alone = false }) {
  /** @type {H | undefined} */
  let held;
  drag(canvas, {
    alone,
    down(e) {
      held = nearest(e.offsetX, e.offsetY, grip[/** @type {keyof typeof GRIP} */ (e.pointerType)] ?? grip.mouse);
      if (held === undefined) return false;
      take(held, e);
      return true;
    },
    move(e) { if (held !== undefined) move(held, e); },
    up() {
      held = undefined;
      drop();
    },
    hover(e) { if (!alone) canvas.style.cursor = nearest(e.offsetX, e.offsetY, grip.mouse) === undefined ? "" : "grab"; },
  });
  canvas.addEventListener("touchstart", (e) => {
    const { left, top } = canvas.getBoundingClientRect(), [{ clientX, clientY }] = e.touches;
    if (e.touches.length === 1 && nearest(clientX - left, clientY - top, grip.touch) !== undefined) e.preventDefault();
  }, { passive: false });
}

/**
 * A press on a node: where a mouse comes down, and where a finger is lifted that has not scrolled.
 * @param {HTMLElement} node @param {(e: PointerEvent) => void} act
 */
export function press(node, act) {
  drag(node, { scrolls: true, down: act, move: () => {}, up: () => {} });
}

/**
 * Press or drag on a chart: a slider goes there. `go` is told the value under the pointer.
 * @param {Chart} chart @param {Player} player @param {(x: number) => void} go @param {() => boolean} able
 */
export function pressAlong({ canvas, axes }, player, go, able = () => true) {
  const follow = (/** @type {PointerEvent} */ e) => go(axes.at(e.offsetX, 0)[0]);
  canvas.classList.add("kl-press");
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
 * How far a key scrolls within a box that is higher than the window: to its end or beginning, at most by a page; 0 where
 * there is nearly nothing left of it.
 * @param {number} by @param {{ top: number, bottom: number }} box @param {{ top: number, bottom: number }} room
 */
export function restOfBox(by, box, room) {
  const left = by > 0 ? box.bottom - room.bottom : room.top - box.top;
  return left > room.bottom * 0.15 ? by * Math.min(left, room.bottom * 0.85) : 0;
}
