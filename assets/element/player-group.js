// Share one player among all elements of a page that show the same scene, so that they move together.

import { Player } from "./player.js";

const groups = new Map();        // the player and the number of its elements, by the name of the group

/**
 * Return the player of an element's group, or a new one for an element without a group. `leave` is called when the
 * element is removed; it ends the element's listeners.
 * @param {{group?: string}} data
 * @param {ConstructorParameters<typeof Player>[0]} settings
 * @returns {{player: Player, isNew: boolean, leave: () => void}}
 */
export function playerOf({ group }, settings) {
  if (!group) {
    const player = new Player(settings);
    return { player, isNew: true, leave: () => player.close() };
  }
  const existing = groups.get(group), shared = existing ?? { player: new Player(settings), count: 0 };
  shared.count++;
  groups.set(group, shared);
  const listeners = new AbortController();
  const leave = () => {
    listeners.abort();
    if (--shared.count) return;
    shared.player.close();
    groups.delete(group);
  };
  return { player: withSignal(shared.player, listeners.signal), isNew: !existing, leave };
}

/**
 * Return the player for one element, whose listeners end with the signal.
 * @param {Player} player @param {AbortSignal} signal
 * @returns {Player}
 */
function withSignal(player, signal) {
  /** @type {Record<string | symbol, Function>} */
  const overrides = {
    /** @param {string} type @param {(detail: any) => void} listener */
    on: (type, listener) => player.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal }),
    /** @param {string} type @param {EventListener} listener @param {AddEventListenerOptions} more */
    addEventListener: (type, listener, more = {}) => player.addEventListener(type, listener, { signal, ...more }),
  };
  return new Proxy(player, {
    get(target, key) {
      if (key in overrides) return overrides[key];
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}
