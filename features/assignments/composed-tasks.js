// The tasks that *Ask this* has composed (task_composer.py), as the word of their link. This device keeps
// them until somebody begins a new assignment, for a server that is started again has none of them.

import { device } from "../../assets/base/storage.js";

const KEY = "kernel-methods-live-1-tasks";

/**
 * `word`: of the server's tasks; null while it knows of none yet, "" once there are none any more.
 * @param {{ data: { word: string | null }, setTriggerValue(name: string, value: string): void }} component
 */
export function mount({ data: { word }, setTriggerValue }) {
  const kept = device.get(KEY);
  if (word) device.set(KEY, word);
  else if (word === "") device.remove(KEY);
  else if (kept) setTriggerValue("kept", kept);
}

export function unmount() {}
