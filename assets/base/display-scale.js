// How much larger than CSS pixels everything is drawn: 1, or more where one picture fills the screen.

export const zoom = { by: 1 };
