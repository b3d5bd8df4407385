// The page and its server: what is said while they have no web socket, and what happens once they have one
// again. The page's HTML brings this script (lab/serving/streamlit_files/page_head.py), for without a socket
// nothing else of ours comes.

import { appRoot, closeConnectionError, configure, isAtRest, isConnected, readAddress, watchConnection, watchRuns } from "../base/streamlit.js";

const PATIENCE = 6000;           // ms without a connection after which it is said
const PROBE = 3000;              // ms between two looks whether the server answers by other ways
const LONGEST_HOLD_MS = 8000;    // for which a press waits for the new server's first run
const OPEN = '[role="dialog"] [class*="st-key-dialog-"]';
const PICTURE = '[data-live][data-ready="1"]';
const SITE = "Open this page without a server";

/** What is missing and what works, for a page that has pictures or none, whose server answers questions or not. */
export function sentence(hasPicture, answers) {
  if (hasPicture && answers) return "The live connection to the server, a web socket, is interrupted. Pictures and sliders still work. Text that follows them, dialogs and other pages come back with the connection, by themselves.";
  if (hasPicture) return "The server does not answer. You can keep moving what is loaded: the page’s address keeps what you set, and the rest comes back with the server, by itself.";
  if (answers) return "This page can’t get its content: your network lets the course’s files through, but no web socket, its live connection to the server. The page tries again by itself. Another network, such as a phone’s, may let it through.";
  return "The server does not answer, so the page has no content yet. It tries again by itself.";
}

/** The same page of the course's site, which needs no server. @param {string} site @param {string} base @param {URL | Location} at */
export function onSite(site, base, at) {
  const page = at.pathname.startsWith(base) ? at.pathname.slice(base.length).replace(/\/+$/, "") : "";
  return `${site.replace(/\/*$/, "/")}${page ? `${page}/` : ""}${at.search}`;
}

class Connection {
  /** @type {HTMLElement} */ app;
  /** @type {string} Below which path the server is. */ base;
  /** @type {string} */ site;
  /** @type {ReturnType<typeof setTimeout>} */ timer;
  /** @type {MutationObserver | undefined} Of what Streamlit lays over the page. */ covers;
  /** @type {HTMLElement | undefined} */ strip;
  /** @type {HTMLElement} */ words;
  /** @type {HTMLAnchorElement | undefined} */ link;

  /** @param {HTMLElement} app Streamlit's, which says of itself whether it is connected. @param {{ base?: string, site?: string }} given */
  constructor(app, { base = "/", site = "" }) {
    Object.assign(this, { app, base, site });
    this.isUp = this.wasUp = isConnected();
    this.lacksScript = false;
    addEventListener("vite:preloadError", () => { this.lacksScript = true; });
    watchConnection(() => this.look());
    if (!this.isUp) this.lose();
  }

  look() {
    if (isConnected() === this.isUp) return;
    this.isUp = !this.isUp;
    if (this.isUp) this.comeBack(); else this.lose();
  }

  lose() {
    this.timer = setTimeout(() => this.tell(), PATIENCE);
    // Streamlit lays a message of its own over the page, under which nothing can be moved.
    this.covers = new MutationObserver(closeConnectionError);
    this.covers.observe(document.body, { childList: true, subtree: true });
    // Streamlit's first request to a new server carries the address that it last read: it reads it now.
    if (keepOpenDialog()) readAddress();
  }

  async tell() {
    const answers = await fetch(`${this.base}_stcore/health`, { cache: "no-store" }).then(({ ok }) => ok, () => false);
    if (this.isUp) return;
    this.strip ??= this.makeStrip();
    const text = sentence(Boolean(document.querySelector(PICTURE)), answers);
    if (this.words.textContent !== text) this.words.textContent = text;
    if (this.link) this.link.href = onSite(this.site, this.base, location);
    this.timer = setTimeout(() => this.tell(), PROBE);
  }

  makeStrip() {
    const strip = document.createElement("div");
    strip.className = "kl-connection";
    strip.setAttribute("role", "status");
    strip.style.cssText = "position: fixed; inset: auto 0 0 0; z-index: 1000000; padding: 0.8rem 1.2rem; font: 1rem/1.45 system-ui, sans-serif; "
      + "color: light-dark(#1f2937, #e5e7eb); background: light-dark(#fef9c3, #3f3a17); border-top: 1px solid light-dark(#ca8a04, #a16207);";
    strip.style.colorScheme = getComputedStyle(this.app).colorScheme;      // Streamlit's theme, which the document does not know of
    this.words = document.createElement("span");
    strip.append(this.words);
    if (this.site) {
      this.link = document.createElement("a");
      this.link.textContent = SITE;
      strip.append(" ", this.link, ".");
    }
    document.body.append(strip);
    return strip;
  }

  // A server that was started again, or a replica that took over, knows nothing of this page: the page is run
  // anew, at its address as it is. Streamlit asks for a run only sometimes, and at the address that it wrote last.
  comeBack() {
    clearTimeout(this.timer);
    this.covers?.disconnect();
    this.strip?.remove();
    this.strip = undefined;
    if (this.wasUp) {
      keepOpenDialog();
      // A script of Streamlit's own that was asked for in vain is asked for again by no run, only by a new document.
      if (this.lacksScript) location.reload();
      else {
        holdPresses(this.app);
        runAnew();
      }
    }
    this.wasUp = true;
  }
}

// Until the new server has run the page once, it knows none of its buttons: a press waits for that.
/** @param {HTMLElement} app */
function holdPresses(app) {
  const held = new AbortController();
  /** @type {HTMLElement | null} */
  let button = null;
  let hasRun = false;    // a run that is still told of now was the lost server's

  function end() {
    held.abort();
    stopWatching();
    clearTimeout(timer);
    if (button?.isConnected) button.click();
  }

  const stopWatching = watchRuns(() => {
    if (!isAtRest()) hasRun = true;
    else if (hasRun) end();
  });
  const timer = setTimeout(end, LONGEST_HOLD_MS);
  app.addEventListener("click", (event) => {
    const pressed = /** @type {Element} */ (event.target).closest("button");
    if (!pressed || pressed.closest("[data-live]")) return;
    button = pressed;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, signal: held.signal });
}

/** Names the open dialog in the address, for the run that comes; returns whether one is open. */
function keepOpenDialog() {
  const open = document.querySelector(OPEN), name = open?.className.match(/st-key-dialog-([\w-]+)/)?.[1];
  const url = new URL(location.href), words = url.searchParams;
  if (name) words.set("dialog", name);
  else if (words.has("dialog")) words.delete("dialog");
  else return false;     // the address stays letter by letter as it is
  history.replaceState(history.state, "", url);
  return Boolean(name);
}

function runAnew() {
  dispatchEvent(new Event("reconnected"));
  readAddress();
}

/** Waits for Streamlit's own script, which comes next. @param {DOMStringMap} given */
function start({ base = "/", connection, host = "{}" }) {
  configure(base, host);
  const waiting = new MutationObserver(() => {
    const app = appRoot();
    if (!app) return;
    waiting.disconnect();
    new Connection(app, { base, site: connection });
  });
  waiting.observe(document.body, { childList: true, subtree: true });
}

const script = globalThis.document?.querySelector("script[data-connection]");
if (script) start(/** @type {HTMLElement} */ (script).dataset);
