// Show a message while the page has no web socket to its server, and rerun the page after a reconnection. This script
// is part of the page's HTML (lab/serving/streamlit_files/page_head.py), since the page's content arrives through
// the socket. As the first script it also prepares the page for translation by the browser.

import { setText } from "../base/dom.js";
import { appRoot, closeConnectionError, configure, isAtRest, isConnected, keepFormulasAsTheyAre, readAddress, tolerateTranslation, watchConnection, watchRuns } from "../base/streamlit.js";

const NOTICE_DELAY_MS = 6000;           // time without a connection before the message is shown
const PROBE_INTERVAL_MS = 3000;              // time between two checks of whether the server answers HTTP
const MAX_HOLD_MS = 8000;    // longest time that a press waits for the new server's first run
const OPEN_DIALOG = '[role="dialog"] [class*="st-key-dialog-"]';
const PICTURE = '[data-live][data-ready="1"]';
const SITE_LINK = "Open this page without a server";

/**
 * Write a message about what is missing and what works, depending on whether the page has pictures and the server
 * answers HTTP.
 * @param {boolean} hasPicture @param {boolean} answers
 */
export function sentence(hasPicture, answers) {
  if (hasPicture && answers) return "The live connection to the server, a web socket, is interrupted. Pictures and sliders still work. Text that depends on them, dialogs and other pages return with the connection.";
  if (hasPicture) return "The server does not answer. Pictures that are loaded still work, and the page’s address keeps your settings. The rest returns when the server answers again.";
  if (answers) return "This page can’t get its content: the server answers, but the page’s live connection to it, a web socket, fails. Your network may block it. The page tries again by itself. Another network, such as a phone’s, may allow it.";
  return "The server does not answer, so the page has no content yet. It tries again by itself.";
}

/** Return the address of the same page on the course's site without a server. @param {string} site @param {string} base @param {URL | Location} at */
export function onSite(site, base, at) {
  const page = at.pathname.startsWith(base) ? at.pathname.slice(base.length).replace(/\/+$/, "") : "";
  return `${site.replace(/\/*$/, "/")}${page ? `${page}/` : ""}${at.search}`;
}

class Connection {
  /** @type {HTMLElement} */ app;
  /** @type {string} The server's base path. */ base;
  /** @type {string} */ site;
  /** @type {ReturnType<typeof setTimeout>} */ timer;
  /** @type {MutationObserver | undefined} Watches for Streamlit's dialogs over the page. */ covers;
  /** @type {HTMLElement | undefined} */ strip;
  /** @type {HTMLElement} */ words;
  /** @type {HTMLAnchorElement | undefined} */ link;

  /** @param {HTMLElement} app Streamlit's root; its attributes show whether it is connected. @param {{ base?: string, site?: string }} options */
  constructor(app, { base = "/", site = "" }) {
    Object.assign(this, { app, base, site });
    this.isUp = this.wasUp = isConnected();
    this.lacksScript = false;
    addEventListener("vite:preloadError", () => { this.lacksScript = true; });
    watchConnection(() => this.update());
    if (!this.isUp) this.lose();
  }

  update() {
    if (isConnected() === this.isUp) return;
    this.isUp = !this.isUp;
    if (this.isUp) this.comeBack(); else this.lose();
  }

  lose() {
    this.timer = setTimeout(() => this.showNotice(), NOTICE_DELAY_MS);
    // Streamlit shows a dialog over the page, which blocks all controls.
    this.covers = new MutationObserver(closeConnectionError);
    this.covers.observe(document.body, { childList: true, subtree: true });
    // Streamlit's first request to a new server has the address that Streamlit last read: make it read the current one.
    if (keepOpenDialog()) readAddress();
  }

  async showNotice() {
    const answers = await fetch(`${this.base}_stcore/health`, { cache: "no-store" }).then(({ ok }) => ok, () => false);
    if (this.isUp) return;
    this.strip ??= this.makeStrip();
    const text = sentence(Boolean(document.querySelector(PICTURE)), answers);
    setText(this.words, text);
    if (this.link) this.link.href = onSite(this.site, this.base, location);
    this.timer = setTimeout(() => this.showNotice(), PROBE_INTERVAL_MS);
  }

  makeStrip() {
    const strip = document.createElement("div");
    strip.className = "kl-connection";
    strip.setAttribute("role", "status");
    strip.style.cssText = "position: fixed; inset: auto 0 0 0; z-index: 1000000; padding: 0.8rem 1.2rem; font: 1rem/1.45 system-ui, sans-serif; "
      + "color: light-dark(#1f2937, #e5e7eb); background: light-dark(#fef9c3, #3f3a17); border-top: 1px solid light-dark(#ca8a04, #a16207);";
    strip.style.colorScheme = getComputedStyle(this.app).colorScheme;      // Streamlit's theme, which the document does not have
    this.words = document.createElement("span");
    strip.append(this.words);
    if (this.site) {
      this.link = document.createElement("a");
      this.link.textContent = SITE_LINK;
      strip.append(" ", this.link, ".");
    }
    document.body.append(strip);
    return strip;
  }

  // Rerun the page at its current address: a restarted server or another replica has no state of this page.
  // Streamlit itself requests a run only sometimes, and at the address that it wrote last.
  comeBack() {
    clearTimeout(this.timer);
    this.covers?.disconnect();
    this.strip?.remove();
    this.strip = undefined;
    if (this.wasUp) {
      keepOpenDialog();
      // If an import of a Streamlit script has failed, only a new document loads the script again.
      if (this.lacksScript) location.reload();
      else {
        holdPresses(this.app);
        rerunPage();
      }
    }
    this.wasUp = true;
  }
}

// Hold a press until the new server has run the page once, since before that run it does not know the page's buttons.
/** @param {HTMLElement} app */
function holdPresses(app) {
  const listener = new AbortController();
  /** @type {HTMLElement | null} */
  let button = null;
  let hasRun = false;    // the attribute may still show a run of the former server

  function end() {
    listener.abort();
    stopWatching();
    clearTimeout(timer);
    if (button?.isConnected) button.click();
  }

  const stopWatching = watchRuns(() => {
    if (!isAtRest()) hasRun = true;
    else if (hasRun) end();
  });
  const timer = setTimeout(end, MAX_HOLD_MS);
  app.addEventListener("click", (event) => {
    const pressed = /** @type {Element} */ (event.target).closest("button");
    if (!pressed || pressed.closest("[data-live]")) return;
    button = pressed;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, signal: listener.signal });
}

/** Write the open dialog into the address, for the next run; return whether one is open. */
function keepOpenDialog() {
  const open = document.querySelector(OPEN_DIALOG), name = open?.className.match(/st-key-dialog-([\w-]+)/)?.[1];
  const url = new URL(location.href), words = url.searchParams;
  if (name) words.set("dialog", name);
  else if (words.has("dialog")) words.delete("dialog");
  else return false;     // keeps the address exactly as it is
  history.replaceState(history.state, "", url);
  return Boolean(name);
}

function rerunPage() {
  dispatchEvent(new Event("reconnected"));
  readAddress();
}

/** Configure Streamlit's script, and watch the connection once the script has drawn its root. @param {DOMStringMap} settings */
function start({ base = "/", connection, host = "{}" }) {
  configure(base, host);
  tolerateTranslation();
  keepFormulasAsTheyAre();
  const appObserver = new MutationObserver(() => {
    const app = appRoot();
    if (!app) return;
    appObserver.disconnect();
    new Connection(app, { base, site: connection });
  });
  appObserver.observe(document.body, { childList: true, subtree: true });
}

const script = globalThis.document?.querySelector("script[data-connection]");
if (script) start(/** @type {HTMLElement} */ (script).dataset);
