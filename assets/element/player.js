// The player: what the learner has set, the sweeps at hand, and the one frame that is shown.
// It knows nothing of the screen. Views are told to draw; sliders and switches tell it what changed.

import { tensorAt, fetchSweep, nearest, ServerBusy, ServerLost, SweepUnfinished } from "../base/sweep-decoder.js";
import { typedNumber } from "../base/format.js";
import { request } from "../base/requests.js";

const KEEP = 60;                 // sweeps kept in memory, about 0.9 MB each
const SETTLE = 350;              // ms without input after which a key press counts as let go
const REST = 1200;               // ms after an edit until its sweep is asked for, if no slider is touched before
const SLOW = 2000, AGAIN = 700;  // ms after which a sweep is asked how far it is, and then each time
const RETRY = [1000, 2000, 4000, 8000];

/**
 * A page may have a slider twice, beside each picture that it moves.
 * @param {Slider[]} sliders
 */
const alongs = (sliders) => [...new Set(sliders.map((s) => s.along))];
/** Which kernels have the sliders that are parameters of kernels. @param {Slider[]} sliders @returns {Record<string, string[]>} */
const owners = (sliders) => Object.fromEntries(sliders.flatMap(({ along, kernels }) => (kernels ? [[along, kernels]] : [])));
/**
 * A kernel without a slider's field has "" there, or nothing.
 * @param {Scene} scene @param {string | undefined} along
 */
const has = (scene, along) => Boolean(along !== undefined && scene[along]);
// What says which sample it is, and what speaks of one sample or source alone.
const SAMPLE = ["data", "points", "m", "seed", "noise", "features", "classes"];
const OF_SAMPLE = { edits: "" }, OF_SOURCE = { points: "", noise: "", features: "", classes: "" };
/** @param {number} a @param {number} b */
const same = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
/**
 * What to fetch: along which slider, of the scene with which fields changed, on which grid, and whether a view shows it.
 * @typedef {[string | undefined, Scene, number?, boolean?]} Wish
 */
/** @param {Wish} wish */
const isShown = ([, , , shown]) => Boolean(shown);
const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 30));

export class Player extends EventTarget {
  /** @type {string | null} Address of the endpoint; null where the sweep came with the page. */ frames;
  /** @type {number} Nodes along a side of the field. */ grid;
  /** @type {number} Stops of a sweep. */ count;
  /** @type {Record<string, string>} How the picture is shown; it stands in the address. */ view;
  /** @type {Scene} */ scene;
  /** @type {Scene} The scene as it came from outside. */ given;
  /** @type {string | undefined} The slider that moves. */ active;
  /** @type {Record<string, any> | null | undefined} What the server said of a kernel that is being built. */ built;
  /** @type {Record<string, any> | undefined} What all panels share that build it. */ building;
  /** @type {Frame | undefined} The one that is shown. */ frame;
  /** @type {string | symbol | undefined} Where the picture moved by itself, see furniture/challenge/demonstration.js. */ demonstration;
  /** @type {AbortController | undefined} Of the sweeps that were asked for last. */ fetching;

  /** @param {Pick<ElementData, "frames" | "query" | "view" | "grid" | "stops"> & { sliders: Slider[] }} data */
  constructor({ frames, query, view, sliders, grid, stops }) {
    super();
    Object.assign(this, { frames, grid, count: stops, view: { ...view } });
    this.base = Object.fromEntries(sliders.map((/** @type {Slider} */ s) => [s.along, s.stops]));
    this.alongs = alongs(sliders);
    this.owners = owners(sliders);
    this.active = this.alongs[0];
    this.scene = this.given = Object.fromEntries(new URLSearchParams(query));
    this.sweeps = new Map();
    this.singles = new Map();    // single frames, apart: a dragged point makes hundreds
    this.pending = new Map();
    /** @type {Scene[]} */
    this.variants = [];          // fields that some views change: another loss, another kernel
    /** @type {Map<object, Scene[]>} */
    this.shown = new Map();      // which of them each element shows
    /** @type {((player: Player) => Wish[])[]} */
    this.wishes = [];            // functions of the player: what else to fetch when idle
    /** @type {Scene} */
    this.kept = {};              // what an option of a switch left out, for when it is wanted again
    this.failures = 0;
    this.turn = 0;
  }

  // ---- what the learner does -------------------------------------------------------------

  /** @param {string} along */
  stops(along) {
    const value = this.value(along), stops = this.base[along];
    const k = nearest(stops, value);
    return same(stops[k], value) ? stops : stops.with(k, value);
  }

  /** @param {string} along */
  value(along) { return Number(this.scene[along]); }

  /** @param {string} along */
  index(along) { return nearest(this.stops(along), this.value(along)); }

  /**
   * The slider moved to one of its stops: draw at once, from memory where it can be.
   * @param {string} along @param {number} stop
   */
  move(along, stop) { this.change({ [along]: typedNumber(stop) }, along); }

  /** @param {Scene} fields @param {string | undefined} along */
  change(fields, along = this.active) {
    const before = this.scene, other = (/** @type {string} */ name) => name in fields && fields[name] !== before[name];
    for (const name in fields) if (fields[name] === "" && before[name]) this.kept[name] = before[name];
    this.edited = other("edits");
    if (this.edited) this.overtake();
    this.scene = { ...before, ...(SAMPLE.some(other) && OF_SAMPLE), ...(other("data") && OF_SOURCE), ...fields };
    this.active = has(this.scene, along) ? along : this.along(this.scene);
    this.show();
    this.still();
    if (!this.held) this.settling = setTimeout(() => this.settle(), SETTLE);
  }

  /**
   * While a point is in the hand, a pause is no release.
   * @param {boolean} held
   */
  hold(held) { this.held = held; }

  // Nothing is in the hand, and no key has just been pressed.
  get resting() { return !this.held && this.settling === undefined; }

  still() {
    clearTimeout(this.settling);
    clearTimeout(this.waiting);
    this.settling = undefined;
  }

  /**
   * A hand is on a slider: what an edit has put off is wanted now, and what a busy server left aside as a guess.
   * @param {string} along
   */
  reach(along) {
    if (this.held) return;
    const missing = !this.lookup(this.scene, along, this.count, this.grid);
    if (missing && has(this.scene, along)) this.active = along;
    if (missing && this.frames) this.need();
  }

  // Points are being edited: the sweep of how they lay before is of no use to anybody.
  overtake() {
    if (!this.fetching) return;
    this.turn++;
    this.fetching.abort();
    this.fetching = undefined;
    this.tell({});
    this.dispatch("busy", { busy: false });
  }

  /** @param {Record<string, string>} view */
  look(view) {
    Object.assign(this.view, view);
    if (this.frame) this.dispatch("paint", { frame: this.frame, fresh: false });
    this.dispatch("settle", { query: this.query() });
  }

  // The learner let go: say so, then get what the next move will need.
  settle() {
    this.still();
    this.dispatch("settle", { query: this.query() });
    // One edit is often followed by the next; its own picture is a single frame, and comes at once.
    if (this.edited && this.frames) this.waiting = setTimeout(() => this.need(), REST);
    else this.need();
  }

  /**
   * A scene from outside: another address, another data set.
   * @param {string} query @param {Record<string, string>} view @param {Slider[]} sliders
   */
  adopt(query, view, sliders) {
    for (const { along, stops } of sliders) this.base[along] = stops;
    this.alongs = alongs(sliders);
    this.owners = owners(sliders);
    if (this.active === undefined || !this.alongs.includes(this.active)) this.active = this.alongs[0];
    this.scene = this.given = Object.fromEntries(new URLSearchParams(query));
    this.active = this.along(this.scene) ?? this.active;
    const turned = Object.keys({ ...this.view, ...view }).some((name) => (this.view[name] ?? "") !== (view[name] ?? ""));
    this.view = { ...view };
    this.still();
    this.show(turned);          // the frame may be the one that is shown
    this.need();
  }

  query(scene = this.scene) {
    return new URLSearchParams(Object.entries(scene).filter(([, value]) => value !== "")).toString();
  }

  // ---- the frame that is shown ------------------------------------------------------------

  show(again = false) {
    const found = this.find(this.scene);
    this.dispatch("input");
    if (found && this.refused) {
      this.refused = false;
      this.report(null);
    }
    if (found) this.paint(found, again);
    this.single();
  }

  /** @param {Frame} frame @param {boolean} again */
  paint(frame, again) {
    const before = this.frame, fresh = !before || before.sweep !== frame.sweep || before.stop !== frame.stop;
    this.frame = frame;
    if (fresh || again) this.dispatch("paint", { frame, fresh });
  }

  /**
   * The scene with some fields changed, without the sliders that it then does not have.
   * @param {Scene} fields
   */
  variant(fields, scene = this.scene) {
    const changed = { ...scene, ...fields };
    const { kernel } = changed, otherKernel = kernel !== scene.kernel;
    for (const [along, kernels] of Object.entries(this.owners)) {
      const foreign = kernel && !kernels.includes(kernel);
      if (foreign || !changed[along] || (otherKernel && !fields[along])) delete changed[along];
    }
    return changed;
  }

  // The shown scene and its variants, as far as no frame of them is at hand.
  missing() {
    return [{}, ...this.variants].map((fields) => this.variant(fields)).filter((scene) => !this.find(scene));
  }

  /** @param {Scene} scene */
  along(scene, first = this.active) { return has(scene, first) ? first : this.alongs.find((a) => has(scene, a)); }

  /**
   * The frame of a scene from whatever sweep in memory crosses it.
   * @param {Scene} scene
   */
  find(scene, first = this.active, grid = this.grid) {
    const order = [first, ...this.alongs.filter((a) => a !== first)].filter((along) => has(scene, along));
    for (const along of order) {
      const frame = this.lookup(scene, along, this.count, grid);
      if (frame) return frame;
    }
    return this.lookup(scene, order[0], order.length ? 1 : this.count, grid);   // without a slider: the one there is
  }

  /** @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid */
  lookup(scene, along, count, grid) {
    const sweep = this.shelf(count).get(this.key(scene, along, count, grid));
    if (!sweep) return undefined;
    const value = Number(scene[along ?? ""]), stop = nearest(sweep.stops, value);
    if (along !== undefined && !same(sweep.stops[stop], value)) return undefined;
    return { sweep, stop, along, scene: { ...scene }, get: (/** @type {string} */ name) => tensorAt(sweep, name, stop) };
  }

  /** @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid */
  key(scene, along, count, grid) {
    const rest = { ...scene };
    if (along !== undefined) delete rest[along];
    return `${along} ${count} ${grid} ${this.query(rest)}`;
  }

  /**
   * An element shows these variants now, and no others.
   * @param {object} element @param {Scene[]} fields
   */
  vary(element, fields) {
    if (fields.length) this.shown.set(element, fields); else this.shown.delete(element);
    const all = new Map();
    for (const one of [...this.shown.values()].flat()) all.set(JSON.stringify(one), one);
    this.variants = [...all.values()];
  }

  // ---- fetching ---------------------------------------------------------------------------

  /**
   * Put in a sweep that came with the page; `fields` say which option of a switch it is for.
   * @param {Sweep} sweep @param {string} along
   */
  give(sweep, along, fields = {}) {
    this.sweeps.set(this.key({ ...this.scene, ...fields }, along, this.count, this.grid), sweep);
  }

  /**
   * Put in and show an answer to what a view asks. It may come after the hand has let go: once no other follows, what
   * is told of the picture is told anew.
   * @param {Sweep} sweep @param {string} along
   */
  receive(sweep, along = this.alongs[0], fields = {}) {
    this.give(sweep, along, fields);
    this.show(true);
    clearTimeout(this.receiving);
    this.receiving = setTimeout(() => { if (this.resting && !this.closed) this.dispatch("ready"); }, SETTLE);
  }

  /** @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid */
  url(scene, along, count, grid) {
    const asked = count === 1 || along === undefined ? scene : this.anywhere(scene, along);
    return `${this.frames}?${this.query(asked)}&along=${along}&stops=${count}&grid=${grid}`;
  }

  /**
   * A sweep is the same at whichever of its stops the slider stands. So it is asked for by one address: every cache on
   * the way, the browser's own and the server's for all who are here, then knows it.
   * @param {Scene} scene @param {string} along
   */
  anywhere(scene, along) {
    const isStop = (/** @type {string | undefined} */ value) => this.base[along]?.some((stop) => same(stop, Number(value)));
    return isStop(scene[along]) && isStop(this.given[along]) ? { ...scene, [along]: this.given[along] } : scene;
  }

  /**
   * @param {Scene} scene @param {string | undefined} along @param {RequestInit} options
   * @returns {Promise<Sweep>}
   */
  async load(scene, along, count = this.count, grid = this.grid, options = {}) {
    const url = this.url(scene, along, count, grid);
    if (this.pending.has(url)) return this.pending.get(url);
    const work = this.whole(url, options).then((sweep) => {
      this.store(this.shelf(count), this.key(scene, along, count, grid), sweep);
      return sweep;
    }).finally(() => this.pending.delete(url));
    this.pending.set(url, work);
    return work;
  }

  /**
   * The answer, however many requests it takes. A sweep that nobody wants any more is asked for no further.
   * @param {string} url @param {RequestInit} options
   */
  async whole(url, options) {
    for (const turn = this.turn; ; ) {
      try {
        return await fetchSweep(url, options);
      } catch (error) {
        const wanted = turn === this.turn || url === this.url(this.scene, this.active, this.count, this.grid);
        if (!(error instanceof SweepUnfinished) || this.closed || !wanted) throw error;
      }
    }
  }

  /** @param {number} count */
  shelf(count) { return count === 1 ? this.singles : this.sweeps; }

  /** @param {Map<string, Sweep>} shelf @param {string} key @param {Sweep} sweep */
  store(shelf, key, sweep) {
    shelf.delete(key);
    shelf.set(key, sweep);
    if (shelf.size > KEEP) for (const [oldest] of shelf) { shelf.delete(oldest); break; }
  }

  // No sweep crosses this point yet: single frames, the newest request first.
  async single() {
    if (!this.frames || this.asking) return;
    const missing = this.missing();
    if (!missing.length) return;
    this.asking = true;
    const asked = { ...this.scene };
    const got = await Promise.all(missing.map((scene) => this.attempt(() => this.load(scene, this.along(scene), 1))));
    this.asking = false;
    if (!got.every(Boolean) || this.closed) return;
    // Where the hand has moved on, what came back is still the newest picture there is.
    const late = !this.find(this.scene) && this.find(asked);
    if (late) this.paint(late, true);
    this.show(true);
  }

  // The sweep under the active slider, then, idle, everything a next move could want.
  async need() {
    if (this.closed) return;
    if (!this.frames) { this.dispatch("ready"); return; }
    const turn = ++this.turn;
    clearTimeout(this.waiting);
    this.edited = false;
    const scene = { ...this.scene };
    // One that is on its way already can still be given up.
    if (!this.fetching || !this.pending.has(this.url(scene, this.active, this.count, this.grid))) this.fetching = new AbortController();
    const { signal } = this.fetching;
    if (!this.lookup(scene, this.active, this.count, this.grid)) {
      this.dispatch("busy", { busy: true });
      const work = this.attempt(() => this.load(scene, this.active, this.count, this.grid, { signal }));
      this.follow(this.url(scene, this.active, this.count, this.grid), work, turn);
      const sweep = await work;
      if (turn !== this.turn) return;
      this.dispatch("busy", { busy: false });
      if (sweep) this.show();
      else return;
    } else if (this.far) this.tell({});
    this.dispatch("ready");
    this.single();
    for (const [along, fields, grid] of this.wanted()) {
      await new Promise((resolve) => idle(resolve, { timeout: 200 }));
      if (turn !== this.turn) return;
      const wish = this.variant(fields);
      if (!has(wish, along)) continue;
      if (this.lookup(wish, along, this.count, grid ?? this.grid)) continue;
      const guess = { signal, headers: { Purpose: "prefetch" } };
      const sweep = await this.attempt(() => this.load(wish, along, this.count, grid ?? this.grid, guess), true);
      if (turn !== this.turn || sweep === null) return;
      this.dispatch("arrived");
    }
  }

  /**
   * Whoever waits long for a sweep is told how far it is; single frames come meanwhile, and what follows a picture
   * (its words, the rest of the page) follows each of these.
   * @param {string} url @param {Promise<Sweep | null | undefined>} work @param {number} turn
   */
  async follow(url, work, turn) {
    let over = false, previewed;
    work.finally(() => { over = true; });
    /** @param {number} ms */
    const waiting = (ms) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
    for (await waiting(this.far ? AGAIN : SLOW); !over && !this.closed && turn === this.turn; await waiting(AGAIN)) {
      const told = await request(url.replace("?", "-progress?")).then((answer) => answer.json(), () => ({}));
      if (over || turn !== this.turn) break;
      if (told.of) this.tell(told);
      if (this.frame !== previewed) this.dispatch("preview");
      previewed = this.frame;
    }
    if (turn === this.turn) this.tell({});
  }

  /** @param {{ done?: number, of?: number }} far */
  tell(far) {
    this.far = Boolean(far.of);
    this.dispatch("progress", far);
  }

  /** @returns {Wish[]} */
  wanted() {
    /** @type {[string, Scene][]} */
    const others = this.alongs.filter((a) => a !== this.active).map((a) => [a, {}]);
    /** @type {[string | undefined, Scene][]} */
    const variants = this.variants.map((fields) => [this.along(this.variant(fields)), fields]);
    const thrifty = navigator.connection?.saveData;    // a reader who asked to save data gets no guesses
    const wishes = this.wishes.flatMap((wish) => wish(this));
    return [...variants, ...others, ...wishes.filter(isShown), ...(thrifty ? [] : wishes.filter((wish) => !isShown(wish)))];
  }

  /**
   * Run a fetch; put what went wrong into words; where the server is lost, try again later. A guess that a busy
   * server leaves aside is null.
   * @param {() => Promise<Sweep>} fetchIt
   */
  async attempt(fetchIt, guess = false) {
    try {
      const result = await fetchIt();
      if (this.failures) this.report(null);
      this.failures = 0;
      return result;
    } catch (error) {
      if (error instanceof ServerBusy && guess) return null;
      if (/** @type {Error} */ (error).name === "AbortError") return undefined;
      if (error instanceof ServerLost) {
        this.report(`${error.message} You can keep moving what is loaded; the rest follows when it is back.`);
        clearTimeout(this.retrying);
        const wait = RETRY[Math.min(this.failures++, RETRY.length - 1)];
        this.retrying = setTimeout(() => { this.single(); this.need(); }, wait);
        this.turn++;
        this.tell({});
        this.dispatch("busy", { busy: false });
      } else if (!guess && !(error instanceof SweepUnfinished)) {
        this.refused = true;     // it stays until a picture of what is set can be shown
        this.report(/** @type {Error} */ (error).message);
      }
      return undefined;
    }
  }

  /** @param {string | null} message */
  report(message) {
    this.trouble = message;
    this.dispatch("trouble", { message });
  }

  /** @param {string} type */
  dispatch(type, detail = {}) { this.dispatchEvent(new CustomEvent(type, { detail })); }

  /** @param {string} type @param {(detail: any) => void} listener */
  on(type, listener) { this.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail)); }

  close() {
    this.closed = true;
    this.turn++;
    this.fetching?.abort();
    this.still();
    clearTimeout(this.retrying);
    clearTimeout(this.receiving);
  }
}
