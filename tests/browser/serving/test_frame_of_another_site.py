"""The app in a frame of another site, as a learning platform shows it, with TLS and without."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.server import free_port
from tests.hosting.replicas import Certificate, make_certificate, site

ROWS = b"a,b,k\n" + b"".join(b"%d,%d,%s\n" % (k, k * k % 7, b"uv"[k % 2 :][:1]) for k in range(30))
TABLE = {"name": "a.csv", "mimeType": "text/csv", "buffer": ROWS}


@contextmanager
def platform(port: int, address: str, certificate: Certificate | None = None) -> Iterator[str]:
    """Serve another site whose page shows `address` in a frame, over TLS if a certificate is
    given."""
    page = f'<!doctype html><title>Course</title><iframe src="{address}" width=1200 height=760>'

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Answer)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.file, certificate.key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"{'https' if certificate else 'http'}://localhost:{port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def hosted(way: str, make_server, certificate: Certificate, course: str) -> Iterator[str]:
    """Serve the app over TLS: behind nginx, or by one process that terminates TLS itself."""
    if way == "nginx":
        with site(2, certificate=certificate, COURSE=course) as running_site:
            yield running_site.url
    else:
        yield make_server(COURSE=course, **certificate.streamlit).url


def upload_tab(page: Page) -> Locator:
    """Open the dialog for one's own data in the frame; return it with its uploader visible."""
    frame = page.frame_locator("iframe")
    frame.locator('[data-live][data-ready="1"]').first.wait_for()
    frame.get_by_role("button", name="Your own data").click()
    dialog = frame.get_by_role("dialog")
    dialog.get_by_role("tab", name="Upload").click()
    return dialog


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["nginx", "alone"])
def test_a_table_is_uploaded_in_a_frame_of_another_site(
    make_page, make_server, watch, tmp_path, way
):
    certificate, port = make_certificate(tmp_path), free_port()
    course = tmp_path / "course.toml"
    course.write_text(f'frame_ancestors = ["https://localhost:{port}"]\n', "utf-8")
    watch.allow(r"status of 404 .*_stcore/(health|host-config)", r"favicon")
    with hosted(way, make_server, certificate, str(course)) as url:  # noqa: SIM117 (in its order)
        with platform(port, f"{url}/rbf-bandwidth", certificate) as platform_page:
            page = make_page(bypass_csp=False, ignore_https_errors=True)
            page.goto(platform_page)
            dialog = upload_tab(page)
            expect(dialog.get_by_text("not accepted: it is larger than 1 MB")).to_be_visible()
            with page.expect_response(
                lambda reply: "upload_file" in reply.url and reply.request.method == "PUT"
            ) as upload:
                dialog.locator('input[type="file"]').set_input_files([TABLE])
            assert upload.value.status == 204
            dialog.get_by_text("30 rows, 3 columns").wait_for()
            cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
            own_cookies = {"_streamlit_xsrf"} | ({"kernels_replica"} if way == "nginx" else set())
            assert own_cookies <= {*cookies}
            for name in own_cookies:
                assert cookies[name]["partitionKey"] == "https://localhost", name
            page.goto("about:blank")  # close the page before the site ends


@pytest.mark.thorough
def test_without_cookies_the_page_names_the_cause(make_page, make_server, watch, tmp_path):
    """Over plain HTTP no browser stores a cookie in a frame of another site."""
    watch.allow(r"status of 404 .*_stcore/(health|host-config)", r"favicon")
    port = free_port()
    course = tmp_path / "course.toml"
    course.write_text(f'frame_ancestors = ["http://localhost:{port}"]\n', "utf-8")
    url = make_server(COURSE=str(course)).url
    with platform(port, f"{url}/rbf-bandwidth") as platform_page:
        page = make_page(bypass_csp=False)
        page.goto(platform_page)
        notice = upload_tab(page).get_by_text("not stored the cookie “_streamlit_xsrf”")
        expect(notice).to_be_visible()
        page.goto("about:blank")  # close the page before the server ends
