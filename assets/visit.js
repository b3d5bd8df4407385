// Links between pages: the server is asked to change the page, so that the visit goes on and nothing is
// loaded anew. Where it does not answer, or a new window is wanted, they are links as any other.

const PATIENCE = 2500;           // ms that the server may take
export const BASE = new URL("../../", import.meta.url).pathname;   // scripts lie in <base>assets/<version>/

export function visit(link, stage, address, before = () => {}) {
  link.addEventListener("click", (event) => {
    before();
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const here = location.pathname, { href } = link;
    stage.act("go", `${Date.now()} ${address()}`);     // each press once, see lab/course_map.py
    setTimeout(() => { if (link.isConnected && location.pathname === here) location.assign(href); }, PATIENCE);
  });
}
