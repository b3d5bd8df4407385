// Lines of code with a button that copies them. Streamlit's own block brings 1.5 MB of highlighters, which
// stop the page for half a second while somebody scrolls through it.

import { copyText, element } from "../base/dom.js";

const KEYWORDS = "False|None|True|and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield";
const PYTHON = new RegExp([
  /(?<comment>#.*)/,
  /(?<string>[rbf]{0,2}(?:"""[^]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))/,
  /(?<number>(?<!\w)\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)/,
  new RegExp(`(?<keyword>(?<![\\w.])(?:${KEYWORDS})(?!\\w))`),
  /(?<function>(?<!\w)[A-Za-z_]\w*(?=\())/,
].map(({ source }) => source).join("|"), "g");

/**
 * The code in pieces, each with what it is: a comment, a string, a number, a keyword, a function; "" for the rest.
 * @param {string} code @returns {[string, string][]}
 */
export function pieces(code) {
  /** @type {[string, string][]} */
  const found = [];
  let from = 0;
  for (const match of code.matchAll(PYTHON)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text) ?? [""];
    if (match.index > from) found.push(["", code.slice(from, match.index)]);
    found.push([kind, match[0]]);
    from = match.index + match[0].length;
  }
  if (from < code.length) found.push(["", code.slice(from)]);
  return found;
}

/**
 * Without `code` it is what the page has there: as plain text where there is no server.
 * @param {{ data: { code?: string, language: string, wrap: boolean }, parentElement: HTMLElement }} component
 */
export function mount({ data: { code, language, wrap }, parentElement }) {
  const written = parentElement.querySelector(".kl-code"), there = written?.querySelector("code")?.textContent;
  code ??= there ?? "";
  if (there === code && !written?.hasAttribute("data-plain")) return;     // what is selected stays so
  unmount(parentElement);
  const parts = language === "python" ? pieces(code) : [["", code]];
  const text = element("code", {}, ...parts.map(([kind, piece]) => (kind ? element("span", { className: `kl-code-${kind}`, textContent: piece }) : piece)));
  const said = element("span", { className: "kl-voice", role: "status" });
  const copy = element("button", { type: "button", className: "kl-code-copy", textContent: "Copy" });
  copy.addEventListener("click", async () => {
    const done = await copyText(code, () => getSelection()?.selectAllChildren(text));
    said.textContent = copy.textContent = done ? "Copied" : "Selected";
  });
  parentElement.append(element("div", { className: wrap ? "kl-code kl-code-wrapped" : "kl-code" }, element("pre", {}, text), copy, said));
}

/** @param {HTMLElement} parent */
export function unmount(parent) { parent.querySelector(".kl-code")?.remove(); }
