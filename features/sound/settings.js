// The settings of sound that this device stores: whether it is on, its volume and its speed.

import { device } from "../../assets/base/storage.js";

const KEY = "kernel-methods-live-1-sound";

/** @typedef {{ isOn: boolean, volume: number, speed: number }} Settings `volume`: from 0 to 1. */

export const SPEEDS = [0.5, 1, 2];
/** @type {Settings} */
const DEFAULT = { isOn: false, volume: 0.5, speed: 1 };

/** Return the stored settings; where they are missing or invalid, the defaults. @returns {Settings} */
export function readSettings() {
  try {
    const { isOn, volume, speed } = JSON.parse(device.get(KEY) ?? "{}");
    return {
      isOn: isOn === true,
      volume: volume >= 0 && volume <= 1 ? volume : DEFAULT.volume,
      speed: SPEEDS.includes(speed) ? speed : DEFAULT.speed,
    };
  } catch { return { ...DEFAULT }; }        // the stored text is damaged
}

/** Store the settings on this device. @param {Settings} settings */
export const storeSettings = (settings) => { device.set(KEY, JSON.stringify(settings)); };
