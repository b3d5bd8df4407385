// Record a drag inside the page. The benchmark reads window.drag after the release.
//
// There is an entry for each `input` event of a slider. Times are in ms, by the page's clock:
//   moved      when the browser received the mouse move that caused the event
//   at         event.timeStamp: when the slider changed its value
//   begun      before the first listener
//   done       after the last listener: the canvases have their drawing commands
//   presented  when the frame was finished and presented
//   named      the stop that the slider was set to
//   painted    how many frames were drawn because of the event
//   shown      the stop that the page showed in the next animation frame
(() => {
  const drag = (window.drag = { inputs: [], frames: [] });
  let moved = NaN, entry;
  const live = (event) => event.target.closest("[data-live]").dataset;

  addEventListener("pointermove", (event) => {
    moved = (event.getCoalescedEvents()[0] ?? event).timeStamp;
  }, true);

  addEventListener("input", (event) => {
    const begun = performance.now(), painted = Number(live(event).painted);
    const own = (entry = { moved, at: event.timeStamp, begun, named: event.target.value, painted });
    drag.inputs.push(own);
    requestAnimationFrame(() => { own.shown = live(event).stop; });
    whenShown((now) => { own.presented = now; });
  }, true);

  addEventListener("input", (event) => {
    entry.done = performance.now();
    entry.painted = Number(live(event).painted) - entry.painted;
  });

  const tick = (now) => { drag.frames.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
})();
