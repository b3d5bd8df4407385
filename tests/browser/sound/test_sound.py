"""The sound of a picture: it is silent at first; then its pitch follows the picture's values.
Every picture with values can be heard."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from lab.endpoints import static_assets
from lab.scene.learning_problem import problem
from lab.scene.scene import DEFAULT, parse_strict
from lab.scene.slider_stops import slider_stops
from tests.browser import eyes, hand
from tests.browser.expected import sample, sweep_of
from tests.browser.live import open_live, reload, settle
from tests.browser.whole_page import open_unfolded, open_whole
from tests.page_paths import NAMES, PATHS

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
  const drawn = drawnData(canvas), whole = tracksOf(drawn)[k];
  const track = { ...whole, ticks: [], marks: [] };
  const context = new OfflineAudioContext(2, 3.2 * rate, rate);
  const { seconds } = playTrack(context, context.destination, track, { start: 0 });
  const buffer = await context.startRendering();
  return { ...whole, seconds, ends: [drawn.axes.y0, drawn.axes.y1],
    left: [...buffer.getChannelData(0)], right: [...buffer.getChannelData(1)] };
}"""
# The pictures of a page that can be heard, each with the sentence that introduces it and the lowest
# and highest pitch of its tracks; and the kinds of the pictures that can't be heard.
SOUNDS = """async (modules) => {
  const [{ drawnData }, { tracksOf }, , { introduction }, { pictures }] = await Promise.all(
    modules.map((address) => import(address)));
  const isShown = (canvas) =>
    canvas.checkVisibility({ visibilityProperty: true }) && !canvas.closest("button");
  const lives = [...document.querySelectorAll("[data-live]")].map(({ live }) => live);
  const views = lives.filter(({ stage }) => !stage.covered).flatMap((live) => pictures(live)
    .filter(({ canvas }) => isShown(canvas))
    .map(({ canvas, view: { item } }) => ({ live, canvas, item: item.items?.[0] ?? item })));
  const heard = views.filter(({ canvas }) => drawnData(canvas));
  return {
    silent: views.filter((view) => !heard.includes(view)).map(({ item }) => item.kind),
    heard: heard.map(({ live, canvas, item: { kind } }) => {
      const hz = tracksOf(drawnData(canvas)).flatMap((track) => track.hz).filter(Number.isFinite);
      const sentence = introduction({ live, canvas });
      return { kind, sentence, low: Math.min(...hz), high: Math.max(...hz) };
    }),
  };
}"""
# Pictures without a function or a number at each position: points, arrows, level sets, sizes. The
# plane of softmax's steps has only points before the first step.
SILENT = {"ball", "inner", "pointplane", "scoreplot", "sketch", "spots", "walkplane"}
MODULES = (
    "assets/draw/drawn-data.js",
    "features/sound/tracks.js",
    "features/sound/synthesiser.js",
    "features/sound/listener.js",
    "assets/export/layout.js",
)

# Collect the frequencies that are set, in Hz; all other parameters of audio nodes are smaller.
SPY = """() => {
  window.pitches = [];
  for (const name of ["setValueAtTime", "setTargetAtTime"]) {
    const set = AudioParam.prototype[name];
    AudioParam.prototype[name] = function (value, ...more) {
      if (value > 20) window.pitches.push(value);
      return set.call(this, value, ...more);
    };
  }
}"""


@pytest.fixture
def page(make_page):
    page = make_page()
    page.context.add_init_script(f"({EAR})()")
    return page


def frequency(samples: np.ndarray, rate: float) -> float:
    """Return the frequency of the fundamental in Hz: in each timbre it is the strongest line of the
    spectrum."""
    size = 1 << 17
    return (
        float(np.argmax(np.abs(np.fft.rfft(samples * np.hanning(len(samples)), size))))
        * rate
        / size
    )


def addresses():
    return [static_assets.url(name) for name in MODULES]


def rendered(canvas, k=0):
    """Return track `k` of a canvas as the synthesiser plays it, with its samples."""
    track = canvas.evaluate(RENDER, {"modules": addresses(), "k": k, "rate": RATE})
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
    expect(panel.locator(".kl-listen-rule")).to_contain_text("440 Hz at the value 0")
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
    assert page.evaluate("window.contexts") == 0, "nothing plays automatically"
    panel = listen(live)
    expect(panel.get_by_label("Speed")).to_have_value("2")
    expect(panel.get_by_role("checkbox")).to_be_checked()
    page.keyboard.press("Escape")
    plane = eyes.plane(live)
    expect(plane).to_have_attribute("role", "application")
    expect(plane).to_have_attribute("tabindex", "0")
    page.locator("a[href]:visible").first.press("h")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("h")
    settle(page)
    assert page.evaluate("window.contexts") == 0, "H acts only inside an element with pictures"
    plane.press("h")
    page.wait_for_function("() => window.contexts === 1")
    panel = listen(live)
    panel.get_by_role("checkbox").uncheck()
    expect(plane).to_have_attribute("role", "img")
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
    assert square > 1.2 * triangle, "test and training differ in timbre"


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


@pytest.mark.thorough
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_every_curve_plane_matrix_and_bar_can_be_heard(page, server, path):
    open_unfolded(page, server, path)
    sounds = page.evaluate(SOUNDS, addresses())
    assert {*sounds["silent"]} <= SILENT
    for sound in sounds["heard"]:
        assert 100 < sound["low"] <= sound["high"] < 8000, sound
        # Equal bars have one value, and no range.
        are_bars = sound["sentence"].startswith("From left to right: ")
        assert sound["sentence"].endswith("."), sound
        assert " from " in sound["sentence"] or (are_bars and sound["low"] == sound["high"]), sound
        assert not re.search("NaN|undefined|Infinity", sound["sentence"]), sound


def shown_problem(canvas):
    """Return the learning problem of the scene that a canvas shows."""
    query = canvas.evaluate("(canvas) => canvas.closest('[data-live]').live.player.query()")
    return problem(parse_strict(query))


def check_notes(track, values, low, high):
    """Check the pitch of each note: three octaves from the value `low` to `high`."""
    assert track["count"] == len(values)
    hz = 220 * 2 ** (3 * (np.asarray(values) - low) / (high - low))
    length = 0.8 * track["seconds"] / len(hz)
    for k, expected in enumerate(hz):
        start = k * track["seconds"] / len(hz)
        part = slice(*(int((start + share * length) * RATE) for share in (0.15, 0.9)))
        measured = frequency((track["left"] + track["right"])[part], RATE)
        assert abs(measured / expected - 1) < TOLERANCE, (k, measured, expected)


@pytest.mark.thorough
def test_the_pitch_of_bars_and_of_a_row_is_that_of_their_numbers(page, server):
    open_whole(page, server, "representer-theorem")
    bars, matrix = (page.locator(f".{name} canvas").first for name in ("kl-weights", "kl-matrix"))
    bars.scroll_into_view_if_needed()
    shown = shown_problem(bars)
    fit, order = shown.fit(), np.argsort(shown.sample.X[:, 0], kind="stable")
    track = rendered(bars)
    check_notes(track, fit.alpha[order], *track["ends"])
    signs = np.sign(fit.alpha[order])
    assert len(track["ticks"]) >= np.count_nonzero(signs[1:] * signs[:-1] < 0)
    matrix.scroll_into_view_if_needed()
    K = shown.kernel(shown.sample.X, shown.sample.X)
    check_notes(
        rendered(matrix), K[order[0]][order], min(0, -abs(K).max() * (K < 0).any()), abs(K).max()
    )


@pytest.mark.thorough
def test_the_pitch_of_a_line_by_hand_is_the_distance_from_it(page, server):
    open_whole(page, server, "svm")
    canvas = page.locator(".kl-live:has(.kl-numbers) [data-view=plane] canvas").first
    canvas.scroll_into_view_if_needed()
    sample = shown_problem(canvas).sample
    x1, y1, x2, y2 = map(
        float,
        canvas.evaluate("(canvas) => canvas.closest('[data-live]').live.player.view.line").split(
            ","
        ),
    )
    w = np.array([y1 - y2, x2 - x1]) / np.hypot(x2 - x1, y2 - y1)
    b = -w @ (x1, y1)
    sign = np.sign(w @ (sample.X[sample.y > 0].mean(0) - sample.X[sample.y < 0].mean(0)))
    left, right, bottom, top = sample.window
    track = rendered(canvas)
    middle = (bottom + top) / 2
    distances = [sign * (w @ (left + share * (right - left), middle) + b) for share in (0, 1)]
    shares = np.linspace(0.05, 0.95, 10)
    check_pitch(track, lambda at: field_hz(np.interp(at, (0, 1), distances)), shares, 0.02)
    margin = min(sample.y * (sample.X @ w + b) * sign)
    levels = {-margin, 0, margin} if margin > 0 else {0}
    inside = [level for level in levels if min(distances) < level < max(distances)]
    assert sorted(tick["level"] for tick in track["ticks"]) == pytest.approx(
        sorted(inside), abs=2e-3
    )


@pytest.mark.thorough
def test_a_loss_ticks_at_the_margin(page, server):
    live = open_live(page, f"{server}/losses")
    canvas = live.locator(".kl-oncurve canvas").first
    track = rendered(canvas)
    assert [mark["level"] for mark in track["marks"]] == [0, 1]
    places = [(level - track["from"]) / (track["to"] - track["from"]) for level in (0, 1)]
    assert [mark["at"] for mark in track["marks"]] == pytest.approx(places)


@pytest.mark.thorough
def test_arrow_keys_say_and_play_the_values_of_a_curve(page, server):
    live = open_live(page, server)
    listen(live).get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    canvas = live.locator('[data-view="curve"] canvas').first
    canvas.press("ArrowRight")
    page.wait_for_function("() => window.contexts === 1")
    stops, sweep = slider_stops(DEFAULT, "tau"), sweep_of(DEFAULT, "tau")
    ends = np.log([stops[0], stops[-1]])
    error = np.interp(ends[0] + 0.52 * (ends[1] - ends[0]), np.log(stops), sweep.test_error)
    expect(live.locator(".kl-voice[aria-live]")).to_contain_text(f"test {eyes.percent(error)}")


@pytest.mark.thorough
def test_the_pitch_at_a_planes_cursor_is_that_of_the_spoken_f(page, server):
    live = open_live(page, server)
    listen(live).get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.evaluate(SPY)
    plane, voice, spoken = eyes.plane(live), live.locator(".kl-voice[aria-live]"), []
    for key in ["ArrowRight"] * 8 + ["ArrowUp"] * 8 + ["ArrowLeft"] * 16:
        page.evaluate("window.pitches = []")
        plane.press(key)
        page.wait_for_function("() => window.pitches.length > 0")
        text = voice.text_content()
        f = float(re.search(r"f\(x\) = (\S+?),", text)[1].replace("−", "-"))
        assert page.evaluate("window.pitches[0]") == pytest.approx(field_hz(f), rel=TOLERANCE), text
        spoken.append(text)
    assert any("example" in text for text in spoken), "some examples are near"


@pytest.mark.thorough
def test_h_on_the_panel_plays_the_chosen_picture(page, server):
    live = open_live(page, server)
    panel = listen(live)
    choice = panel.get_by_label("Which picture")
    sentence = panel.locator(".kl-listen-sentence").text_content()
    choice.select_option("1")
    play = panel.get_by_role("button", name="Play")
    expect(panel.locator(".kl-listen-sentence")).not_to_have_text(sentence)
    sentence = panel.locator(".kl-listen-sentence").text_content()
    expect(play).to_have_accessible_description(re.compile(re.escape(sentence)))
    play.press("h")
    page.wait_for_function("() => window.contexts === 1")
    expect(panel.get_by_role("checkbox")).to_be_checked()


@pytest.mark.thorough
def test_a_handout_can_be_heard(make_page, watch, tmp_path):
    build = pytest.importorskip("features.site.handout.build")
    picture = pytest.importorskip("features.site.handout.default_picture").picture_of("m=40")
    file = tmp_path / "handout.html"
    words = build.PageText("Title", "What does τ do?", "Drag τ.", "m=40")
    file.write_text(build.handout(picture, words), encoding="utf-8")
    page = make_page(offline=True)
    page.context.add_init_script(f"({EAR})()")
    watch.allow(rf"request to another host: {re.escape(file.as_uri())}$")
    live = open_live(page, file.as_uri())
    panel = listen(live)
    expect(panel.locator(".kl-listen-sentence")).to_contain_text("values from")
    panel.get_by_role("button", name="Play").click()
    page.wait_for_function("() => window.contexts === 1")


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
