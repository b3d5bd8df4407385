// The player stores the current settings, the loaded sweeps, and the current frame. It draws nothing: views draw when
// it dispatches events, and sliders and switches call its methods.

import { tensorAt, fetchSweep, nearest, ServerBusy, ServerLost } from "../base/sweep-decoder.js";
import { typedNumber } from "../base/format.js";
import { computer, request } from "../base/requests.js";

const MAX_SWEEPS = 60;                 // sweeps in memory, about 0.9 MB each
const SETTLE_DELAY_MS = 350;              // time without input after which a key press counts as released
const EDIT_DELAY_MS = 1200;               // wait after an edit before its sweep is requested, unless a slider is pressed first
const FIRST_PROGRESS_MS = 2000, PROGRESS_INTERVAL_MS = 700;  // wait before the first request for progress, and between later ones
const BUSY_RETRY_MS = 2000;      // wait before a busy server gets the next prefetch request
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000];

/**
 * Return the distinct fields of sliders; a page may have a slider twice.
 * @param {Slider[]} sliders
 */
const alongs = (sliders) => [...new Set(sliders.map((s) => s.along))];
/** Return for each kernel parameter with a slider the kernels that have it. @param {Slider[]} sliders @returns {Record<string, string[]>} */
const owners = (sliders) => Object.fromEntries(sliders.flatMap(({ along, kernels }) => (kernels ? [[along, kernels]] : [])));
/**
 * Return whether the scene has a value for the slider's field: one that is neither "" nor missing.
 * @param {Scene} scene @param {string | undefined} along
 */
const has = (scene, along) => Boolean(along !== undefined && scene[along]);
// The fields that define the sample, and the fields that are cleared when the sample or its source changes.
const SAMPLE = ["data", "points", "m", "seed", "noise", "features", "classes"];
const OF_SAMPLE = { edits: "" }, OF_SOURCE = { points: "", noise: "", features: "", classes: "" };
/** @param {number} a @param {number} b */
const isSameStop = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
/**
 * A sweep to fetch: its slider, the changed fields of the scene, the grid, and whether a view shows it.
 * @typedef {[string | undefined, Scene, number?, boolean?]} Wish
 */
/** @param {Wish} wish */
const isShown = ([, , , isVisible]) => Boolean(isVisible);
export const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 30));

export class Player extends EventTarget {
  /** @type {string | null} The endpoint's address; null for inline sweeps. */ frames;
  /** @type {number} Nodes along a side of the field. */ grid;
  /** @type {number} Stops of a sweep. */ count;
  /** @type {Record<string, string>} The view's settings in the address. */ view;
  /** @type {Scene} */ scene;
  /** @type {Scene} The last scene from outside. */ initialScene;
  /** @type {string | undefined} The slider moved last. */ active;
  /** @type {Record<string, any> | null | undefined} The server's answer about a kernel in the builder. */ built;
  /** @type {Record<string, any> | undefined} The shared state of the builder's panels. */ building;
  /** @type {Frame | undefined} The current frame. */ frame;
  /** @type {string | symbol | undefined} The query at which a demonstration ended, see furniture/challenge/demonstration.js. */ demonstration;
  /** @type {AbortController | undefined} Aborts the last requests for sweeps. */ fetching;

  /** @param {Pick<ElementData, "frames" | "query" | "view" | "grid" | "stops"> & { sliders: Slider[] }} data */
  constructor({ frames, query, view, sliders, grid, stops }) {
    super();
    Object.assign(this, { frames, grid, count: stops, view: { ...view } });
    this.base = Object.fromEntries(sliders.map((/** @type {Slider} */ s) => [s.along, s.stops]));
    this.alongs = alongs(sliders);
    this.owners = owners(sliders);
    this.active = this.alongs[0];
    this.scene = this.initialScene = Object.fromEntries(new URLSearchParams(query));
    this.sweeps = new Map();
    this.singles = new Map();    // single frames, separate from sweeps, since a dragged point needs hundreds of them
    this.pending = new Map();
    /** @type {Scene[]} */
    this.variants = [];          // the changed fields of views with another loss or kernel
    /** @type {Map<object, Scene[]>} */
    this.variantsByElement = new Map();
    /** @type {((player: Player) => Wish[])[]} */
    this.wishes = [];            // functions that return further sweeps to fetch when idle
    /** @type {Scene} */
    this.clearedFields = {};              // values that an option of a switch has cleared, to be restored
    this.failures = 0;
    this.turn = 0;
  }

  // ---- changes by the visitor -------------------------------------------------------------

  /** @param {string} along */
  stops(along) {
    const value = this.value(along), stops = this.base[along];
    const k = nearest(stops, value);
    return isSameStop(stops[k], value) ? stops : stops.with(k, value);
  }

  /** @param {string} along */
  value(along) { return Number(this.scene[along]); }

  /** @param {string} along */
  index(along) { return nearest(this.stops(along), this.value(along)); }

  /**
   * Move a slider to a stop; draw at once if the frame is loaded.
   * @param {string} along @param {number} stop
   */
  move(along, stop) { this.change({ [along]: typedNumber(stop) }, along); }

  /** @param {Scene} fields @param {string | undefined} along */
  change(fields, along = this.active) {
    const before = this.scene, hasChanged = (/** @type {string} */ name) => name in fields && fields[name] !== before[name];
    for (const name in fields) if (fields[name] === "" && before[name]) this.clearedFields[name] = before[name];
    this.isEdited = hasChanged("edits");
    if (this.isEdited) this.cancelSweep();
    this.scene = { ...before, ...(SAMPLE.some(hasChanged) && OF_SAMPLE), ...(hasChanged("data") && OF_SOURCE), ...fields };
    this.active = has(this.scene, along) ? along : this.along(this.scene);
    this.show();
    this.clearTimers();
    if (!this.isHeld) this.settleTimer = setTimeout(() => this.settle(), SETTLE_DELAY_MS);
  }

  /**
   * Set whether something is being dragged; during a drag, a pause does not count as a release. At the end of a drag,
   * dispatch "released".
   * @param {boolean} isHeld
   */
  hold(isHeld) {
    this.isHeld = isHeld;
    if (!isHeld) this.dispatch("released");
  }

  // Whether nothing is dragged and no key was just pressed.
  get isResting() { return !this.isHeld && this.settleTimer === undefined; }

  clearTimers() {
    clearTimeout(this.settleTimer);
    clearTimeout(this.fetchTimer);
    this.settleTimer = undefined;
  }

  /**
   * Fetch the sweep of a slider that was pressed, if it is missing: an edit may have postponed the request, or a busy
   * server may have refused to prefetch the sweep.
   * @param {string} along
   */
  reach(along) {
    if (this.isHeld) return;
    const missing = !this.hasSweep(this.scene, along, this.count, this.grid);
    if (missing && has(this.scene, along)) this.active = along;
    if (missing && this.frames) this.need();
  }

  // Cancel the sweep that is being fetched: after an edit, its points are outdated.
  cancelSweep() {
    if (!this.fetching) return;
    this.turn++;
    this.fetching.abort();
    this.fetching = undefined;
    this.reportProgress({});
    this.dispatch("busy", { busy: false });
  }

  /** @param {Record<string, string>} view */
  look(view) {
    Object.assign(this.view, view);
    if (this.frame) this.dispatch("paint", { frame: this.frame, isNew: false });
    this.dispatch("settle", { query: this.query() });
  }

  // After a release: dispatch "settle", then fetch the sweeps that the next move may need.
  settle() {
    this.clearTimers();
    this.dispatch("settle", { query: this.query() });
    // Edits often follow each other, so their sweep waits. The picture of an edit, a single frame, is requested at once.
    if (this.isEdited && this.frames) this.fetchTimer = setTimeout(() => this.need(), EDIT_DELAY_MS);
    else this.need();
  }

  /**
   * Adopt a scene that comes from outside the player, such as one of another address or data set.
   * @param {string} query @param {Record<string, string>} view @param {Slider[]} sliders
   */
  adopt(query, view, sliders) {
    for (const { along, stops } of sliders) this.base[along] = stops;
    this.alongs = alongs(sliders);
    this.owners = owners(sliders);
    if (this.active === undefined || !this.alongs.includes(this.active)) this.active = this.alongs[0];
    this.scene = this.initialScene = Object.fromEntries(new URLSearchParams(query));
    this.active = this.along(this.scene) ?? this.active;
    const hasChangedView = Object.keys({ ...this.view, ...view }).some((name) => (this.view[name] ?? "") !== (view[name] ?? ""));
    this.view = { ...view };
    this.clearTimers();
    this.show(hasChangedView);          // the frame may be the current one
    this.need();
  }

  query(scene = this.scene) {
    return new URLSearchParams(Object.entries(scene).filter(([, value]) => value !== "")).toString();
  }

  // ---- the current frame ------------------------------------------------------------

  show(redraw = false) {
    const frame = this.find(this.scene);
    this.dispatch("input");
    if (frame && this.refused) {
      this.refused = false;
      this.report(null);
    }
    if (frame) this.paint(frame, redraw);
    this.fetchSingle();
  }

  /** @param {Frame} frame @param {boolean} redraw */
  paint(frame, redraw) {
    const before = this.frame, isNew = !before || before.sweep !== frame.sweep || before.stop !== frame.stop;
    this.frame = frame;
    if (isNew || redraw) this.dispatch("paint", { frame, isNew });
  }

  /**
   * Return the scene with some fields changed. Leave out the parameters that its kernel does not have and, if the kernel
   * changes, those that `fields` does not set.
   * @param {Scene} fields
   */
  variant(fields, scene = this.scene) {
    const changed = { ...scene, ...fields };
    const { kernel } = changed, otherKernel = kernel !== scene.kernel;
    for (const [along, kernels] of Object.entries(this.owners)) {
      const isForeign = kernel && !kernels.includes(kernel);
      if (isForeign || !changed[along] || (otherKernel && !fields[along])) delete changed[along];
    }
    return changed;
  }

  // Return the current scene and its variants, without those whose frame is loaded.
  missingScenes() {
    return [{}, ...this.variants].map((fields) => this.variant(fields)).filter((scene) => !this.find(scene));
  }

  /** @param {Scene} scene */
  along(scene, first = this.active) { return has(scene, first) ? first : this.alongs.find((a) => has(scene, a)); }

  /**
   * Return the frame of a scene from any loaded sweep that contains it.
   * @param {Scene} scene
   */
  find(scene, first = this.active, grid = this.grid) {
    const order = [first, ...this.alongs.filter((a) => a !== first)].filter((along) => has(scene, along));
    for (const along of order) {
      const frame = this.lookup(scene, along, this.count, grid);
      if (frame) return frame;
    }
    return this.lookup(scene, order[0], order.length ? 1 : this.count, grid);   // a scene without a slider has one frame
  }

  /**
   * Return the loaded sweep of a scene along a slider, even if it lacks the scene's own stop.
   * @param {Scene} scene @param {string | undefined} along @returns {Sweep | undefined}
   */
  loadedSweep(scene, along, count = this.count, grid = this.grid) { return this.shelf(count).get(this.key(scene, along, count, grid)); }

  /** @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid */
  lookup(scene, along, count, grid) {
    const sweep = this.loadedSweep(scene, along, count, grid);
    if (!sweep) return undefined;
    const value = Number(scene[along ?? ""]), stop = nearest(sweep.stops, value);
    if (along !== undefined && !isSameStop(sweep.stops[stop], value)) return undefined;
    return { sweep, stop, along, scene: { ...scene }, get: (/** @type {string} */ name) => tensorAt(sweep, name, stop) };
  }

  /**
   * Return whether a sweep is loaded that has the scene's frame, or that lacks it only because computing all stops would
   * take a long time.
   * @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid
   */
  hasSweep(scene, along, count, grid) {
    const sweep = this.loadedSweep(scene, along, count, grid);
    return Boolean(sweep?.meta?.all_stops || this.lookup(scene, along, count, grid));
  }

  // Report how many stops the active slider's sweep has. `of`: the slider's number of stops if the sweep lacks some, or 0.
  reportStops() {
    const sweep = this.loadedSweep(this.scene, this.active), of = Number(sweep?.meta?.all_stops ?? 0);
    this.dispatch("stops", { stops: sweep?.stops.length, of });
  }

  /**
   * Return the key under which a sweep is stored. The order in which fields were set does not matter.
   * @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid
   */
  key(scene, along, count, grid) {
    const rest = Object.entries(scene).filter(([name]) => name !== along).sort(([a], [b]) => (a < b ? -1 : 1));
    return `${along} ${count} ${grid} ${this.query(Object.fromEntries(rest))}`;
  }

  /**
   * Set the variants that an element shows.
   * @param {object} element @param {Scene[]} fields
   */
  vary(element, fields) {
    if (fields.length) this.variantsByElement.set(element, fields); else this.variantsByElement.delete(element);
    const all = new Map();
    for (const fields of [...this.variantsByElement.values()].flat()) all.set(JSON.stringify(fields), fields);
    this.variants = [...all.values()];
  }

  // ---- fetching ---------------------------------------------------------------------------

  /**
   * Store an inline sweep; `fields` are the options of switches that it belongs to.
   * @param {Sweep} sweep @param {string} along
   */
  give(sweep, along, fields = {}) {
    this.sweeps.set(this.key({ ...this.scene, ...fields }, along, this.count, this.grid), sweep);
  }

  /**
   * Store and show an answer to a view's request. After a pause, dispatch "ready", so that texts are updated if the
   * answer came after the release.
   * @param {Sweep} sweep @param {string} along
   */
  receive(sweep, along = this.alongs[0], fields = {}) {
    this.give(sweep, along, fields);
    this.show(true);
    clearTimeout(this.readyTimer);
    this.readyTimer = setTimeout(() => { if (this.isResting && !this.closed) this.dispatch("ready"); }, SETTLE_DELAY_MS);
  }

  /** @param {Scene} scene @param {string | undefined} along @param {number} count @param {number} grid */
  url(scene, along, count, grid) {
    const sweepScene = count === 1 || along === undefined ? scene : this.atInitialStop(scene, along);
    return `${this.frames}?${this.query(sweepScene)}&along=${along}&stops=${count}&grid=${grid}`;
  }

  /**
   * Return the scene with the slider at its initial stop. A sweep is the same for all values of its slider, so one
   * address, which caches can share, is used for all of them.
   * @param {Scene} scene @param {string} along
   */
  atInitialStop(scene, along) {
    const isStop = (/** @type {string | undefined} */ value) => this.base[along]?.some((stop) => isSameStop(stop, Number(value)));
    return isStop(scene[along]) && isStop(this.initialScene[along]) ? { ...scene, [along]: this.initialScene[along] } : scene;
  }

  /**
   * @param {Scene} scene @param {string | undefined} along @param {RequestInit} options
   * @returns {Promise<Sweep>}
   */
  async load(scene, along, count = this.count, grid = this.grid, options = {}) {
    const url = this.url(scene, along, count, grid);
    if (this.pending.has(url)) return this.pending.get(url);
    const work = fetchSweep(url, options).then((sweep) => {
      this.store(this.shelf(count), this.key(scene, along, count, grid), sweep);
      return sweep;
    }).finally(() => this.pending.delete(url));
    this.pending.set(url, work);
    return work;
  }

  /** @param {number} count */
  shelf(count) { return count === 1 ? this.singles : this.sweeps; }

  /** @param {Map<string, Sweep>} shelf @param {string} key @param {Sweep} sweep */
  store(shelf, key, sweep) {
    shelf.delete(key);
    shelf.set(key, sweep);
    if (shelf.size > MAX_SWEEPS) for (const [oldest] of shelf) { shelf.delete(oldest); break; }
  }

  // Fetch frames that no loaded sweep has, of the current scene and its variants. One such fetch runs at a time.
  async fetchSingle() {
    if (!this.frames || this.asking) return;
    const missing = this.missingScenes();
    if (!missing.length) return;
    this.asking = true;
    const requestedScene = { ...this.scene };
    const sweeps = await Promise.all(missing.map((scene) => this.attempt(() => this.load(scene, this.along(scene), 1))));
    this.asking = false;
    if (!sweeps.every(Boolean) || this.closed) return;
    // If the scene has changed meanwhile, this frame is still the newest one loaded.
    const lateFrame = !this.find(this.scene) && this.find(requestedScene);
    if (lateFrame) this.paint(lateFrame, true);
    this.show(true);
  }

  /**
   * Fetch the sweep of the active slider, then, when idle, the sweeps that the next move may need.
   * @param {boolean} all whether to wait for all stops, however long they take
   */
  async need(all = false) {
    if (this.closed) return;
    if (!this.frames) { this.dispatch("ready"); return; }
    const turn = ++this.turn;
    clearTimeout(this.fetchTimer);
    this.isEdited = false;
    const scene = { ...this.scene };
    // Keep the controller of a pending request, so that it can be aborted.
    if (!this.fetching || !this.pending.has(this.url(scene, this.active, this.count, this.grid))) this.fetching = new AbortController();
    const { signal } = this.fetching;
    if (all || !this.hasSweep(scene, this.active, this.count, this.grid)) {
      if (!all) this.reportStops();
      this.dispatch("busy", { busy: true });
      const options = { signal, ...(all && { headers: { Prefer: "wait" } }) };
      const work = this.attempt(() => this.load(scene, this.active, this.count, this.grid, options));
      this.followProgress(this.url(scene, this.active, this.count, this.grid), work, turn);
      const sweep = await work;
      if (all) this.reportStops();      // even if the settings have changed meanwhile
      if (turn !== this.turn) return;
      this.dispatch("busy", { busy: false });
      if (!sweep) return;
    } else if (this.hasProgress) this.reportProgress({});
    this.show();      // the sweep may have been prefetched after the frame that is shown
    this.reportStops();
    this.dispatch("ready");
    for (const [along, fields, grid] of this.nextWishes()) {
      await new Promise((resolve) => idle(resolve, { timeout: 200 }));
      if (turn !== this.turn) return;
      const wish = this.variant(fields);
      if (!has(wish, along)) continue;
      if (this.hasSweep(wish, along, this.count, grid ?? this.grid)) continue;
      const prefetch = { signal, headers: { Purpose: "prefetch" } };
      const sweep = await this.attempt(() => this.load(wish, along, this.count, grid ?? this.grid, prefetch), true);
      if (turn !== this.turn) return;
      if (sweep === null) {
        this.fetchTimer = setTimeout(() => this.need(), BUSY_RETRY_MS);
        return;
      }
      this.dispatch("arrived");
    }
  }

  /**
   * Report the progress of a long sweep. Single frames are shown meanwhile; after each of them dispatch "preview".
   * @param {string} url @param {Promise<Sweep | null | undefined>} work @param {number} turn
   */
  async followProgress(url, work, turn) {
    let isDone = false, previewed;
    work.finally(() => { isDone = true; });
    /** @param {number} ms */
    const waiting = (ms) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
    for (await waiting(this.hasProgress ? PROGRESS_INTERVAL_MS : FIRST_PROGRESS_MS); !isDone && !this.closed && turn === this.turn; await waiting(PROGRESS_INTERVAL_MS)) {
      const answer = await request(url.replace("?", "-progress?")).then((answer) => answer.json(), () => ({}));
      if (isDone || turn !== this.turn) break;
      if (answer.of) this.reportProgress(answer);
      if (this.frame !== previewed) this.dispatch("preview");
      previewed = this.frame;
    }
    if (turn === this.turn) this.reportProgress({});
  }

  /** @param {{ done?: number, of?: number }} progress */
  reportProgress(progress) {
    this.hasProgress = Boolean(progress.of);
    this.dispatch("progress", progress);
  }

  /** @returns {Wish[]} */
  nextWishes() {
    /** @type {[string, Scene][]} */
    const otherSliders = this.alongs.filter((a) => a !== this.active).map((a) => [a, {}]);
    /** @type {[string | undefined, Scene][]} */
    const variants = this.variants.map((fields) => [this.along(this.variant(fields)), fields]);
    const savesData = navigator.connection?.saveData;    // no prefetching for visitors who save data
    const wishes = this.wishes.flatMap((wish) => wish(this));
    // The sweeps that views show come first: such a view is empty without its sweep, while the view of a variant can
    // show a single frame.
    return [...wishes.filter(isShown), ...variants, ...otherSliders, ...(savesData ? [] : wishes.filter((wish) => !isShown(wish)))];
  }

  /**
   * Run a fetch and report errors; retry later if the server is unreachable. Return null for a prefetch that a busy
   * server refuses, undefined for any other fetch without a result.
   * @param {() => Promise<Sweep>} fetchIt
   */
  async attempt(fetchIt, isPrefetch = false) {
    try {
      const result = await fetchIt();
      if (this.failures) this.report(null);
      this.failures = 0;
      return result;
    } catch (error) {
      if (error instanceof ServerBusy && isPrefetch) return null;
      if (/** @type {Error} */ (error).name === "AbortError") return undefined;
      if (error instanceof ServerLost) {
        this.report(`${error.message} Pictures that are loaded still work; the rest follows when the ${computer.name} answers again.`);
        clearTimeout(this.retryTimer);
        const wait = RETRY_DELAYS_MS[Math.min(this.failures++, RETRY_DELAYS_MS.length - 1)];
        this.retryTimer = setTimeout(() => { this.fetchSingle(); this.need(); }, wait);
        this.turn++;
        this.reportProgress({});
        this.dispatch("busy", { busy: false });
      } else if (!isPrefetch) {
        this.refused = true;     // the message stays until a frame of the scene can be shown
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
    this.clearTimers();
    clearTimeout(this.retryTimer);
    clearTimeout(this.readyTimer);
  }
}
