// Bind a launch to the browser where it began, without cookies. The state of the login is remembered in session storage
// or, if this is refused, in the frame's name or in the platform's own storage (LTI Client Side postMessages), see
// login.js.

import { tab } from "../../assets/base/storage.js";

const WAIT_MS = 2000;   // longest wait for the platform's answer

/** @param {string} state */
const key = (state) => `lti-state ${state}`;

/** Remember a state in this browser. @param {string} state @returns {boolean} whether the browser stored it */
export const rememberState = (state) => tab.set(key(state), "1");

/** Return whether this browser remembers a state, and forget it. @param {string} state */
export function takeState(state) {
  const isKnown = tab.get(key(state)) !== null;
  tab.remove(key(state));
  return isKnown;
}

/**
 * If this page is in a frame, remember a state in the frame's name. Return whether the page is in a frame. Even if the
 * browser stores nothing, the name stays while the frame goes to the platform and back. The app can be shown only in
 * frames of the sites that the course names.
 * @param {string} state
 */
export function nameFrame(state) {
  const isFrame = window.parent !== window;
  if (isFrame) window.name = `${key(state)} ${window.name}`;
  return isFrame;
}

/** Return whether this frame is named by a state, and restore the frame's earlier name. @param {string} state */
export function takeName(state) {
  const prefix = `${key(state)} `, isNamed = window.parent !== window && window.name.startsWith(prefix);
  if (isNamed) window.name = window.name.slice(prefix.length);
  return isNamed;
}

/**
 * Send a message to the platform's storage. Return the value in its answer, or null if there is none.
 * @param {string} target A frame's name, or _parent. @param {string} origin
 * @param {{ subject: "lti.put_data" | "lti.get_data", key: string, value?: string }} message @returns {Promise<string | null>}
 */
export function askPlatform(target, origin, message) {
  const platform = window.parent === window ? window.opener : window.parent;
  const messageId = crypto.randomUUID?.() ?? String(Math.random());
  if (!target || !origin || !platform) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), WAIT_MS);
    /** @param {string | null} value */
    function finish(value) {
      clearTimeout(timer);
      removeEventListener("message", receive);
      resolve(value);
    }
    /** @param {MessageEvent} event */
    function receive({ data, origin: sender }) {
      if (sender !== origin || data?.message_id !== messageId || data.subject !== `${message.subject}.response`) return;
      finish(typeof data.value === "string" && !data.error ? data.value : null);
    }
    addEventListener("message", receive);
    try {
      const frame = target === "_parent" ? platform : platform.frames[target] ?? platform;
      frame.postMessage({ ...message, message_id: messageId }, origin);
    } catch { finish(null); }
  });
}
