"""Every route with random requests: an answer, or a message about the fault; never a server error,
and never more than a few seconds of computation.

The routes are those of the app, so a new route is tested too. The names of fields, in an address or
in a body, are taken from the code that reads the request, and the first addresses to vary from the
docstring of that code.

The tests check how many seconds each computation was allowed; `tests/lab/endpoints/workers/` checks
that a computation that takes longer is stopped. A sweep that would take too long is computed at
fewer stops, with the time limit of all long sweeps.
"""

import asyncio
import dataclasses
import inspect
import itertools
import json
import re
import sys
import time
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from starlette.applications import Starlette

import app
from lab.course import course
from lab.course.course_store import open_store
from lab.course.feature import features
from lab.endpoints.endpoint import Stream
from lab.endpoints.workers import cpu_time_limit, process_pool
from lab.endpoints.workers.cpu_time_limit import CpuTimer
from lab.scene.class_scene import ClassScene
from lab.scene.fields import FIELDS
from lab.scene.scene import Scene
from lab.serving import health, middleware_stack
from lab.serving.sweep_server import SweepServer
from tests.examples import with_examples

ANSWERS = {200, 201, 204, 303, 304, 307, 400, 403, 404, 405, 409, 413, 414, 422, 429, 503}
# The routes of a course with a report secret: without it the report and its counting have no
# routes.
SECRET = {"report_secret": "only the lecturers know"}
COURSE = dataclasses.replace(app.COURSE, settings={**app.COURSE.settings, **SECRET})
STORE = open_store(COURSE, features(COURSE))
REPORT_ANSWERS = [
    feature.answers(COURSE, STORE) for feature in features(COURSE) if feature.name == "report"
]
ROUTES = [*app.ROUTES, *(route for feature in REPORT_ANSWERS for route in feature.routes)]
LAYERS = middleware_stack.middleware(COURSE, ROUTES, course.page_names())
SITE = Starlette(routes=ROUTES, middleware=LAYERS)

FORMULAS = [
    "x1*z2", "exp(exp(exp(x.z)))", "1/(x.z)", "min(x,z)^1e9", "cos(x1-z1)^5e6", "log(x.z)",
    "rbf(0.5)*x.z", "tanh(x.z)", "exp(100*x.z)", "fourier(1,500)^12", "x3*z3", "x*z", "sqrt(dist)",
    "outer(1/x1)", "1e308*x.z", "fourier(0,x.z)", "min", "0*x.z", "rbf(1e-300)", "-dist", "dist^-2",
]  # fmt: skip
ODD_TEXTS = [
    "", " ", "0", "-0", "1", "2", "3", "40", "0.5", "-1", "1e300", "-1e300", "1e-300", "1e999",
    "nan", "inf", "²", "٣", "½", "−1", "9" * 25, "9" * 5000, "0." + "3" * 400, "1_0", "0x1", "\0",
    "\ud800", "[" * 900, "{}", "%", "&", "=", "1,2", "1,2;3,4", "1;2", ";;,", "0.5,-0.5",
    "1e300,1e300", "1.2.3", "1e300,1e300,1e300;1e300,1,1;0,0,0;1,1,1", "1e6,1e6;1e6,-1e6;0,0",
    "own", "line", "rest,1", "all", "tau", "lam", "step", "eta", "ovo", "a" * 300, "m0,1,1", "d0",
    "c", "v2_m0,3,3", "c;a1,1,1;a-1,0,0", "m0,100,100;m1,-100,-100", "sum", "mean", "add",
    "replace", "conj", "exp", "thresholds", "1000",
]  # fmt: skip
SMALL = {"m": st.integers(2, 30).map(str), "stops": st.sampled_from(["1", "2", "5"]),
         "grid": st.sampled_from(["11", "21"])}  # fmt: skip

SMALL_SWEEP = {"stops": "2", "grid": "11"}


def module_of(route):
    """Return the module whose code parses a route's query."""
    endpoint = route.endpoint
    if inspect.isfunction(endpoint):
        variables = inspect.getclosurevars(endpoint).nonlocals.values()
        return sys.modules[next(filter(inspect.isfunction, variables), endpoint).__module__]
    parts = getattr(endpoint, "__dict__", {}).values()
    readers = [part.endpoint.read for part in parts if isinstance(part, SweepServer)]
    readers += [part.answer for part in parts if isinstance(part, Stream)]
    return sys.modules[[*readers, endpoint][0].__module__]


def beginnings(route):
    """Return queries to vary, from examples in the code with whole scenes for <scene>, and other
    names that the code reads."""
    source = inspect.getsource(module_of(route))
    scenes = [Scene(m=20).query(), Scene(kernel="own", m=12).query(), ClassScene(m=20).query()]
    scenes.append("m=20")
    path = re.escape(route.path.rsplit("/", 1)[-1])
    examples = re.findall(rf"/{path}\?((?:<[^>]*>|[^\s<])+)", source) or ["<scene>"]
    texts = set()
    for text in examples:
        for part in (text, re.sub(r"\[.*?\]", "", text)):  # with and without optional parts
            part = re.sub(r"[\[\]]|[;.]\.\.", "", part).rstrip(":,.")
            count = itertools.count()
            place = r"(?<=[=,;])[a-z]\d*(?=[,;&]|$)"  # “x,y” represents two numbers
            part = re.sub(place, lambda _, count=count: f"0.{next(count)}", part)
            for word in (r"\1", r"\2"):  # of alternatives such as a|b|c, the first or the last
                query_text = re.sub(r"(\w+)\|(?:\w+\|)*(\w+)", word, part)
                texts |= {re.sub(r"<[^>]*>", scene, query_text) for scene in scenes}
    sizes = {
        name: value
        for name, value in SMALL_SWEEP.items()
        if any(f"{name}=" in text for text in texts)
    }
    fields = [dict(parse_qsl(text)) | sizes for text in sorted(texts)]
    names = re.findall(r"""["']([A-Za-z]{1,12})["']""", source)
    return fields, sorted({*names} - {*FIELDS}) or ["v"]


@st.composite
def queries(draw, texts, names):
    fields = {**draw(st.sampled_from(texts))}
    for name in set(SMALL) & {*fields, *names}:
        fields[name] = draw(SMALL[name])
    known_names = st.sampled_from([*FIELDS, *fields] if fields else [*FIELDS])
    any_name = st.one_of(known_names, st.sampled_from(names), st.text(max_size=3))
    many = draw(st.sampled_from([0, 0, 1, 1, 2, 4]))
    for name in draw(st.lists(any_name, min_size=many, max_size=many)):
        choices = getattr(FIELDS.get(name), "choices", ())
        odd_text = st.sampled_from(ODD_TEXTS)
        value = st.one_of(
            odd_text,
            odd_text,
            st.sampled_from(names),
            st.text(max_size=9),
            st.integers(-9, 99).map(str),
        )
        fields[name] = draw(st.one_of(value, st.sampled_from(choices)) if choices else value)
    if "kernel" in fields and draw(st.booleans()):
        fields |= {"kernel": "own", "formula": draw(st.sampled_from(FORMULAS))}
    pairs = list(fields.items())
    if draw(st.integers(0, 9)) == 0 and pairs:
        pairs += pairs[:1]
    text = urlencode(pairs, errors="surrogatepass", quote_via=quote)
    return text.encode()[: draw(st.sampled_from([9000, 9000, 9000, 40]))]


def bodies(names):
    """Generate a body: JSON with or without names that the code reads, a form, a text, bytes."""
    words = st.sampled_from(ODD_TEXTS) | st.text(max_size=9)
    plain = st.one_of(words, st.none(), st.booleans(), st.integers(), st.floats())
    named_values = lambda values: st.dictionaries(st.sampled_from(names), values, max_size=4)  # noqa: E731
    values = st.recursive(plain, lambda v: st.lists(v, max_size=3) | named_values(v), max_leaves=5)
    return st.one_of(
        named_values(values).map(json.dumps).map(str.encode),
        values.map(json.dumps).map(str.encode),
        named_values(words).map(lambda form: urlencode(form, errors="surrogatepass").encode()),
        words.map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.binary(max_size=40),
    )


async def send_raw(site, path, query, method, body=b""):
    """Return the status and the body; disconnect from an event stream after its first pieces."""
    scope = {
        "type": "http", "asgi": {"spec_version": "2.3"}, "http_version": "1.1", "method": method,
        "path": path, "raw_path": quote(path).encode(), "root_path": "", "scheme": "http",
        "query_string": query, "headers": [(b"host", b"localhost")], "server": ("test", 80),
        "client": ("test", 1),
    }  # fmt: skip
    left, messages = asyncio.Event(), []
    requests = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive():
        for message in requests:
            return message
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        messages.append(message)
        if len(messages) > 3 or not message.get("more_body", True):
            left.set()

    await asyncio.wait_for(site(scope, receive, send), 120)
    return messages[0]["status"], b"".join(part.get("body", b"") for part in messages[1:])


@pytest.fixture(scope="module", autouse=True)
def processes():
    """Compute sweeps in other processes, as in the app."""
    for frames in app.SWEEPS.values():
        frames.use_processes(process_pool.PROCESS_POOL)
    yield
    for frames in app.SWEEPS.values():
        frames.use_processes(None)
        frames.close()
    process_pool.PROCESS_POOL.close()


@pytest.fixture(autouse=True)
def limits(request, monkeypatch):
    """Record the seconds that each computation in this process was allowed, and check them at the
    end. The route that measures computing costs may use more."""
    seconds_list, limit = [], CpuTimer.limit

    def counting_limit(self, seconds, *args):
        seconds_list.append(seconds)
        return limit(self, seconds, *args)

    monkeypatch.setattr(CpuTimer, "limit", counting_limit)
    yield seconds_list
    max_seconds = 20 if "class-bill" in request.node.name else cpu_time_limit.SECONDS
    long = cpu_time_limit.SWEEP_SECONDS
    assert all(seconds <= max_seconds or seconds == long for seconds in seconds_list)


def wait_until_idle():
    """Wait until no sweep is computed."""
    while any(cache.state()["sweeps"] for cache in app.SWEEPS.values()):
        time.sleep(0.05)


def check(site, path, query, method="GET", content=b""):
    status, body = asyncio.run(send_raw(site, path, query, method, content))
    description = f"{method} {path}?{query.decode('ascii', 'replace')} {content[:200]!r}"
    assert status in ANSWERS, f"{status} to {description}: {body[:200]}"
    if status in (400, 422) and body:
        assert json.loads(body)["message"].strip(), f"no message for {description}"
    return status


def routes():
    return [pytest.param(route, id=route.path.strip("/")) for route in ROUTES]


@pytest.mark.thorough(keep_every=9)
@pytest.mark.parametrize("route", routes())
def test_any_request_gets_an_answer_or_a_message(route, monkeypatch):
    texts, names = beginnings(route)
    monkeypatch.setattr(health.HEALTH, "state", "ok")
    good = [text for text in texts if check(SITE, route.path, urlencode(text).encode()) == 200]
    path = st.just(route.path)
    if "{" in route.path:
        part = st.sampled_from(
            ["", "..", "assets/draw/axes.js", "%2e%2e", "\0", "a" * 400]
        ) | st.text(max_size=9)
        path = part.map(lambda text: re.sub(r"\{[^}]*\}", lambda _: text, route.path))
    methods = sorted({*(route.methods or ["GET"])} - {"HEAD"})

    @with_examples(12, suppress_health_check=list(HealthCheck), database=None)
    @given(
        path=path,
        query=queries(good or texts, names),
        method=st.sampled_from(methods * 9 + ["GET", "POST"]),
        body=bodies(names) if methods != ["GET"] else st.just(b""),
    )
    def ask_question(path, query, method, body):
        check(SITE, path, query, method, body)

    ask_question()
    asks = "GET" in methods and "{" not in route.path
    assert good or not asks, "no request was answered, so nothing was tested"


HEAVY = {
    "frames": "data=xor&m=1000&noise=3&lam=1e-6&along=tau&stops=64&grid=161",
    "class-frames": "data=blobs&m=400&noise=3&lam=1e-6&along=tau&stops=31&grid=121",
    "sgd": "data=xor&m=120&noise=3&lam=1e-6&along=tau&stops=128&grid=61&step=600",
}


@pytest.mark.thorough("class", "frames")
@pytest.mark.parametrize("name", HEAVY)
def test_every_sweep_however_large_is_answered(name, monkeypatch):
    """Request the largest sweeps of every loss, kernel and setting. A sweep that is repeated with
    few stops may take two seconds."""
    monkeypatch.setattr("lab.serving.sweep_server.SWEEP_SECONDS", 2.0)
    begin = dict(parse_qsl(HEAVY[name]))
    wait_until_idle()
    fields = {key: FIELDS[key].choices for key in ("loss", "kernel", "risk", "learner")}
    odd_fields = {key: st.sampled_from(choices) for key, choices in fields.items()}
    odd_fields |= {key: st.integers(0, 1).map(str) for key in ("intercept",)}
    odd_fields |= {"tau": st.sampled_from(["0.01", "0.1", "1", "100"]), "degree": st.just("8"),
            "lam": st.sampled_from(["1e-6", "1e-3", "1"]), "along": st.sampled_from(["tau", "lam"]),
            "classes": st.sampled_from(["3", "6"]), "seed": st.integers(0, 99).map(str),
            "formula": st.sampled_from(FORMULAS)}  # fmt: skip

    @with_examples(3, suppress_health_check=list(HealthCheck), database=None)
    @given(changes=st.fixed_dictionaries({}, optional=odd_fields))
    def ask_sweep(changes):
        wait_until_idle()
        check(SITE, f"/{name}", urlencode(begin | changes).encode())

    ask_sweep()


@pytest.mark.thorough
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
def test_a_hard_sweep_has_fewer_stops(loss):
    query = HEAVY["frames"].replace("grid=161", "grid=81")
    query += f"&tau=0.01&risk=mean&intercept=1&loss={loss}"
    status, body = asyncio.run(send_raw(SITE, "/frames", query.encode(), "GET"))
    assert status == 200 and b"all_stops" in body[:4000]


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(
    ("path", "query"),
    [
        *(
            (path, f"data=moons&m=12&kernel=own&formula={quote(formula)}&{query_end}")
            for path, query_end in [("/sgd", "along=lam&stops=2"), ("/sgd", "along=step&stops=1"),
                               ("/frames", "along=lam&stops=2"), ("/vote", "at=0,0"),
                               ("/proof", ""), ("/build", ""), ("/street", "line=0,0,1,1")]
            for formula in ("x1*z2", "exp(exp(exp(x.z)))", "1/(x.z)", "cos(x1-z1)^5e6", "x.z^0.5",
                            "min(x,z)^1e9", "cos(x1-z1)^1000000", "log(1+x.z)", "fourier(0,x.z)",
                            "exp(100*x.z)")
        ),
        ("/vote", "data=moons&m=12&kernel=own&formula=outer%281/x1%29&at=0,0"),
        ("/class-ask", "data=blobs&m=10&at=0,0&kernel=own&formula=outer%281/x1%29"),
        ("/class-trees", "data=blobs&m=10&kernel=own&formula=outer%281/x1%29"),
        ("/class-step", "data=blobs&m=30&n=1&W=1e300,1,1;-1e300,1,1;0,0,0"),
        ("/class-scores", "w=1e300,1e300;-1e300,1;0,1&at=1,1"),
        ("/pac", "sets=1000&seed=²"), ("/pac", "sets=1000&seed=" + "9" * 5000),
        ("/pac", "sets=1000&size=" + "9" * 5000), ("/pac", "sets=²"),
    ],
)  # fmt: skip
def test_earlier_server_errors_get_a_message(path, query):
    check(SITE, path, query.encode())
