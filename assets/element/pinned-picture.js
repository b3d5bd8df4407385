/**
 * On a phone the first picture of an element stays in sight while the items below it are used and its question is
 * answered; not in a frame of another page, which is as high as its content.
 */

const LARGEST_SHARE = 0.55;     // of the window's height: a higher picture would leave no room for the items
const PICTURES = "canvas, svg:not(button *)";

/**
 * Mark the element's first picture that is not too high, and the boxes around it; element.css pins it.
 * @param {HTMLElement} root
 */
export function pinPicture(root) {
  if (new URLSearchParams(location.search).has("embed")) return;
  const columns = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(":scope > :is(.kl-main, .kl-side)")]);
  const items = columns.flatMap((column) => /** @type {HTMLElement[]} */ ([...column.querySelectorAll(".kl-item, .kl-curve")]));
  const isLow = (/** @type {HTMLElement} */ item) => item.offsetHeight > 0 && item.offsetHeight <= LARGEST_SHARE * window.innerHeight;
  const picture = items.find((item) => isLow(item) && item.querySelector(PICTURES) && !isBesideAnother(item)) ?? null;
  for (const box of [...columns, ...items]) {
    box.classList.toggle("kl-pinned", box === picture);
    box.classList.toggle("kl-around-pinned", box !== picture && box.contains(picture));
  }
  root.classList.toggle("has-pinned", picture !== null);
  root.style.setProperty("--kl-pinned-height", `${picture?.offsetHeight ?? 0}px`);
}

/**
 * Return whether an item, or a group around it, shares a row with another picture: then none of them is pinned alone.
 * @param {HTMLElement} item
 */
function isBesideAnother(item) {
  for (let group = item.parentElement; group?.matches(".kl-item"); group = group.parentElement) {
    const pictures = [...group.children].filter((child) => child.querySelector(PICTURES) && child.checkVisibility());
    if (hasColumns(group) && pictures.filter((child) => getComputedStyle(child).gridColumnEnd !== "-1").length > 1) return true;
  }
  return false;
}

/** Return whether a group has several columns, also while it is no box and its columns have no widths. @param {Element} group */
function hasColumns(group) {
  return /repeat\((?!1,)|\S \S/.test(getComputedStyle(group).gridTemplateColumns.replace(/minmax\([^)]*\)/g, "1fr"));
}
