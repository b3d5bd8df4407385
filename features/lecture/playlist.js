// The position in a lecture's playlist: goes to other steps, and fetches ahead what the next one needs.

import { request } from "../../assets/base/requests.js";

const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));
const SCREEN_WORDS = ["hide", "embed", "embed_options", "view"];   // words of the address that stay from step to step

export class Deck {
  constructor(say) { this.say = say; }

  update(data) {
    this.base = data.base;
    this.list = data.list;
    // A key pressed twice is faster than the server's answer: `target` is ahead of the list until the server follows.
    if (this.list && (this.target === undefined || this.target === this.list.at)) this.target = undefined;
    for (const address of this.list?.ahead ?? []) idle(() => request(address, { priority: "low" }).catch(() => {}), { timeout: 4000 });
  }

  get step() { return this.list?.steps[this.list.at]; }

  go(by) {
    const { steps, at } = this.list, next = (this.target ?? at) + by;
    if (next < 0) { this.say("This is the first step."); return; }
    if (next >= steps.length) { this.say("This was the last step."); return; }
    this.target = next;
    goTo(`${this.path(steps[next].page)}?${this.query(steps[next], next)}`);
  }

  path(page) { return `${this.base.replace(/\/$/, "")}/${page}`; }

  query({ scene }, k) {
    const words = new URLSearchParams(scene), current = new URLSearchParams(location.search);
    for (const name of SCREEN_WORDS) if (current.has(name)) words.set(name, current.get(name));
    words.set("list", `${this.list.name}~${k + 1}`);
    return words;
  }

  // Leaves for the same scene on the page itself.
  leave() {
    const words = new URLSearchParams(location.search);
    for (const name of ["view", "list"]) words.delete(name);
    goTo(`${location.pathname}?${words}`);
  }
}

// Goes to another address without loading the page anew, as Back and Forward do, so that full screen stays.
function goTo(address) {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}
