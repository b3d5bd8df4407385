// Small helpers for building the page. Text always goes in as text, never as HTML.

export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// Words for those who hear the page; the eye has something else in their place.
export const unseen = (text) => element("span", { className: "kl-voice", textContent: text });
