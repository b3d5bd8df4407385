"""The files of deploy/, checked by the programs that read them: nginx, systemd, Kubernetes, git, a
shell."""

import json
import os
import re
import shlex
import socket
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from features.order import FEATURES
from lab.course import course
from lab.serving.client_limits import RETRY_SECONDS, TOO_MANY
from lab.store.store import FILE, Store, sqlite_url
from tests.browser.server import free_port
from tests.hosting.replicas import find_nginx, make_certificate, with_tls, write_main

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
README = (DEPLOY / "README.md").read_text("utf-8")
GET_SYSTEMD = ROOT / "tests" / "tools" / "get_systemd"
KUBERNETES = "1.37"


def command(part: str) -> str:
    """Return the only line of the README's commands that contains this text."""
    (line,) = [line.strip() for line in re.findall(r"^    (\S.*)$", README, re.M) if part in line]
    return line


def laid_out(run: Path, name: str, port: int, tls: bool) -> list[str]:
    """Arrange the shipped files below `run` as the README describes; return the command of an
    nginx."""
    text = (DEPLOY / "nginx" / name).read_text("utf-8")
    if tls:
        text = with_tls(text, free_port(), make_certificate(run))
    text = re.sub(r"listen \[::\]:\d+;", "", text)
    text = re.sub(r"listen (80|8080);", f"listen 127.0.0.1:{port};", text)
    # Replace the addresses of Compose's own network; free nginx has `resolve` from 1.27 on.
    text = text.replace("app:8501 resolve", "127.0.0.1:8641")
    text = re.sub(r"server 127\.0\.0\.1:\d+", "server 127.0.0.1:1", text)  # no replica is up
    for folder in ("/var/log/nginx", "/var/cache/nginx"):
        (run / folder[1:]).mkdir(parents=True)
        text = text.replace(folder, f"{run}{folder}")
    (run / "kernels").mkdir()
    for part in ("http.conf", "locations.conf"):
        (run / "kernels" / part).write_bytes((DEPLOY / "nginx" / part).read_bytes())
    (run / "site.conf").write_text(text, "utf-8")
    main = write_main(run, f"{run}/var/log/nginx/error.log")  # at nginx's default level
    return [find_nginx(), "-p", str(run), "-c", str(main)]


@pytest.mark.parametrize("tls", [False, True])
def test_nginx_accepts_the_machines_files_if_its_output_is_a_socket(tmp_path, tls):
    start = laid_out(tmp_path, "kernels.conf", free_port(), tls)
    own_end, service_end = socket.socketpair()
    with own_end, service_end:
        read = subprocess.run([*start, "-t"], stdout=service_end, stderr=subprocess.PIPE, text=True)
    assert read.returncode == 0, read.stderr
    assert "[warn]" not in read.stderr.replace('the "listen ... http2" directive is deprecated', "")


@pytest.mark.parametrize("name", ["kernels.conf", "compose.conf"])
def test_nginx_logs_contain_no_ip_address(tmp_path, name):
    """Request one page while no replica is up: nginx logs an error, with an address by default."""
    port = free_port()
    start = laid_out(tmp_path, name, port, tls=False)
    printed = tmp_path / "printed"
    with printed.open("wb") as out:
        process = subprocess.Popen(start, stdout=out, stderr=out)
        try:
            until_it_listens(port, process)
            connection = HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/kernels/?secret=1", headers={"User-Agent": "mine"})
            assert connection.getresponse().status in (502, 504)
        finally:
            process.terminate()
            process.wait()
    logs = [printed, *tmp_path.glob("var/log/nginx/*")]
    text = "".join(log.read_text("utf-8") for log in logs)
    assert re.search(r"GET /kernels/ 50[24] ", text), "the request is in the log"
    assert "127.0.0.1" not in text and "secret" not in text and "mine" not in text


def test_nginx_counts_the_requests_and_pages_of_each_client(tmp_path):
    """Use smaller limits than the shipped ones, in front of a replica that never answers."""
    port, pages = free_port(), "/kernels/_stcore/stream"
    start = laid_out(tmp_path, "kernels.conf", port, tls=False)
    with socket.create_server(("127.0.0.1", 0), backlog=50) as silent, ExitStack() as stack:
        site = tmp_path / "site.conf"
        text = site.read_text("utf-8").replace(
            "127.0.0.1:1 ", f"127.0.0.1:{silent.getsockname()[1]} "
        )
        visitors = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
        site.write_text(visitors + text, "utf-8")
        for file in (tmp_path / "kernels").iterdir():
            text = file.read_text("utf-8").replace("rate=500r/s", "rate=1r/m")
            text = text.replace("burst=5000", "burst=6").replace("sockets 400", "sockets 2")
            file.write_text(text, "utf-8")
        process = stack.enter_context(subprocess.Popen(start, stderr=subprocess.DEVNULL))
        stack.callback(process.terminate)
        until_it_listens(port, process)

        def ask(client: str, path: str) -> HTTPResponse | None:
            """Return nginx's own answer, or None if nginx passed the request to the replica."""
            connection = HTTPConnection("127.0.0.1", port, timeout=0.3)
            stack.callback(connection.close)
            connection.request("GET", path, headers={"X-Forwarded-For": client})
            with suppress(TimeoutError):
                return connection.getresponse()
            return None

        network = "2001:db8:1:2:{}::1", "2001:db8::{}:0:0:1", "2001:db8:7::{}"
        assert [ask(network[0].format(k), pages) for k in range(1, 3)] == [None, None]
        assert ask(network[0].format(3), pages).status == 503, "one page more is refused"
        assert ask(network[1].format(1), pages) is None, "another client"
        for _ in range(4):
            assert ask(network[0].format(4), "/kernels/healthz") is None
        refusal = ask(network[0].format(5), "/kernels/healthz")
        assert (refusal.status, refusal.headers["Retry-After"]) == (429, str(RETRY_SECONDS))
        assert json.loads(refusal.read()) == {"message": TOO_MANY}
        assert ask(network[0].format(6), "/kernels/assets/x.js") is None, "files are not counted"
        assert ask(network[2].format(1), "/kernels/healthz") is None


def until_it_listens(port: int, process: subprocess.Popen) -> None:
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("nginx ended")


@pytest.fixture(scope="module")
def systemd_analyze() -> str:
    process = subprocess.run([GET_SYSTEMD], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        pytest.skip(process.stderr.strip())  # tests/conftest.py prints the reason at the end
    return process.stdout.strip()


def units(folder: Path, **changes: str) -> list[Path]:
    """Write the unit files with this checkout in place of the installed one."""
    paths = []
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text("utf-8")
        text = text.replace("/opt/kernels/.venv/bin/python", sys.executable)
        for old, replacement in changes.items():
            text = text.replace(old, replacement)
        paths.append(folder / path.name)
        paths[-1].write_text(text.replace("/opt/kernels", str(ROOT)), "utf-8")
    return paths


def test_systemd_accepts_the_units(tmp_path, systemd_analyze):
    def complaints(**changes: str) -> str:
        read = subprocess.run(
            [systemd_analyze, "verify", *units(tmp_path, **changes)], capture_output=True, text=True
        )
        own_lines = [line for line in read.stderr.splitlines() if "kernels" in line]
        assert bool(own_lines) or read.returncode == 0, read.stderr
        return "\n".join(own_lines)

    assert complaints() == ""
    assert "ProtectHom" in complaints(ProtectHome="ProtectHom"), "the check can fail"


def test_a_course_file_belongs_to_the_service_user(tmp_path):
    """Run the README's two commands: only the owner can read the file, and the store is in a folder
    that the unit may write to."""
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "course.toml").write_bytes((DEPLOY / "course.example.toml").read_bytes())
    for part in ("install -D -m 640", "sed -i"):
        words = shlex.split(command(part))
        assert words[0] == "sudo"
        if "-g" in words:
            position = words.index("-g")
            assert words[position + 1] == "kernels"
            del words[position : position + 2]  # only root may change the group of a file
        words = [word.replace("/etc/kernels", f"{tmp_path}/etc") for word in words[1:]]
        subprocess.run(words, cwd=tmp_path, check=True)
    course_file = tmp_path / "etc" / "course.toml"
    assert course_file.stat().st_mode & 0o007 == 0, "other users"
    unit = (DEPLOY / "systemd" / "kernels@.service").read_text("utf-8")
    assert "COURSE=/etc/kernels/course.toml" in unit
    state = re.search(r"^StateDirectory=(\w+)$", unit, re.M)[1]
    assert course.read(course_file.read_text("utf-8")).data_folder == f"/var/lib/{state}"
    group = re.search(r"^User=(\w+)$", unit, re.M)[1]
    assert f"--user-group --no-create-home {group}" in README


def manifests() -> dict[str, dict]:
    documents = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))
    return {document["kind"]: document for document in documents}


def test_kubernetes_accepts_the_deployment_and_the_service():
    """Check Kubernetes's own kinds; the schemas of the Gateway API belong to its controller."""
    for kind in ("Deployment", "Service"):
        kubernetes_validate.validate(manifests()[kind], KUBERNETES, strict=True)
    deployment = manifests()["Deployment"]
    deployment["spec"]["template"]["spec"]["containers"][0]["readOnly"] = True
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, KUBERNETES, strict=True)


def test_metrics_are_not_public_in_the_cluster():
    """Of a route's rules, the one with the longest matching prefix applies."""
    rules = [
        (match["path"]["value"], rule)
        for rule in manifests()["HTTPRoute"]["spec"]["rules"]
        for match in rule["matches"]
    ]
    hidden_paths = re.search(r"\(\?:metrics\|_stcore.*?\)\)\$", (
        DEPLOY / "nginx" / "locations.conf").read_text("utf-8"))[0]  # fmt: skip
    for path in ("metrics", "_stcore/metrics", "_stcore/script-health-check", "_stcore/agent/x"):
        assert re.fullmatch(hidden_paths.removesuffix("$"), path), "as nginx hides it"
        _, rule = max((pair for pair in rules if f"/kernels/{path}".startswith(pair[0])),
                      key=lambda pair: len(pair[0]))  # fmt: skip
        assert "backendRefs" not in rule and rule["filters"][0]["type"] == "RequestRedirect"
    assert all("backendRefs" in rule for value, rule in rules if value == "/kernels")


def test_the_clusters_secrets_are_kubernetes_secrets():
    pod = manifests()["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    secrets = {
        volume["secret"]["secretName"] for volume in pod["volumes"] if "secret" in volume
    } | {
        entry["valueFrom"]["secretKeyRef"]["name"]
        for entry in container["env"]
        if "valueFrom" in entry
    }
    assert secrets == {"kernels-course", "kernels-database"}
    assert {entry["name"] for entry in container["env"]} >= {"COURSE", "PGPASSWORD"}
    for name in secrets:
        assert command(f"secret generic {name} ").startswith("kubectl create secret generic ")
    user = pod["securityContext"]
    assert f"--gid {user['runAsGroup']}" in (DEPLOY / "Dockerfile").read_text("utf-8")
    assert f"chgrp {user['runAsGroup']} deploy/course.toml" in README


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.edu"]
    process = subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True
    )
    return process.stdout.decode().strip()


def test_an_update_works_after_a_rollback(tmp_path):
    """Run the README's own commands on a site that is a clone."""
    source, site = tmp_path / "source", tmp_path / "site"
    (source / "deploy").mkdir(parents=True)
    git(source, "init", "--quiet", "--initial-branch=main")
    (source / ".gitignore").write_bytes((ROOT / ".gitignore").read_bytes())

    def release(name: str) -> None:
        (source / "app.py").write_text(name, "utf-8")
        git(source, "add", "--all")
        git(source, "commit", "--quiet", "--message", name)

    def run(part: str) -> None:
        subprocess.run(command(part), cwd=site, shell=True, check=True, capture_output=True)

    def version() -> str:
        return (site / "app.py").read_text("utf-8")

    release("first")
    git(tmp_path, "clone", "--quiet", str(source), str(site))
    (site / "deploy").mkdir()
    course_files = {"course.toml": 'title = "mine"', ".env": "SITE=x"}
    for name, text in course_files.items():
        (site / "deploy" / name).write_text(text, "utf-8")
    for name in ("second", "third"):
        release(name)
        run("> deploy/previous")
        run("git pull")
        assert version() == name
        run("$(cat deploy/previous)")
        assert version() != name
        run("git pull")
        assert version() == name
    assert git(site, "status", "--porcelain") == "", "git ignores the course's own files"
    assert {
        name: (site / "deploy" / name).read_text("utf-8") for name in course_files
    } == course_files


def test_images_are_pinned_by_their_digests(tmp_path):
    for name in ("pin_images", "Dockerfile", "compose.https.yaml"):
        (tmp_path / name).write_bytes((DEPLOY / name).read_bytes())
    (tmp_path / ".env").write_text("SITE=kernels.example.edu\nCADDY_IMAGE=caddy:old\n", "utf-8")
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(
        '#!/bin/sh\n[ "$1" = pull ] && exit 0\n'
        f'for image; do :; done\necho "${{image%:*}}@sha256:{"ab" * 32}"\n',
        "utf-8",
    )
    docker.chmod(0o755)
    env = {**os.environ, "PATH": f"{docker.parent}:{os.environ['PATH']}"}
    subprocess.run(["sh", tmp_path / "pin_images"], env=env, check=True, capture_output=True)
    lines = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text("utf-8").splitlines())
    assert lines.pop("SITE") == "kernels.example.edu"
    texts = "".join((DEPLOY / name).read_text("utf-8")
                   for name in ("compose.yaml", "compose.https.yaml"))  # fmt: skip
    defaults = dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", texts))
    assert {name: value.partition("@")[0] for name, value in lines.items()} == defaults
    assert all(value.endswith(f"@sha256:{'ab' * 32}") for value in lines.values())


def test_every_image_can_be_pinned():
    """Every image is named by a variable, with the same default in Dockerfile and compose.yaml."""
    dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
    defaults = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", dockerfile, re.M))
    sources = re.findall(r"^FROM (\S+) AS", dockerfile, re.M)
    assert {*sources} == {f"${{{name}}}" for name in defaults}
    assert "# syntax=" not in dockerfile, "it would load another image"
    plain = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert dict(re.findall(r"(\w+_IMAGE): \"\$\{\1:-([^}]+)\}\"", plain)) == defaults
    over = (DEPLOY / "compose.https.yaml").read_text("utf-8")
    for image in re.findall(r"^\s+image: (.+)$", plain + over, re.M):
        assert re.fullmatch(r'"\$\{\w+_IMAGE:-[^}]+\}"', image), image


def test_the_store_is_copied_while_open(tmp_path):
    store = Store(
        sqlite_url(tmp_path / FILE), [feature.tables() for feature in FEATURES if feature.tables]
    )
    program = re.search(r'python -c "([^"]+)" > ', command("serialize()"))[1]
    assert FILE in command("serialize()")
    process = subprocess.run(
        [sys.executable, "-c", program.replace("/data/", f"{tmp_path}/")],
        check=True,
        capture_output=True,
    )
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(process.stdout)

    def tables(file: Path) -> list[tuple[str, int]]:
        with sqlite3.connect(file) as connection:
            names = [name for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]  # fmt: skip
            return [(name, connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
                    for name in names]  # fmt: skip

    assert tables(copy) == tables(tmp_path / FILE) != []
    store.close()
