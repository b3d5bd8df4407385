// The playlist of a lecture: where it is, how to get to the next step, and what that will need.

import { request } from "../../assets/base/requests.js";

const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));
const KEPT = ["hide", "embed", "embed_options", "view"];   // words that stay from step to step

export class Deck {
  constructor(say) { this.say = say; }

  update(data) {
    this.base = data.base;
    this.list = data.list;
    // A key pressed twice is quicker than the server's answer: what it is at counts once it catches up.
    if (this.list && (this.going === undefined || this.going === this.list.at)) this.going = undefined;
    for (const address of this.list?.ahead ?? []) idle(() => request(address, { priority: "low" }).catch(() => {}), { timeout: 4000 });
  }

  get step() { return this.list?.steps[this.list.at]; }

  go(by) {
    const { steps, at } = this.list, next = (this.going ?? at) + by;
    if (next < 0) { this.say("This is the first step."); return; }
    if (next >= steps.length) { this.say("This was the last step."); return; }
    this.going = next;
    walk(`${this.path(steps[next].page)}?${this.query(steps[next], next)}`);
  }

  path(page) { return `${this.base.replace(/\/$/, "")}/${page}`; }

  query({ scene }, k) {
    const words = new URLSearchParams(scene), here = new URLSearchParams(location.search);
    for (const name of KEPT) if (here.has(name)) words.set(name, here.get(name));
    words.set("list", `${this.list.name}~${k + 1}`);
    return words;
  }

  // The same scene on the page itself.
  leave() {
    const words = new URLSearchParams(location.search);
    for (const name of ["view", "list"]) words.delete(name);
    walk(`${location.pathname}?${words}`);
  }
}

// To another address without loading the page anew, as back and forward do: full screen stays.
function walk(to) {
  history.pushState({}, "", to);
  dispatchEvent(new PopStateEvent("popstate"));
}
