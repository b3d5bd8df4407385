// The scale of all drawing relative to CSS pixels: 1, except where a picture fills the screen. There it is the
// picture's zoom, which can be less than 1.

export const zoom = { by: 1 };

/** Return the number of a canvas's pixels per CSS pixel. */
export const pixelRatio = () => (window.devicePixelRatio || 1) * zoom.by;
