// Edits of the points, as the scene's `edits` field has them: m17,0.52,-1.1;d12;f3;p,0.3,0.4
// (move, delete, flip, add a positive or a negative one). An example is named by its `origin`:
// its number in the data set, or -1 - k for the k-th added point.

const PIECE = /^(?:(m)(\d+),([^,]+),([^,]+)|([df])(\d+)|([pn]),([^,]+),([^,]+))$/;

export function read(text) {
  const edits = { moved: new Map(), deleted: new Set(), flipped: new Set(), added: [] };
  for (const piece of (text ?? "").split(";")) {
    const m = PIECE.exec(piece);
    if (!m) continue;
    if (m[1]) edits.moved.set(Number(m[2]), [Number(m[3]), Number(m[4])]);
    else if (m[5]) (m[5] === "d" ? edits.deleted : edits.flipped).add(Number(m[6]));
    else edits.added.push({ label: m[7] === "p" ? 1 : -1, x: Number(m[8]), y: Number(m[9]) });
  }
  return edits;
}

export const round = (v) => String(Number(v.toFixed(3)) + 0);

export function print({ moved, deleted, flipped, added }) {
  const numbers = [...new Set([...moved.keys(), ...deleted, ...flipped])].sort((a, b) => a - b);
  const pieces = numbers.flatMap((i) => {
    if (deleted.has(i)) return [`d${i}`];
    const place = moved.get(i);
    return [...(place ? [`m${i},${round(place[0])},${round(place[1])}`] : []), ...(flipped.has(i) ? [`f${i}`] : [])];
  });
  return [...pieces, ...added.map((p) => `${p.label > 0 ? "p" : "n"},${round(p.x)},${round(p.y)}`)].join(";");
}

// The edits that every notation has, for its own `read` and `print`.
export function changes(read, print) {
  return {
    move(text, origin, x, y) {
      const edits = read(text);
      if (origin >= 0) edits.moved.set(origin, [x, y]);
      else Object.assign(edits.added[-1 - origin], { x, y });
      return print(edits);
    },
    add(text, label, x, y) {
      const edits = read(text);
      edits.added.push({ label, x, y });
      return print(edits);
    },
    remove(text, origin) {
      const edits = read(text);
      if (origin >= 0) edits.deleted.add(origin);
      else edits.added.splice(-1 - origin, 1);
      return print(edits);
    },
  };
}

export const { move, add, remove } = changes(read, print);

export function flip(text, origin) {
  const edits = read(text);
  if (origin < 0) edits.added[-1 - origin].label *= -1;
  else if (!edits.flipped.delete(origin)) edits.flipped.add(origin);
  return print(edits);
}
