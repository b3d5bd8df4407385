// Links to the pages that can show the scene of the front page. They change with the scene.

import { suits } from "../../assets/base/conditions.js";
import { element, setProperties } from "../../assets/base/dom.js";
import { BASE, visit } from "../../assets/furniture/navigation/page-navigation.js";

export const kinds = { scenelinks };

/** @type {MakeView<"scenelinks">} */
function scenelinks(root, item, player, stage) {
  root.classList.add("kl-scene-links");
  const address = (/** @type {SceneLink} */ { path, step }) => `${path}?${player.query()}${step && `&step=${step}`}`;
  const links = item.pages.map((page) => {
    const link = element("a", { className: "kl-link", target: "_self", textContent: page.title });
    visit(link, stage, () => address(page));
    return { page, link, entry: element("li", {}, link) };
  });
  const list = element("ul", {}, ...links.map(({ entry }) => entry));
  root.append(element("p", { textContent: "Open this scene on:" }), list);

  function show() {
    for (const { page, link, entry } of links) {
      link.href = BASE + address(page);
      setProperties(entry, { hidden: !suits(page, player.scene) });
    }
  }

  const isEmpty = () => !links.some(({ page }) => suits(page, player.scene));
  return { draw() { show(); }, show, isEmpty, describe() {} };
}
