// Checks of a whole page for whole_page.py, loaded into the page as `window.whole`.

window.whole = (() => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  // Resolves after a frame in which visible parts are drawn.
  const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const main = () => document.querySelector("[data-testid=stMain]");
  const isShown = (e) => e.getClientRects().length > 0 && e.checkVisibility({ visibilityProperty: true });
  const placeOf = (e) => e.closest("[data-live]")?.dataset.live ?? e.closest("[data-testid]")?.dataset.testid;
  const nameOf = (e) => {
    const words = (e.textContent || e.ariaLabel || "").trim().slice(0, 30);
    return `${e.tagName.toLowerCase()}.${String(e.className.baseVal ?? e.className).slice(0, 40)} "${words}" in ${placeOf(e)}`;
  };
  const around = (e, test) => {
    for (let up = e; up && up !== main(); up = up.parentElement) if (test(getComputedStyle(up))) return true;
    return false;
  };

  const scrolls = (style) => /auto|scroll/.test(style.overflowX);

  // Scrolls down until no more content is added, so that the whole page is drawn; then scrolls up again. Opens the folds on
  // the way, if desired.
  async function toTheEnd({ isUnfolding = false } = {}) {
    const runs = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "running";
    const isReady = () => [...document.querySelectorAll("[data-live]")].every((e) => e.dataset.ready === "1");
    const pressed = new WeakSet();
    for (let still = 0, looks = 0, before = ""; still < 6 && looks < 1000; looks++) {
      if (isUnfolding) openFolds(pressed);
      main().scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
      const isAtEnd = main().scrollTop + innerHeight >= main().scrollHeight;
      await (isAtEnd ? wait(60) : nextPaint());
      const now = [main().scrollTop, main().scrollHeight, document.querySelectorAll("[data-live]").length].join();
      still = now === before && !runs() && isReady() ? still + 1 : 0;
      before = now;
    }
    main().scrollTo({ top: 0, behavior: "instant" });
    await nextPaint();
  }

  // Whether a box scrolls sideways and no key reaches it; the page changes this once nothing else changes.
  const isUnreachable = (box) => isShown(box) && box.scrollWidth > box.clientWidth + 1 && !box.hasAttribute("tabindex");

  // Returns axe's violations inside an element. It does not check the contrast of `without`, because axe fails on text
  // far outside the window, as in code that scrolls.
  async function violations(standards, without, within) {
    for (let k = 0; k < 100 && [...document.querySelectorAll("pre, .katex-display")].some(isUnreachable); k++) await wait(50);
    const kinds = { resultTypes: ["violations", "incomplete"] }, checks = (n) => [...n.any, ...n.all, ...n.none];
    const describe = (v, n) => ({
      rule: v.id, where: n.target.join(" "), html: n.html.slice(0, 200), say: checks(n).map((c) => c.message).join("; "),
    });
    const failed = (v) => v.nodes.filter((n) => checks(n).some((c) => c.id === "error-occurred"));
    const tags = { type: "tag", values: standards }, rules = {
      "color-contrast": { enabled: !without.length }, "label-content-name-mismatch": { enabled: true },  // the latter is off by default
    };
    const whole = within === "body" ? document : { include: [[within]] };
    const results = [await axe.run(whole, { ...kinds, runOnly: tags, rules })];
    if (without.length) {  // each run reads the whole document, which takes seconds
      const rest = { include: [[within]], exclude: without.map((one) => [one]) };
      results.push(await axe.run(rest, { ...kinds, runOnly: ["color-contrast"] }));
    }
    return results.flatMap((r) => [
      ...r.violations.flatMap((v) => v.nodes.map((n) => describe(v, n))),
      ...r.incomplete.flatMap((v) => failed(v).map((n) => describe(v, n))),
    ]);
  }

  // Returns the box of an element without what is scrolled out of view in a box around it.
  function visibleBox(e) {
    let { left, right, top, bottom } = e.getBoundingClientRect();
    for (let up = e.parentElement; up && up !== main(); up = up.parentElement) {
      if (!scrolls(getComputedStyle(up))) continue;
      const frame = up.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  }

  // Returns what does not fit: outside the window, cut off inside its own box, or over another control.
  function misfits() {
    const all = [...main().querySelectorAll("*")].filter((e) => isShown(e) && !e.closest(".katex, svg, .kl-voice"));
    const hides = (overflow) => /hidden|clip/.test(overflow);
    const beside = all.filter((e) => {
      const { left, right, width } = e.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 1 || left < -1) && !around(e.parentElement, scrolls);
    });
    const cut = all.filter((e) => {
      if (e.matches("canvas, input, select, textarea, .kl-bar") || e.closest("pre")) return false;
      if (e.clientWidth < 3 || e.clientHeight < 3) return false;
      if (e.matches(".is-covered")) return false;  // covered until a prediction
      const { overflowX, overflowY } = getComputedStyle(e);
      return (hides(overflowX) && e.scrollWidth > e.clientWidth + 1) || (hides(overflowY) && e.scrollHeight > e.clientHeight + 2);
    });
    // A toolbar that stays at the window's edge may cover controls that scroll under it.
    const stays = (s) => s.position === "sticky" || s.position === "fixed";
    const controls = [...main().querySelectorAll("button, a[href], input, select, textarea")].filter((e) =>
      isShown(e) && e.getBoundingClientRect().width > 1 && getComputedStyle(e).opacity !== "0" && !around(e, stays));
    const boxes = controls.map(visibleBox);
    const meet = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 2;
    const over = controls.flatMap((a, i) => controls.slice(i + 1).filter((b, k) =>
      meet(boxes[i], boxes[i + 1 + k]) && !a.contains(b) && !b.contains(a)).map((b) => `${nameOf(a)} / ${nameOf(b)}`));
    const sideways = [document.documentElement, main()].filter((e) => e.scrollWidth > e.clientWidth + 1);
    return [
      ...sideways.map((e) => `scrolls sideways: ${e.scrollWidth} in ${e.clientWidth}`),
      ...beside.map((e) => `beside: ${nameOf(e)}`),
      ...cut.map((e) => `cut off: ${nameOf(e)} ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`),
      ...over.map((pair) => `over each other: ${pair}`),
    ];
  }

  // Returns what is wider than its container when printed, where nothing scrolls.
  function cutOnPaper() {
    const inner = "math, .katex-html, svg, select, .kl-voice, .is-covered";
    const all = [...main().querySelectorAll("*")].filter((e) => isShown(e) && e.clientWidth > 2 && !e.closest(inner) && !e.matches("input, canvas"));
    const hides = (e) => getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 4;
    return all.filter((e) => hides(e) || e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => `${nameOf(e)} ${e.scrollWidth} in ${e.clientWidth}`);
  }

  // Opens all folds except those `pressed` before, as a press does: the content of a closed fold of Streamlit's is inert.
  function openFolds(pressed = new WeakSet()) {
    for (const summary of document.querySelectorAll("details:not([open]) > summary")) {
      if (!pressed.has(summary)) summary.click();
      pressed.add(summary);
    }
  }

  // Scrolls up and takes the focus away, as when the page has opened: the Tab key then begins at the first control.
  function rest() {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.blur();
    document.body.removeAttribute("tabindex");
    main().scrollTo({ top: 0, behavior: "instant" });
  }

  // Draws a rim of its own colour around each part to be found on paper: parts that must not be split, then each
  // heading and the part after it.
  function rims(colours) {
    const all = (selector) => [...main().querySelectorAll(selector)].filter((e) => isShown(e) && e.clientWidth > 2);
    const whole = "canvas, .kl-quiz-card, .katex-display, .kl-slider";
    const wholes = all(whole), below = all(`${whole}, p, tr, summary`);
    const lead = (heading) => heading.closest("[data-testid=stHeading]")?.parentElement.nextElementSibling;
    const isLead = (e, heading) => e.closest(".st-key-lead") || (lead(heading)?.contains(e) && e.matches("p:only-child"));
    const after = (e, heading) => heading.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
    const pairs = all("h1, h2").map((heading) => [heading, below.find((e) => after(e, heading) && !isLead(e, heading))]);
    const marked = [...new Set([...wholes, ...pairs.flat().filter(Boolean)])];
    marked.forEach((e, k) => { e.style.cssText += `;outline:3px solid rgb(${colours[k]}) !important;outline-offset:-3px !important`; });
    return {
      names: marked.map(nameOf), whole: wholes.length, shapes: wholes.map((e) => (e.matches("canvas") ? e.width / e.height : 0)),
      pairs: pairs.filter(([, next]) => next).map((pair) => pair.map((e) => marked.indexOf(e))),
    };
  }

  // Returns the role, the name and a checksum of the pixels of each visible canvas of an element, except in buttons.
  function pictures(root) {
    return [...root.querySelectorAll("canvas")].filter((c) => c.checkVisibility() && c.width && !c.closest("button")).map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let pixels = 0;
      for (const word of new Uint32Array(data.buffer)) pixels = (Math.imul(pixels, 31) + word) | 0;
      return { role: canvas.getAttribute("role"), label: canvas.ariaLabel ?? "", pixels };
    });
  }

  // Records from now on the announcements of an element, and counts the changes of its pictures' names.
  function listen(root) {
    const voice = root.querySelector(".kl-voice[aria-live]"), records = (root.heard = { voice: [], labels: 0 });
    new MutationObserver(() => records.voice.push(voice.textContent)).observe(voice, { childList: true, characterData: true, subtree: true });
    for (const canvas of root.querySelectorAll("canvas")) {
      new MutationObserver(() => { records.labels += 1; }).observe(canvas, { attributes: true, attributeFilter: ["aria-label"] });
    }
  }

  // Returns, after a painted frame, the focused element and its faults, such as no name, no visible mark of the focus, or a
  // part that covers it.
  async function focus() {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const outline = (s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0 && !/, 0\)$/.test(s.outlineColor);
    const marked = (e) => outline(getComputedStyle(e)) || getComputedStyle(e).boxShadow !== "none";
    const near = [at, at.parentElement, at.parentElement?.parentElement, at.parentElement?.parentElement?.parentElement];
    const by = (at.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labels = [...(at.labels ?? [])], name = at.ariaLabel || by.trim() || labels.map((l) => l.textContent).join(" ") || at.textContent || at.title;
    const box = at.getBoundingClientRect(), target = at.closest("label")?.getBoundingClientRect() ?? box;
    const x = box.x + box.width / 2, y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
    const seen = x >= 0 && x <= innerWidth && box.bottom > 0 && box.top < innerHeight, top = seen ? document.elementFromPoint(x, y) : null;
    const own = !top || at.contains(top) || top.contains(at) || labels.some((l) => l.contains(top));
    const faults = [];
    if (!name?.trim()) faults.push("no name");
    if (!near.filter(Boolean).some(marked)) faults.push("no mark that it is there");
    if (!seen) faults.push("outside the window");
    if (!own) faults.push(`covered by ${nameOf(top)}`);
    if ((target.width < 24 || target.height < 24) && getComputedStyle(at).display !== "inline") faults.push(`small: ${target.width} x ${target.height}`);
    if (at.type === "range" && !/ = |\w/.test(at.ariaValueText ?? "")) faults.push("a slider without its value in words");
    return { what: `${at.tagName.toLowerCase()} "${(name ?? "").trim().slice(0, 40)}" in ${placeOf(at)}`, faults };
  }

  // Counts the controls of the page that the Tab key should reach. The site's links between pages come before them.
  const stops = () => [...main().querySelectorAll("button, a[href], input, select, [role=tab], canvas[tabindex='0']")]
    .filter((e) => isShown(e) && !e.disabled && e.tabIndex >= 0 && !e.closest("nav.pages")).length;

  // Returns the animations that are running.
  const moving = () => document.getAnimations()
    .filter((a) => a.playState === "running" && a.effect.getComputedTiming().duration > 10)
    .map((a) => a.animationName ?? a.transitionProperty);

  // Returns the elements whose pinned picture is not whole in the window, above the question, where the question is read.
  async function lostPictures() {
    const lost = [];
    for (const live of document.querySelectorAll("[data-live]")) {
      const card = live.querySelector(".kl-challenge"), picture = live.querySelector(".kl-pinned");
      if (!card || !isShown(card)) continue;
      card.scrollIntoView({ block: "end", behavior: "instant" });
      await nextPaint();
      const { top, bottom } = picture?.getBoundingClientRect() ?? { top: 0, bottom: 0 }, end = card.getBoundingClientRect().top;
      if (!(top > 0 && bottom > top && bottom <= end)) lost.push(`${live.dataset.live}: ${top} to ${bottom}, question at ${end}`);
    }
    return lost;
  }

  // Returns buttons and sliders of the live elements that are smaller than `least` pixels.
  const small = (least) => [...document.querySelectorAll("[data-live] :is(button, input[type=range], select)")]
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && (height < least || width < least))
    .map(([e, { width, height }]) => `${nameOf(e)}: ${width} x ${height}`);

  return { toTheEnd, openFolds, rest, violations, misfits, cutOnPaper, rims, pictures, listen, focus, stops, moving, small, lostPictures };
})();
