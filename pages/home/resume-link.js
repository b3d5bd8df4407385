// "Resume": a link to the scene that was last shown on this device. It is hidden if there is none, or if its
// page is not listed.

import { element, setProperties, setText } from "../../assets/base/dom.js";
import { follow, goBack, place } from "../../assets/furniture/progress/progress.js";
import { BASE, visit } from "../../assets/furniture/navigation/page-navigation.js";

export const kinds = { resume };

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** @type {MakeView<"resume">} */
function resume(root, item, player, stage) {
  const link = element("a", { className: "kl-link", target: "_self" }), when = element("span", { className: "kl-fine-print" });
  root.append(element("p", { className: "kl-resume" }, link, when));
  visit(link, stage, () => address(), goBack);

  function address() {
    const { path, query } = /** @type {NonNullable<ReturnType<typeof place>>} */ (place()), words = new URLSearchParams(query);
    for (const word of item.drop) words.delete(word);
    return words.size ? `${path}?${words}` : path;
  }

  const isEmpty = () => !item.pages[place()?.path ?? ""];

  function show() {
    const last = place();
    setProperties(root, { hidden: isEmpty() });
    if (!last || root.hidden) return;
    setProperties(link, { href: new URL(BASE + address(), document.baseURI).href });
    setText(link, `Resume: ${[item.pages[last.path], last.told].filter(Boolean).join(", ")}`);
    setText(when, ` ${[last.section && `at “${last.section}”`, timeSince(last.at)].filter(Boolean).join(", ")}`);
  }

  follow(root, show);
  show();
  return { draw() { show(); }, isEmpty, describe() {} };
}

/** @param {number} at */
function timeSince(at) {
  const seconds = (Date.now() - at) / 1000, unit = UNITS.find(([, length]) => seconds >= length);
  if (!at || !unit) return "";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / unit[1]), unit[0]);
}
