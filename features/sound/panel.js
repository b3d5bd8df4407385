// The panel that the button Listen opens: the choice of a picture, what is heard, Play, speed, volume, and a switch.

import { element } from "../../assets/base/dom.js";
import { closeMenu, openMenu } from "../../assets/base/menu.js";
import { drawnData } from "../../assets/draw/drawn-data.js";
import { heardPictures, introduction } from "./listener.js";
import { pitchRule } from "./sentence.js";
import { SPEEDS } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

let serial = 0;

/**
 * Open or close the panel of an element.
 * @param {Live} live @param {HTMLButtonElement} button
 * @param {{ listener: import("./listener.js").Listener, change: (settings: Partial<Settings>) => void }} sound
 */
export function togglePanel(live, button, { listener, change }) {
  if (closeMenu(button)) return;
  const pictures = heardPictures(live);
  if (!pictures.length) return;
  const panel = element("div", { className: "kl-tool-menu kl-listen" });
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", "Listen to this picture");
  const pictureChoice = element("select", { className: "kl-tool-choice", ariaLabel: "Which picture" });
  pictures.forEach(({ title }, k) => pictureChoice.append(element("option", { value: String(k), textContent: title })));
  const sentence = element("p", { className: "kl-listen-sentence", id: `kl-listen-${++serial}` });
  const rule = element("p", { className: "kl-listen-rule", id: `kl-listen-rule-${serial}` });
  const chosenPicture = () => pictures[Number(pictureChoice.value) || 0];
  const writeSentence = () => {
    const { canvas } = chosenPicture(), drawing = drawnData(canvas);
    sentence.textContent = introduction({ live, canvas }) || "There is nothing to hear yet.";
    rule.textContent = drawing ? pitchRule(drawing) : "";
  };
  pictureChoice.addEventListener("change", writeSentence);
  writeSentence();
  const play = element("button", { type: "button", className: "kl-tool-item kl-listen-play" }, element("b", { textContent: "Play" }), " ", element("kbd", { textContent: "H" }));
  play.setAttribute("aria-keyshortcuts", "h");
  play.setAttribute("aria-describedby", `${sentence.id} ${rule.id}`);
  const playChosen = () => {
    writeSentence();
    change({ isOn: true });
    soundSwitch.checked = true;
    listener.toggle({ live, canvas: chosenPicture().canvas }, pictures.length > 1 ? chosenPicture().title : "", true);
  };
  play.addEventListener("click", playChosen);
  // H presses Play, also while sound is off. In a list of choices H keeps its own effect: it chooses an option.
  panel.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (key.toLowerCase() !== "h" || ctrlKey || altKey || metaKey || target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();         // elsewhere in the element H plays the picture in focus, or the first one
    playChosen();
  });
  const speed = element("select", { className: "kl-tool-choice" });
  for (const value of SPEEDS) speed.append(element("option", { value: String(value), textContent: `${value === 0.5 ? "½" : value}×`, selected: value === listener.settings.speed }));
  speed.addEventListener("change", () => change({ speed: Number(speed.value) }));
  const volume = element("input", { type: "range", min: "0", max: "1", step: "0.05", value: String(listener.settings.volume) });
  const fill = () => volume.style.setProperty("--fill", volume.value);
  volume.addEventListener("input", () => { fill(); change({ volume: Number(volume.value) }); });
  fill();
  const soundSwitch = element("input", { type: "checkbox", checked: listener.settings.isOn });
  soundSwitch.addEventListener("change", () => change({ isOn: soundSwitch.checked }));
  const line = (/** @type {string} */ text, /** @type {HTMLElement} */ control) => element("label", { className: "kl-listen-line" }, text, control);
  if (pictures.length > 1) panel.append(pictureChoice);
  panel.append(sentence, rule, play, line("Speed", speed), line("Volume", volume),
    element("label", { className: "kl-listen-line" }, soundSwitch, "Sound on: H plays the picture in focus; arrow keys and sliders play the value at its cursor"));
  openMenu(button, panel);
}
