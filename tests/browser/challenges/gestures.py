"""Gestures that meet goals which no slider or switch alone reaches."""

from tests.browser import hand

# A gesture for each such goal, by the id of the challenge.
HANDS = {}


def challenge_hands(challenge):
    def register(act):
        HANDS[challenge.id] = act
        return act

    return register


def drag(root, start, *ends):
    mouse = root.page.mouse
    mouse.move(*start)
    mouse.down()
    for end in ends:
        mouse.move(*end, steps=10)
    mouse.up()


# Wait until the page has answered the last move and, if `prefetched`, the element has fetched all
# sweeps.
QUIET = """
async ([place, prefetched]) => {
  const until = performance.now() + 20000;
  for (let quietPolls = 0, known = -1; quietPolls < 5 && performance.now() < until;) {
    await new Promise((later) => setTimeout(later, 40));
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 50 }));
    const { player, unacknowledged } = document.querySelector(place).live;
    const app = document.querySelector("[data-testid=stApp]").dataset.testScriptState;
    const rests = app === "notRunning" && player.isResting && !unacknowledged.length;
    const fetched = !player.pending.size && player.sweeps.size === known;
    quietPolls = rests && (fetched || !prefetched) ? quietPolls + 1 : 0;
    known = player.sweeps.size;
  }
}
"""


def quiet(root):
    """Wait until the page has answered the last move, and the element has fetched all sweeps."""
    root.page.evaluate(QUIET, [f'[data-live="{root.get_attribute("data-live")}"]', True])


def until_answered(root):
    """Wait until the page has answered the last move."""
    root.page.evaluate(QUIET, [f'[data-live="{root.get_attribute("data-live")}"]', False])


def slider_of(root, along):
    return root.locator(f'input[data-along="{along}"]:visible').first


def move_to(root, along, stop):
    """Click the slider at a stop."""
    control = slider_of(root, along)
    control.scroll_into_view_if_needed()
    box, last = control.bounding_box(), int(control.get_attribute("max"))
    x = box["x"] + hand.THUMB / 2 + stop / last * (box["width"] - hand.THUMB)
    root.page.mouse.click(x, box["y"] + box["height"] / 2)
    for _ in range(3):  # a click may miss the stop
        distance = stop - int(control.input_value())
        if not distance:
            return
        control.press("ArrowRight" if distance > 0 else "ArrowLeft")
