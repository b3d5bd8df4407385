// One player for all elements of a page that show one scene: they move together, whichever has the hand.

import { Player } from "./player.js";

const groups = new Map();        // by the leader's name: the player, and how many elements play it

/**
 * The player of an element's group, or one of its own where it has no group. `leave` is called when
 * the element is gone; what has listened through its player then stops.
 * @param {{group?: string}} data
 * @param {ConstructorParameters<typeof Player>[0]} settings
 * @returns {{player: Player, fresh: boolean, leave: () => void}}
 */
export function playerOf({ group }, settings) {
  if (!group) {
    const player = new Player(settings);
    return { player, fresh: true, leave: () => player.close() };
  }
  const found = groups.get(group), shared = found ?? { player: new Player(settings), count: 0 };
  shared.count++;
  groups.set(group, shared);
  const off = new AbortController();
  const leave = () => {
    off.abort();
    if (--shared.count) return;
    shared.player.close();
    groups.delete(group);
  };
  return { player: heardUntil(shared.player, off.signal), fresh: !found, leave };
}

/**
 * The player as one element has it.
 * @param {Player} player @param {AbortSignal} signal
 * @returns {Player}
 */
function heardUntil(player, signal) {
  /** @type {Record<string | symbol, Function>} */
  const own = {
    /** @param {string} type @param {(detail: any) => void} listener */
    on: (type, listener) => player.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal }),
    /** @param {string} type @param {EventListener} listener @param {AddEventListenerOptions} more */
    addEventListener: (type, listener, more = {}) => player.addEventListener(type, listener, { signal, ...more }),
  };
  return new Proxy(player, {
    get(target, key) {
      if (key in own) return own[key];
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}
