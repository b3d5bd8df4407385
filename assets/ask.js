// One question to the server at a time, the newest first: what a hand asks faster than it is answered.

export function asker(address, answered, failed) {
  let busy = false, next = null;
  async function ask(query) {
    if (busy) { next = query; return; }
    busy = true;
    try {
      const answer = await fetch(`${address}?${query}`);
      const body = await answer.json();
      if (answer.ok) answered(body, query);
      else failed(body.message ?? "The server refused this.");
    } catch {
      failed("The server does not answer. What you see stays; try again in a moment.");
    }
    busy = false;
    if (next !== null) { const query = next; next = null; ask(query); }
  }
  return ask;
}
