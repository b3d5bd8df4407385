// Open other steps of a lecture's playlist, and prefetch the answers that the next step needs first.

import { request } from "../../assets/base/requests.js";

const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));
const SCREEN_WORDS = ["hide", "embed", "embed_options", "view"];   // words of the address that do not change from step to step

/**
 * A step of the lecture, see playlist.py.
 * @typedef {object} Step
 * @property {string} page
 * @property {string} scene
 * @property {string} step The page's step that it shows.
 * @property {string} title
 * @property {string} notes
 * @property {string} along The slider that is active at first.
 * @property {string} question
 * @property {string[]} options The answer options of the question.
 * @property {Condition[]} answers For each option, the condition on a read-out under which it is right.
 * @property {string} right The right option, if it does not depend on the picture's numbers.
 * @property {string} cover What is hidden at first.
 * @property {Record<string, string>} ask A question to the audience about the picture.
 */

/** The steps of the lecture. `at`: the open step; `ahead`: the requests of the next step. @typedef {{ name: string, at: number, steps: Step[], ahead: string[] }} List */

export class Deck {
  base = "";
  /** @type {List | null | undefined} */ list;
  /** @type {number | undefined} The step that is being opened. */ target;

  /** @param {(text: string) => void} say */
  constructor(say) { this.say = say; }

  /** @param {{ base: string, list: List | null }} data */
  update(data) {
    this.base = data.base;
    this.list = data.list;
    // A key may be pressed again before the server answers: until then `target`, not the list, has the requested step.
    if (this.list && (this.target === undefined || this.target === this.list.at)) this.target = undefined;
    for (const address of this.list?.ahead ?? []) idle(() => request(address, { priority: "low" }).catch(() => {}), { timeout: 4000 });
  }

  get step() { return this.list?.steps[this.list.at]; }

  /** @param {number} by */
  go(by) {
    if (!this.list) return;
    const { steps, at, name } = this.list, nextIndex = (this.target ?? at) + by;
    if (nextIndex < 0) { this.say("This is the first step."); return; }
    if (nextIndex >= steps.length) { this.say("This is the last step."); return; }
    this.target = nextIndex;
    goTo(`${this.path(steps[nextIndex].page)}?${query(steps[nextIndex], `${name}~${nextIndex + 1}`)}`);
  }

  /** @param {string} page */
  path(page) { return `${this.base.replace(/\/$/, "")}/${page}`; }

  /** Leave the lecture view for the same scene on its page. @param {string} step The step in front, or "" for the first. */
  leave(step) {
    const words = new URLSearchParams(location.search);
    for (const name of ["view", "list", "step"]) words.delete(name);
    if (step) words.set("step", step);
    goTo(`${location.pathname}?${words}`);
  }
}

/** Return the words of a step's address. @param {Step} step @param {string} place The list's name and the step's number. */
function query({ scene }, place) {
  const words = new URLSearchParams(scene), currentWords = new URLSearchParams(location.search);
  for (const name of SCREEN_WORDS) {
    const value = currentWords.get(name);
    if (value !== null) words.set(name, value);
  }
  words.set("list", place);
  return words;
}

// Go to another address without reloading the page, as Back and Forward do, so that full screen does not end.
/** @param {string} address */
function goTo(address) {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}
