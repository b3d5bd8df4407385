// Links between pages: the server is asked to change the page, so that the visit goes on and nothing is
// loaded anew. Where it does not answer, or a new window is wanted, they are links as any other.

const PATIENCE = 2500;           // ms that the server may take
// Where the app lies: this script is <base>assets/<version>/assets/furniture/navigation/page-navigation.js. A page from disk has its scripts in itself, and no base.
export const BASE = import.meta.url.startsWith("http") ? new URL("../../../../../", import.meta.url).pathname : undefined;

export function visit(link, stage, address, before = () => {}) {
  link.addEventListener("click", (event) => {
    before();
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const here = location.pathname, { href } = link;
    stage.act("go", `${Date.now()} ${address()}`);     // each press once, see pages/home/course_map.py
    setTimeout(() => { if (link.isConnected && location.pathname === here) location.assign(href); }, PATIENCE);
  });
}
