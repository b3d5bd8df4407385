// The switch between the kernels of the gallery, and switches that only some kernels have. Frames
// come from the gallery's own endpoint, see pages/kernel_trick/gallery/sweeps/endpoint.py.

import { choice } from "../../../assets/furniture/controls.js";

export const kinds = { detail, gallery };

const PREFETCH_MARGIN = "400px"; // distance from the screen at which prefetching begins

/** @type {MakeView<"gallery">} */
function gallery(root, item, player) {
  player.frames = item.address;
  // A parameter that two kernels share, such as x′, keeps its last value when the kernel changes.
  const keep = () => { for (const [name, value] of Object.entries(player.scene)) if (value !== "") player.clearedFields[name] = value; };
  player.on("input", keep);
  keep();
  let isNear = false;
  const view = limitWishes(() => isNear, () => choice(root, item, player), player);
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isNear || !isIntersecting) return;
    isNear = true;
    if (player.frame) player.need();
  }, { rootMargin: PREFETCH_MARGIN });
  sight.observe(root);
  const label = () => chosenLabel(item, player);
  return { ...view, summary: label, isOpen: true };
}

// A switch that only one kernel has; for other kernels its options are not prefetched.
/** @type {MakeView<"detail">} */
function detail(root, item, player) {
  const isShown = () => Object.entries(item.when ?? {}).every(([field, values]) => values.includes(player.scene[field]));
  const view = limitWishes(isShown, () => choice(root, item, player), player);
  return { ...view, summary: () => (isShown() ? chosenLabel(item, player) : "") };
}

/** @param {GalleryItem | DetailItem} item @param {Player} player */
const chosenLabel = (item, player) => item.options.find(({ value }) => value === player.scene[item.field])?.label ?? "";

/** @param {() => boolean} isAllowed @param {() => View} build @param {Player} player */
function limitWishes(isAllowed, build, player) {
  const wishCount = player.wishes.length, view = build();
  for (const wish of player.wishes.splice(wishCount)) player.wishes.push((/** @type {Player} */ p) => (isAllowed() ? wish(p) : []));
  return view;
}
