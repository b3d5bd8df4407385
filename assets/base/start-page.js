// Inlined into the HTML of each page (lab/serving/streamlit_files/page_head.py). Request at once all that the first
// picture needs: the scripts as two packs (lab/serving/streamlit_files/module_pack.py), the first frame, and the web
// socket. Why: over a slow connection each round trip takes long. This script is not a module, because no module may
// load before the import map, which it makes from the packs.

(async () => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { base = "/", style = "", frame, font, ...settings } = script.dataset;

  /** @param {string} address @returns {Promise<[string, string][]>} The scripts' paths below the base, and their addresses. */
  async function fetchPack(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(address);
    const pack = await answer.blob();
    let at = 8 + Number(await pack.slice(0, 8).text());
    /** @type {[string, number][]} */
    const index = JSON.parse(await pack.slice(8, at).text());
    return index.map(([path, size]) => [path, URL.createObjectURL(pack.slice(at, at += size, "text/javascript"))]);
  }

  /** @param {[string, string][][]} packs */
  function addImportMap(packs) {
    const addresses = packs.flat().flatMap(([path, blob]) => [[base + path, blob], [`app/${path}`, blob]]);
    const imports = { "app/": base, ...Object.fromEntries(addresses) };
    const map = document.createElement("script");
    Object.assign(map, { type: "importmap", nonce: script.nonce, textContent: JSON.stringify({ imports }) });
    document.head.append(map);
  }

  // Open the web socket early, and return it when Streamlit opens its first socket. Without a login, which the app does
  // not use, Streamlit sends PLACEHOLDER_AUTH_TOKEN.
  function openSocket() {
    const Native = window.WebSocket;
    const address = new URL(`${base}_stcore/stream`, location.href.replace(/^http/, "ws"));
    const socket = new Native(address, ["streamlit", "PLACEHOLDER_AUTH_TOKEN"]);
    window.WebSocket = new Proxy(Native, {
      construct(_, [its, protocols]) {
        window.WebSocket = Native;
        if (socket.readyState > Native.OPEN) return new Native(its, protocols);
        if (socket.readyState === Native.OPEN) setTimeout(() => socket.dispatchEvent(new Event("open")));
        return socket;
      },
    });
  }

  // Load an address into the browser's cache. A preload would do this too, but browsers warn of one that is used late.
  /** @param {string} address */
  function keep(address) { fetch(address).then((answer) => answer.blob()).catch(() => {}); }

  const packs = JSON.parse(settings.packs ?? "[]").map(fetchPack);
  keep(style);
  if (frame) {
    const answer = fetch(frame), [path, query] = frame.split("?");
    answer.catch(() => {});                                        // the player reports the error when it needs the answer
    /** @type {any} */ (window).earlyAnswers = new Map([[`${path}?${new URLSearchParams(query)}`, answer]]);
  }
  try { openSocket(); } catch { /* Streamlit reports the error. */ }
  // If a pack can't be loaded, the browser fetches each script from its own address.
  if (HTMLScriptElement.supports?.("importmap")) await Promise.all(packs).then(addImportMap).catch(() => {});
  if (font) keep(font);
  if (document.readyState === "loading") await new Promise((done) => { document.addEventListener("DOMContentLoaded", done); });
  for (const address of JSON.parse(settings.start ?? "[]")) await import(new URL(address, document.baseURI).href).catch(reportError);
})();
