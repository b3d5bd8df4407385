// Show code with a copy button. Streamlit's own block loads 1.5 MB of highlighters, which block the page for half a
// second.

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
 * Split code into tokens with their kinds: comment, string, number, keyword, function; "" for the rest.
 * @param {string} code @returns {[string, string][]}
 */
export function pieces(code) {
  /** @type {[string, string][]} */
  const tokens = [];
  let from = 0;
  for (const match of code.matchAll(PYTHON)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text) ?? [""];
    if (match.index > from) tokens.push(["", code.slice(from, match.index)]);
    tokens.push([kind, match[0]]);
    from = match.index + match[0].length;
  }
  if (from < code.length) tokens.push(["", code.slice(from)]);
  return tokens;
}

/**
 * Show code. Without `code`, as on the site, show the plain text that the page already contains.
 * @param {{ data: { code?: string, language: string, wrap: boolean }, parentElement: HTMLElement }} component
 */
export function mount({ data: { code, language, wrap }, parentElement }) {
  const shownBlock = parentElement.querySelector(".kl-code"), shownCode = shownBlock?.querySelector("code")?.textContent;
  code ??= shownCode ?? "";
  if (shownCode === code && !shownBlock?.hasAttribute("data-plain")) return;     // keeps the selection
  unmount(parentElement);
  const parts = language === "python" ? pieces(code) : [["", code]];
  const text = element("code", { translate: false }, ...parts.map(([kind, piece]) => (kind ? element("span", { className: `kl-code-${kind}`, textContent: piece }) : piece)));
  const status = element("span", { className: "kl-voice", role: "status" });
  const copy = element("button", { type: "button", className: "kl-code-copy", textContent: "Copy" });
  copy.addEventListener("click", async () => {
    const done = await copyText(code, () => getSelection()?.selectAllChildren(text));
    status.textContent = copy.textContent = done ? "Copied" : "Selected";
  });
  parentElement.append(element("div", { className: wrap ? "kl-code kl-code-wrap" : "kl-code" }, element("pre", {}, text), copy, status));
}

/** @param {HTMLElement} parent */
export function unmount(parent) { parent.querySelector(".kl-code")?.remove(); }
