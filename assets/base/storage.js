// Store values in the browser: `device` permanently, `tab` until the tab is closed. If the browser refuses to store them
// (privacy settings, a frame on another site, no free space), values last until the page is closed.

export const device = shelf("localStorage"), tab = shelf("sessionStorage");

/** @param {"localStorage" | "sessionStorage"} name */
function shelf(name) {
  /** @type {Map<string, string>} */
  const memory = new Map();      // values that the browser refused
  return {
    /** @param {string} key */
    get(key) {
      const text = memory.get(key);
      if (text !== undefined) return text;
      try { return window[name].getItem(key); } catch { return null; }
    },
    /** Return whether the browser stored the value. @param {string} key @param {string} text */
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
    /** @param {string} key */
    remove(key) {
      memory.delete(key);
      try { window[name].removeItem(key); } catch { /* then it holds nothing */ }
    },
  };
}
