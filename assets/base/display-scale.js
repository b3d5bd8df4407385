// The scale of all drawing relative to CSS pixels: 1, except in the lecture view, where it is the zoom of the picture;
// below notes or a question it can be less than 1.

export const zoom = { by: 1 };

/** Return the number of a canvas's pixels per CSS pixel. */
export const pixelRatio = () => (window.devicePixelRatio || 1) * zoom.by;
