// Notes when what a visitor came for is there: window.opened, in ms since the address was called.
(() => {
  const isShown = () => {
    const live = document.querySelector("[data-live]");
    if (live) return Number(live.dataset.painted) >= 1;
    return [...document.querySelectorAll("h1")].some((h1) => h1.textContent === "Empty" && isSeen(h1));
  };
  const isSeen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const look = () => {
    if (isShown()) whenShown((now) => { window.opened = now; });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
