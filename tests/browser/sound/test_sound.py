"""The sound of a picture: at first there is none, then its pitch is that of the picture's
values."""

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from lab.endpoints import static_assets
from lab.scene.scene import DEFAULT
from lab.scene.slider_stops import slider_stops
from tests.browser import eyes, hand
from tests.browser.expected import sample, sweep_of
from tests.browser.live import open_live, reload, settle

RATE = 44_100
TOLERANCE = 0.015  # largest relative error of a frequency, a quarter of a semitone

# Count audio contexts, and record what reaches the loudspeakers.
EAR = """() => {
  window.contexts = 0;
  const Native = window.AudioContext, connect = AudioNode.prototype.connect;
  window.AudioContext = class extends Native {
    constructor(...more) { super(...more); window.contexts += 1; }
  };
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode && this.context instanceof Native) {
      window.ear = new AnalyserNode(this.context, { fftSize: 8192 });
      connect.call(this, window.ear);
    }
    return connect.call(this, to, ...more);
  };
}"""
HEARD = """() => {
  if (!window.ear) return { rate: 0, samples: [] };
  const samples = new Float32Array(window.ear.fftSize);
  window.ear.getFloatTimeDomainData(samples);
  return { rate: window.ear.context.sampleRate, samples: [...samples] };
}"""
# Render a track of a canvas into a buffer. The pitch is the same in both channels, so their sum is
# measured.
RENDER = """async (canvas, { modules, k, rate }) => {
  const [{ drawnData }, { tracksOf }, { playTrack }] = await Promise.all(
    modules.map((address) => import(address)));
  const track = { ...tracksOf(drawnData(canvas))[k], ticks: [] };
  const context = new OfflineAudioContext(2, 3.2 * rate, rate);
  const { seconds } = playTrack(context, context.destination, track, { start: 0 });
  const buffer = await context.startRendering();
  return { name: track.name, role: track.role, seconds, low: track.low, high: track.high,
    left: [...buffer.getChannelData(0)], right: [...buffer.getChannelData(1)] };
}"""
MODULES = (
    "assets/draw/drawn-data.js",
    "features/sound/tracks.js",
    "features/sound/synthesiser.js",
)


@pytest.fixture
def page(make_page):
    page = make_page()
    page.context.add_init_script(f"({EAR})()")
    return page


def frequency(samples: np.ndarray, rate: float) -> float:
    """Return the frequency of the fundamental in Hz, the strongest line of the spectrum in each
    timbre."""
    size = 1 << 17
    return (
        float(np.argmax(np.abs(np.fft.rfft(samples * np.hanning(len(samples)), size))))
        * rate
        / size
    )


def rendered(canvas, k=0):
    """Return track `k` of a canvas as the synthesiser plays it, with its samples."""
    modules = [static_assets.url(name) for name in MODULES]
    track = canvas.evaluate(RENDER, {"modules": modules, "k": k, "rate": RATE})
    return track | {side: np.array(track[side]) for side in ("left", "right")}


def check_pitch(track, hz_at, shares, width=0.04):
    """Check around each share of the duration that the pitch is in the range expected there."""
    sound, seconds = track["left"] + track["right"], track["seconds"]
    for share in shares:
        start, end = (int((share * seconds + way) * RATE) for way in (-width, width))
        expected = hz_at(np.linspace(share - width / seconds, share + width / seconds, 9))
        measured = frequency(sound[start:end], RATE)
        low, high = min(expected) * (1 - TOLERANCE), max(expected) * (1 + TOLERANCE)
        assert low < measured < high, (track["name"], share, measured, low, high)


def listen(live):
    """Open the panel of an element for listening, and return it."""
    live.get_by_role("button", name="Listen", exact=True).click()
    panel = live.get_by_role("group", name="Listen to this picture")
    panel.wait_for()
    return panel


def f_at(places, tau):
    """Compute f at points from a separate fit."""
    data = sample(DEFAULT)
    kernel, loss = kc.RBF(tau=tau), kc.Hinge()
    fit = kc.fit(data.X, data.y, kernel, loss, lam=DEFAULT.lam, risk=DEFAULT.risk, intercept=False)
    return fit.decision(np.atleast_2d(places))


def field_hz(f):
    return 440 * 2 ** np.clip(f, -2, 2)


def test_a_picture_is_silent_until_it_is_asked(page, server):
    live = open_live(page, server)
    plane = eyes.plane(live)
    hand.slider(page, "tau").press("ArrowRight")
    plane.press("ArrowRight")
    plane.press("h")
    settle(page)
    assert page.evaluate("window.contexts") == 0
    panel = listen(live)
    expect(panel.locator(".kl-listen-sentence")).to_contain_text("values from")
    assert page.evaluate("window.contexts") == 0, "the panel alone makes no sound"
    panel.get_by_role("button", name="Play").click()
    page.wait_for_function("() => window.contexts === 1")


@pytest.mark.thorough
def test_the_device_remembers_sound_and_nothing_plays_by_itself(page, server):
    live = open_live(page, server)
    panel = listen(live)
    panel.get_by_label("Speed").select_option("2")
    panel.get_by_role("button", name="Play").click()
    page.wait_for_function("() => window.contexts === 1")
    reload(page)
    live = open_live(page, page.url)
    settle(page)
    assert page.evaluate("window.contexts") == 0, "nothing by itself"
    panel = listen(live)
    expect(panel.get_by_label("Speed")).to_have_value("2")
    expect(panel.get_by_role("checkbox")).to_be_checked()
    page.keyboard.press("Escape")
    eyes.plane(live).press("h")
    page.wait_for_function("() => window.contexts === 1")
    panel = listen(live)
    panel.get_by_role("checkbox").uncheck()
    reload(page)
    live = open_live(page, page.url)
    eyes.plane(live).press("h")
    settle(page)
    assert page.evaluate("window.contexts") == 0, "turned off"


@pytest.mark.thorough
def test_the_pitch_of_a_curve_follows_its_values(page, server):
    live = open_live(page, server)
    canvas = live.locator('[data-view="curve"] canvas').first
    canvas.scroll_into_view_if_needed()
    sweep, stops = sweep_of(DEFAULT, "tau"), slider_stops(DEFAULT, "tau")
    top = 1.12 * max(*sweep.train_error, *sweep.test_error)
    places = np.log(np.array(stops) / stops[0]) / np.log(stops[-1] / stops[0])
    tracks = [rendered(canvas, k) for k in range(2)]
    assert {track["role"] for track in tracks} == {"training", "test"}
    for track in tracks:
        errors = sweep.test_error if track["role"] == "test" else sweep.train_error
        shares = (0.1, 0.3, 0.5, 0.7, 0.9)
        check_pitch(
            track, lambda at, e=errors: 220 * 2 ** (3 * np.interp(at, places, e) / top), shares
        )
    start, end = (slice(int(a * RATE), int((a + 0.2) * RATE)) for a in (0.1, 2.7))
    left, right = (np.abs(tracks[0][side]) for side in ("left", "right"))
    assert left[start].mean() > 4 * right[start].mean(), "it begins at the left"
    assert right[end].mean() > 4 * left[end].mean()
    square, triangle = (
        np.mean(np.abs(t["left"])) / np.max(np.abs(t["left"]))
        for t in sorted(tracks, key=lambda t: t["role"])
    )
    assert square > 1.2 * triangle, "test and training have timbres of their own"


@pytest.mark.thorough
def test_the_pitch_of_a_planes_line_is_f(page, server):
    live = open_live(page, server)
    x0, x1, y0, y1 = sample(DEFAULT).window
    canvas = eyes.plane(live)
    track = rendered(canvas)
    row = np.linspace((x0, (y0 + y1) / 2), (x1, (y0 + y1) / 2), 401)
    f, shares = f_at(row, DEFAULT.tau), np.linspace(0, 1, len(row))
    check_pitch(
        track, lambda at: field_hz(np.interp(at, shares, f)), [k / 20 for k in range(1, 20)], 0.02
    )
    # The extremes are those at the nodes, whose values are rounded when they are sent.
    assert abs(track["low"] - min(f)) < 0.08 and abs(track["high"] - max(f)) < 0.08


@pytest.mark.thorough
def test_the_pitch_at_the_cursor_moves_while_tau_is_dragged(page, server):
    live = open_live(page, server)
    panel = listen(live)
    panel.get_by_role("button", name="Play").click()
    panel.get_by_role("button", name="Play").click()  # the second click stops the sound
    page.keyboard.press("Escape")
    plane = eyes.plane(live)
    for _ in range(9):
        plane.press("ArrowLeft")
    x0, x1, y0, y1 = sample(DEFAULT).window
    place = (x0 + (0.5 - 9 * 0.02) * (x1 - x0), (y0 + y1) / 2)
    stops = slider_stops(DEFAULT, "tau")
    expected = {stop: field_hz(f_at(place, stops[stop])[0]) for stop in (20, 28, 36)}
    assert max(expected.values()) > 1.1 * min(expected.values()), "f changes there"
    hand.take(page, "tau")
    for stop, hz in expected.items():
        eyes.wait_until(page, lambda s=stop, hz=hz: is_heard(page, s, hz), f"{hz} Hz at {stop}")
    page.mouse.up()


def is_heard(page, stop, hz):
    """Move τ from the next stop to `stop`, since a resting slider is silent; return whether the
    sound then has the frequency `hz`."""
    for k in (stop + 1, stop):
        page.mouse.move(*hand.place(page, "tau", k))
    hand.let_pass(page, 260)
    sound = page.evaluate(HEARD)
    samples = np.array(sound["samples"])
    loud = len(samples) and np.abs(samples).max() > 1e-3
    return loud and abs(frequency(samples, sound["rate"]) / hz - 1) < TOLERANCE
