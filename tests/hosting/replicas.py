"""A complete site on the loopback address: replicas of the app, and nginx with the shipped
files."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.browser.server import ROOT, Server, free_port, launch
from tests.browser.server import wait_for as wait_until_up

DEPLOY = ROOT / "deploy"
GET_NGINX = Path(__file__).with_name("get_nginx")
BASE = "kernels"
MAIN = """
{user}
worker_processes 1;
daemon off;
pid {run}/nginx.pid;
error_log {errors};
events {{ worker_connections 4096; }}
http {{
    include {site};
    client_body_temp_path {run}/body;
    proxy_temp_path {run}/proxy;
    fastcgi_temp_path {run}/fastcgi;
    uwsgi_temp_path {run}/uwsgi;
    scgi_temp_path {run}/scgi;
}}
"""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Site:
    """nginx at `port`, and the replicas behind it."""

    port: int
    replicas: list[Server]
    run: Path
    nginx: subprocess.Popen | None = None
    scheme: str = "http"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/{BASE}"

    def get(self, path: str, method: str = "GET", port: int | None = None, **headers: str) -> Reply:
        """Send one request, through nginx or directly to a replica's `port`; redirects are not
        followed."""
        connection = HTTPConnection("127.0.0.1", port or self.port, timeout=30)
        try:
            request_headers = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers=request_headers)
            answer = connection.getresponse()
            answer_headers = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, answer_headers, answer.read())
        finally:
            connection.close()

    def count(self, line: str) -> list[float]:
        """Return the value of one line of /metrics on each running replica, or 0 if it is
        absent."""
        counts = []
        for replica in self.replicas:
            if replica.process.poll() is None:
                text = self.get(f"/{BASE}/metrics", port=replica.port).body.decode()
                match = re.search(rf"^{re.escape(line)} ([\d.]+)$", text, re.MULTILINE)
                counts.append(float(match[1]) if match else 0.0)
        return counts


def start_replica(port: int | None = None, **env: str) -> Server:
    """Start one replica, without waiting for it."""
    return launch(port=port, **{"STREAMLIT_SERVER_BASE_URL_PATH": BASE, "NGINX_COUNTS": "1", **env})


def wait_for(replica: Server) -> None:
    """Wait until a replica is healthy. Raise RuntimeError if it does not start."""
    wait_until_up(replica, "/healthz")


def find_nginx() -> str:
    """Return the path of an nginx. Raise RuntimeError with what to install if there is none."""
    process = subprocess.run([GET_NGINX], capture_output=True, text=True)
    if process.returncode:
        raise RuntimeError(process.stderr.strip())
    return process.stdout.strip()


@dataclass(frozen=True)
class Certificate:
    """The files that a server needs for TLS: a certificate of this machine, and its key."""

    file: Path
    key: Path

    @property
    def streamlit(self) -> dict[str, str]:
        """Return the environment variables of a replica that terminates TLS itself."""
        names = ("STREAMLIT_SERVER_SSL_CERT_FILE", "STREAMLIT_SERVER_SSL_KEY_FILE")
        return dict(zip(names, map(str, (self.file, self.key)), strict=True))


def make_certificate(folder: Path) -> Certificate:
    """Make a self-signed certificate, for tests that accept any certificate."""
    certificate = Certificate(folder / "site.pem", folder / "site.key")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
               "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
               "-out", certificate.file, "-keyout", certificate.key]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return certificate


def with_tls(text: str, port: int, certificate: Certificate) -> str:
    """Return the shipped configuration with its second server enabled, which terminates TLS."""
    text, commented = re.subn(r"^# ?(?=server \{|    |\})", "", text, flags=re.MULTILINE)
    assert commented > 8, "the file has a server for TLS"
    text = re.sub(r"listen 443 ssl http2;\n\s*listen \[::\]:443 ssl http2;",
                  f"listen 127.0.0.1:{port} ssl;", text)  # fmt: skip
    for name, path in (("", certificate.file), ("_key", certificate.key)):
        text = re.sub(rf"(ssl_certificate{name}\s+)\S+;", rf"\g<1>{path};", text)
    return text


def write_site(
    run: Path, port: int, replicas: list[int], changes: dict[str, str],
    certificate: Certificate | None = None,
) -> Path:  # fmt: skip
    """Write the shipped files, with this machine's ports and folders."""
    text = (DEPLOY / "nginx" / "kernels.conf").read_text("utf-8")
    server = re.search(r"^ *server 127\.0\.0\.1:\d+(.*)$", text, re.MULTILINE)
    servers = "".join(f"    server 127.0.0.1:{port}{server[1]}\n" for port in replicas)
    text, lists = re.subn(r"(^ *server 127\.0\.0\.1:\d+.*\n)+", servers, text, flags=re.MULTILINE)
    assert lists == 2, "one list for each way to choose a replica"
    plain = port
    if certificate:
        text, plain = with_tls(text, port, certificate), free_port()
    text = re.sub(r"listen 80;\n\s*listen \[::\]:80;", f"listen 127.0.0.1:{plain};", text, count=1)
    text = text.replace("include kernels/", f"include {run}/kernels/")
    text = text.replace("/var/cache/nginx/kernels", f"{run}/cache")
    text = text.replace("/var/log/nginx", f"{run}")
    (run / "kernels").mkdir(parents=True)
    for name in ("http.conf", "locations.conf"):
        part = (DEPLOY / "nginx" / name).read_text("utf-8")
        for old, replacement in changes.items():
            part = part.replace(old, replacement)
        (run / "kernels" / name).write_text(part, "utf-8")
    (run / "site.conf").write_text(text, "utf-8")
    return write_main(run, f"{run}/error.log info")


def write_main(run: Path, errors: str) -> Path:
    """Write nginx's main file around `site.conf` in the folder `run`. `errors` is the path of the
    error log, with its level if it is not the default."""
    main = run / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # other users could not read this folder
    main.write_text(MAIN.format(run=run, site=run / "site.conf", user=user, errors=errors), "utf-8")
    return main


@contextmanager
def site(
    count: int = 2,
    changes: dict[str, str] | None = None,
    certificate: Certificate | None = None,
    **env: Any,
) -> Iterator[Site]:
    """Run a site with `count` replicas, once all are up. `changes` are texts to replace in nginx's
    files."""
    nginx = find_nginx()
    with tempfile.TemporaryDirectory() as folder:
        replicas = [start_replica(**env) for _ in range(count)]
        scheme = "https" if certificate else "http"
        running_site = Site(free_port(), replicas, Path(folder), scheme=scheme)
        try:
            ports = [replica.port for replica in running_site.replicas]
            main = write_site(
                running_site.run, running_site.port, ports, changes or {}, certificate
            )
            command = [nginx, "-p", folder, "-c", str(main), "-e", f"{folder}/error.log"]
            running_site.nginx = subprocess.Popen(command)
            for replica in running_site.replicas:
                wait_for(replica)
            yield running_site
        finally:
            if running_site.nginx:
                running_site.nginx.terminate()
                running_site.nginx.wait()
            for replica in running_site.replicas:
                replica.kill()
