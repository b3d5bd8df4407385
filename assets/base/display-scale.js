// The scale of all drawing relative to CSS pixels: 1, or more if one picture fills the screen.

export const zoom = { by: 1 };

/** Return the number of a canvas's pixels per CSS pixel. */
export const pixelRatio = () => (window.devicePixelRatio || 1) * zoom.by;
