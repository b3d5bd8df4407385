// The launches of this browser window, by task. They are only in session storage, which ends with the window.

import { tab } from "../../assets/base/storage.js";

/** @typedef {{ token: string, task: string, code: string }} StoredLaunch */

/** @param {string} task */
const key = (task) => `lti-launch ${task}`;

/** @param {StoredLaunch} launch */
export const storeLaunch = (launch) => tab.set(key(launch.task), JSON.stringify(launch));

/** Return the launch of a task; null if this window has no such launch. @param {string} task @returns {StoredLaunch | null} */
export function readLaunch(task) {
  try {
    const launch = JSON.parse(tab.get(key(task)) ?? "null");
    return launch && typeof launch.token === "string" && typeof launch.code === "string" ? launch : null;
  } catch { return null; }
}
