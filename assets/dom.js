// Small helpers for building the page. Text always goes in as text, never as HTML.

export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}
