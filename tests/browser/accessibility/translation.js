// Changes a page as a browser's translation does, for test_translation.py: every text outside `translate="no"`, also one
// that is inserted later, gets other words and two <font> elements around it.

window.translation = (() => {
  const LEFT = "[translate=no], script, style, textarea, font";
  const words = /\p{L}{2,}/gu;

  function wrap(text) {
    if (!/\p{L}/u.test(text.data) || text.parentElement?.closest(LEFT) !== null) return;
    const outer = document.createElement("font"), inner = document.createElement("font");
    outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
    text.data = text.data.replace(words, (word) => `${word}e`);
  }

  function translate(place) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), texts = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text);
    if (place.nodeType === Node.TEXT_NODE) texts.push(place);
    texts.forEach(wrap);
    return texts.length;
  }

  function begin() {
    document.documentElement.classList.add("translated-ltr");
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((node) => { if (node.isConnected) translate(node); })))
      .observe(document.body, { childList: true, subtree: true });
    return translate(document.body);
  }

  // Content that is the same in every language must not be translated.
  const SELF = ".katex, math, code, pre, [data-readout], .kl-symbol, .kl-ticks, .kl-math-line:not(.kl-sentence), [data-field=kernel]";
  const unmarked = () => [...document.querySelectorAll(SELF)].filter((node) => !node.closest("[translate=no]") && node.textContent.trim())
    .map((node) => `${node.tagName}.${node.className} ${node.textContent.slice(0, 40)}`);

  // A translator treats an inline element that is not displayed inline as a separate sentence.
  const torn = () => [...document.querySelectorAll("[data-testid=stMarkdownContainer] :is(p, li) *")]
    .filter((node) => node.checkVisibility() && !node.closest("[translate=no], .katex, ul ul, ol ol") && node.matches("button, b, strong, em, a"))
    .filter((node) => getComputedStyle(node).display !== "inline").map((node) => node.outerHTML.slice(0, 120));

  return { begin, unmarked, torn };
})();
