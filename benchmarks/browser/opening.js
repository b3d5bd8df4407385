// Record when the first picture or title is shown: window.opened, in ms since navigation.
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
