"""Logs, metrics and health for the host, without personal data."""

import logging
import re

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from lab.serving import access_log, metrics
from lab.serving.access_log import AccessLog, route_of
from lab.serving.health import Health
from lab.serving.metrics import Metrics
from tests.lab.asgi import get
from tests.lab.serving.apps import ROUTES, bounded, call

KNOWN_ROUTES = {"frames", "svm", "_stcore/stream"}


@pytest.fixture
def lines():
    """Collect the lines that are logged during the test."""
    records: list[str] = []

    class ListHandler(logging.Handler):
        def emit(self, record):
            records.append(record.getMessage())

    handler, before = ListHandler(), access_log.log.level
    access_log.log.addHandler(handler)
    access_log.log.setLevel(logging.INFO)
    yield records
    access_log.log.removeHandler(handler)
    access_log.log.setLevel(before)


def watched(numbers: Metrics) -> Starlette:
    return Starlette(
        routes=ROUTES, middleware=[Middleware(AccessLog, routes=KNOWN_ROUTES, metrics=numbers)]
    )


def test_logs_have_one_line_per_request_without_personal_data(lines):
    site, numbers = watched(Metrics()), {"accept-encoding": "gzip"}
    secret = {"cookie": "who=me", "user-agent": "MyBrowser", "x-forwarded-for": "198.51.100.7"}
    call(site, "/frames", query=b"formula=my-name", headers=secret | numbers, address="10.9.8.7")
    call(site, "/Jane\nstatus=200 Doe", address="10.9.8.7")
    assert len(lines) == 2
    pattern = r"time=\S+Z method=GET route=(frames|other) status=\d{3} bytes=\d+ ms=[\d.]+"
    for line in lines:
        assert re.fullmatch(pattern, line)
    log_text = " ".join(lines)
    for word in ("10.9.8.7", "198.51.100.7", "my-name", "Jane", "MyBrowser", "who=me"):
        assert word not in log_text


@pytest.mark.parametrize(
    ("path", "route"),
    [("/", "home"), ("/svm", "svm"), ("/svm/x", "svm"), ("/_stcore/stream", "_stcore/stream"),
     ("/_stcore/else", "other"), ("/<script>", "other"), ("", "other"), ("//svm", "svm")],
)  # fmt: skip
def test_a_route_is_one_of_a_short_list(path, route):
    assert route_of(path, KNOWN_ROUTES) == route


def test_numbers_are_in_prometheus_format():
    numbers = Metrics()
    numbers.declare("kernels_request_seconds", "Time.", "histogram")
    site = watched(numbers)
    for path in ("/frames", "/frames", "/nowhere"):
        call(site, path)
    text = numbers.text()
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .*|\w+(\{(\w+="[^"\\]*",?)*\})? [\d.e+-]+', line)
    assert 'kernels_requests_total{route="frames",status="2xx"} 2' in text
    assert 'kernels_requests_total{route="other",status="4xx"} 1' in text
    buckets = re.findall(r'_bucket\{le="([^"]+)",route="frames"\} (\d+)', text)
    assert buckets[-1] == ("+Inf", "2"), "the last bucket holds all"
    counts = [int(count) for _, count in buckets]
    assert counts == sorted(counts) and len(counts) == len(metrics.BUCKET_SECONDS) + 1
    assert text.count("# TYPE kernels_request_seconds ") == 1


def test_labels_do_not_grow_with_requests():
    numbers = Metrics()
    site = watched(numbers)
    for k in range(50):
        call(site, f"/made-up-{k}", method="GET")
    assert numbers.text().count("kernels_requests_total{") == 1


def test_metrics_are_for_the_host_only():
    site = Starlette(routes=metrics.routes())
    reply = get(site, "/metrics")
    assert reply.status == 200 and "process_resident_memory_bytes" in reply.body.decode()
    assert get(site, "/metrics", x_forwarded_for="198.51.100.7").status == 404


def test_health_reports_start_and_shutdown():
    health = Health()
    site = Starlette(routes=health.routes())
    assert get(site, "/healthz").status == 503
    health.state = "ok"
    assert get(site, "/healthz").json() == {"status": "ok"}
    health.state = "stopping"
    assert get(site, "/healthz").status == 503


def test_refused_requests_are_logged(lines):
    site = Starlette(routes=[], middleware=[])
    site.mount("/", AccessLog(bounded(), KNOWN_ROUTES, Metrics()))
    call(site, "/frames", query=b"a" * 20_000)
    assert "status=414" in lines[0] and "aaaa" not in lines[0]
