// How much larger than CSS pixels everything is drawn: 1, or more in a lecture hall.

export const zoom = { by: 1 };
