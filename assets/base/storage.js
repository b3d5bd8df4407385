// The one way to what a browser keeps: `device` for good, `tab` as long as the tab is open. Where it refuses
// (privacy settings, a frame of another site, no room), the same holds until the page is closed.

export const device = shelf("localStorage"), tab = shelf("sessionStorage");

/** @param {"localStorage" | "sessionStorage"} name */
function shelf(name) {
  const memory = new Map();      // what the browser did not take
  return {
    get(key) {
      if (memory.has(key)) return memory.get(key);
      try { return window[name].getItem(key); } catch { return null; }
    },
    // Whether the browser keeps it.
    set(key, text) {
      try {
        window[name].setItem(key, text);
        memory.delete(key);
        return true;
      } catch {
        memory.set(key, text);
        return false;
      }
    },
    remove(key) {
      memory.delete(key);
      try { window[name].removeItem(key); } catch { /* then it holds nothing */ }
    },
  };
}
