// Store the tasks of *Ask this* (task_composer.py) on this device, as the word of their link, until the user begins a
// new assignment. A server that is restarted loses them.

import { device } from "../../assets/base/storage.js";

const STORAGE_KEY = "kernel-methods-live-1-tasks";

/**
 * `word` contains the tasks that the server has. It is null if this session has none yet, "" after they were removed.
 * @param {{ data: { word: string | null }, setTriggerValue(name: string, value: string): void }} component
 */
export function mount({ data: { word }, setTriggerValue }) {
  const storedWord = device.get(STORAGE_KEY);
  if (word) device.set(STORAGE_KEY, word);
  else if (word === "") device.remove(STORAGE_KEY);
  else if (storedWord) setTriggerValue("stored", storedWord);
}

export function unmount() {}
