// Stands in the HTML of each page (lab/serving/streamlit_files/page_head.py) and starts it. Over a long line a page
// waits for round trips, so all that a first picture needs is under way at once: its scripts as one answer
// (lab/serving/streamlit_files/module_pack.py), its first frame, the web socket. It is no module itself: none may be on
// its way before the import map is there, by which each script in that answer is found.

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

  // Streamlit gets this web socket when it asks for its first. Its second protocol is what Streamlit says where nobody
  // has logged in with it; the app has no such login.
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

  // Into the browser's cache, where it is soon looked for. (A preload that is used late is complained of.)
  /** @param {string} address */
  function keep(address) { fetch(address).then((answer) => answer.blob()).catch(() => {}); }

  const packs = JSON.parse(settings.packs ?? "[]").map(fetchPack);
  keep(style);
  if (frame) {
    const answer = fetch(frame), [path, query] = frame.split("?");
    answer.catch(() => {});                                        // the player says so when it wants it
    /** @type {any} */ (window).earlyAnswers = new Map([[`${path}?${new URLSearchParams(query)}`, answer]]);
  }
  try { openSocket(); } catch { /* Streamlit says so. */ }
  // Without them, each script comes by its own address.
  if (HTMLScriptElement.supports?.("importmap")) await Promise.all(packs).then(addImportMap).catch(() => {});
  if (font) keep(font);
  if (document.readyState === "loading") await new Promise((done) => { document.addEventListener("DOMContentLoaded", done); });
  for (const address of JSON.parse(settings.start ?? "[]")) await import(new URL(address, document.baseURI).href).catch(reportError);
})();
