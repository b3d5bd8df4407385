// Observe the chart of the plain Streamlit app: its title contains the shown value.
(() => {
  const chart = (window.chart = { released: NaN, changes: [] });
  let title;
  addEventListener("pointerup", (event) => { chart.released = event.timeStamp; }, true);
  const look = () => {
    const now = document.querySelector(".js-plotly-plot .gtitle")?.textContent;
    if (now && now !== title) {
      title = now;
      whenShown((at) => chart.changes.push({ at, title: now }));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
