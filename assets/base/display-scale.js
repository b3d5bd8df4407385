// The scale of all drawing relative to CSS pixels: 1, or more if one picture fills the screen.

export const zoom = { by: 1 };
