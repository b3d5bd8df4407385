"""The files of deploy/: the lock contains the requirements, and files that are named exist."""

import json
import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from app import SWEEPS
from deploy import audit
from deploy.audit import verdict
from lab.course import course
from lab.course.limits import Limits
from lab.course.page_declaration import HOME
from lab.scene.scene import Scene
from lab.serving import request_limits
from tests.page_paths import NAMES

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PINNED = re.compile(
    r"^([a-z0-9._-]+)==([^ ;]+)([^\n]*)\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)*)", re.M
)


def locked() -> dict[str, list[tuple[Version, int]]]:
    """Return each package of the lock: its versions, with the number of hashes of each."""
    text = (DEPLOY / "requirements.lock").read_text("utf-8")
    versions: dict[str, list[tuple[Version, int]]] = {}
    for name, version, _, hashes in PINNED.findall(text):
        versions.setdefault(name, []).append((Version(version), hashes.count("sha256:")))
    return versions


def test_the_lock_has_every_requirement_in_an_allowed_version():
    lock = locked()
    files = [ROOT / "requirements.txt", ROOT / "requirements-postgres.txt"]
    lines = [line for file in files for line in file.read_text("utf-8").split("\n")]
    requirements = [
        Requirement(line) for line in lines if line.strip() and not line.startswith("-r ")
    ]
    assert {"numpy", "streamlit", "psycopg", "scikit-learn"} <= {
        requirement.name for requirement in requirements
    }
    for requirement in requirements:
        assert requirement.name in lock, requirement
        assert all(version in requirement.specifier for version, _ in lock[requirement.name]), (
            requirement
        )


def test_everything_in_the_lock_is_pinned_by_hash():
    text = (DEPLOY / "requirements.lock").read_text("utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith((" ", "#"))]
    lock = locked()
    assert len(lines) == sum(len(versions) for versions in lock.values()) > 30
    assert all(count >= 1 for versions in lock.values() for _, count in versions)


def test_the_image_copies_existing_files_that_the_app_needs():
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    patterns = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    sources = {
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M)
        for source in line.split()[:-1]
    }
    assert {"app.py", "pages", "features", "lab", "kernel_core", "assets", ".streamlit"} <= sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert any(
            source.startswith(pattern.removeprefix("!"))
            for pattern in patterns
            if pattern[0] == "!"
        )
    assert "USER 10001" in text and "HEALTHCHECK" in text and "--require-hashes" in text


def test_containers_and_machine_serve_the_same_site():
    """compose.conf and kernels.conf may differ in the addresses of replicas, but not in the choice
    of a replica."""

    def lines(name):
        text = re.sub(r"#.*", "", (DEPLOY / "nginx" / name).read_text("utf-8"))
        return {line.strip() for line in text.split("\n") if line.strip()}

    container_lines, machine_lines = lines("kernels.conf"), lines("compose.conf")
    shared = {
        line
        for line in container_lines | machine_lines
        if re.match(r"(include|hash|upstream|keepalive)", line)
    }
    assert shared <= container_lines & machine_lines and len(shared) >= 6


def test_progress_requests_go_to_the_replica_that_computes():
    """nginx hashes a request for progress like the request for its picture."""
    texts = [(DEPLOY / "nginx" / name).read_text("utf-8") for name in ("kernels.conf", "http.conf")]
    assert "hash $kernels_picture$args consistent;" in texts[0]
    pattern = re.search(r'map \$uri \$kernels_picture \{\s+"~(\S+)"\s+\$kernels_swept;', texts[1])[
        1
    ]
    pattern = re.compile(pattern.replace("(?<", "(?P<"))
    locations = (DEPLOY / "nginx" / "locations.conf").read_text("utf-8")
    for name in SWEEPS:
        assert pattern.match(f"/kernels/{name}-progress")["kernels_swept"] == f"/kernels/{name}"
        assert not pattern.match(f"/kernels/{name}")
        rules = re.findall(
            r"^location ~ (\S+) \{\n(?:.*\n)*?    proxy_pass (\S+);", locations, re.M
        )
        targets = [to for pattern, to in rules if re.match(pattern, f"/kernels/{name}-progress")]
        assert targets == ["http://kernels_pictures"]


def test_nginx_has_the_limits_of_the_app():
    """Where nginx counts requests and pages, the app does not: nginx must have the same limits."""
    text = "".join(
        (DEPLOY / "nginx" / name).read_text("utf-8") for name in ("http.conf", "locations.conf")
    )

    def numbers(pattern: str) -> set[float]:
        return {float(number) for number in re.findall(pattern, text)}

    limits = Limits()
    assert numbers(r"rate=(\d+)r/s") == {limits.requests_per_second}
    assert numbers(r"burst=(\d+) nodelay") == {limits.requests_at_once}
    assert numbers(r"limit_conn kernels_sockets (\d+)") == {limits.sockets_per_client}
    assert numbers(r"\nsend_timeout +(\d+)s") == {request_limits.SEND_SECONDS}
    (body,) = numbers(r"client_max_body_size +(\d+)m")
    assert limits.upload_megabytes < body, "a form is larger than its file"
    assert len(re.findall("limit_req zone", text)) == len(re.findall("proxy_pass", text)) - 1, (
        "only files are not counted"
    )


def test_the_app_does_not_count_requests_behind_nginx():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert compose["services"]["app"]["environment"]["NGINX_COUNTS"] == "1"
    unit = (DEPLOY / "systemd" / "kernels@.service").read_text("utf-8")
    assert "Environment=NGINX_COUNTS=1\n" in unit
    assert "NGINX_COUNTS" not in (DEPLOY / "kubernetes.yaml").read_text("utf-8")


def test_every_container_runs_without_rights_on_a_read_only_file_system():
    for service in yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))[
        "services"
    ].values():
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    parts = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))
    (pod,) = [part["spec"]["template"]["spec"] for part in parts if part["kind"] == "Deployment"]
    assert pod["securityContext"]["runAsNonRoot"]
    for container in pod["containers"]:
        rights = container["securityContext"]
        assert rights["readOnlyRootFilesystem"] and not rights["allowPrivilegeEscalation"]
        assert rights["capabilities"] == {"drop": ["ALL"]}


def test_the_machines_service_runs_without_rights_on_a_read_only_file_system():
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "systemd" / "kernels@.service", "utf-8")
    service = unit["Service"]
    assert service["ProtectSystem"] == "strict"
    assert service.getboolean("DynamicUser") and service.getboolean("NoNewPrivileges")


def test_the_cluster_binds_a_browser_to_one_pod():
    """The cookie is set by the rule that routes to the pods, for the path that they serve."""
    text = (DEPLOY / "kubernetes.yaml").read_text("utf-8")
    parts = {part["kind"]: part for part in yaml.safe_load_all(text)}
    assert set(parts) == {"Deployment", "Service", "GatewayClass", "Gateway", "HTTPRoute"}
    assert "nginx" not in text, "ingress-nginx is retired"
    names = {kind: part["metadata"]["name"] for kind, part in parts.items()}
    route, gateway = parts["HTTPRoute"]["spec"], parts["Gateway"]["spec"]
    (rule,) = [rule for rule in route["rules"] if "backendRefs" in rule]
    persistence = rule["sessionPersistence"]
    assert persistence["type"] == "Cookie"
    assert persistence["cookieConfig"]["lifetimeType"] == "Permanent", (
        "a restarted browser gets the same pod"
    )
    assert re.fullmatch(r"([0-9]{1,5}(h|m|s|ms)){1,4}", persistence["absoluteTimeout"]), (
        "goes with it"
    )
    (container,) = parts["Deployment"]["spec"]["template"]["spec"]["containers"]
    variables = {variable["name"]: variable.get("value") for variable in container["env"]}
    (match,) = rule["matches"]
    assert match["path"] == {
        "type": "PathPrefix",
        "value": f"/{variables['STREAMLIT_SERVER_BASE_URL_PATH']}",
    }
    assert rule["backendRefs"] == [{"name": names["Service"], "port": 80}]
    assert route["parentRefs"][0]["name"] == names["Gateway"]
    assert gateway["gatewayClassName"] == names["GatewayClass"]
    assert [listener["hostname"] for listener in gateway["listeners"]] == route["hostnames"]


def package(name, **fields):
    return {"name": name, "version": "1", "vulns": []} | fields


FAULT = {"id": "PYSEC-1", "fix_versions": ["2"]}
SKIPPED_PACKAGE = {"name": "c", "skip_reason": "c is not found"}


def test_the_audit_reports_checked_and_skipped_packages():
    well, words = verdict(
        {"dependencies": [package("a"), package("b", vulns=[FAULT]), SKIPPED_PACKAGE]}
    )
    assert not well
    for part in (
        "2 of the 3",
        "NOT audited",
        ": c.",
        "c is not found",
        "b 1: PYSEC-1, fixed in 2",
    ):
        assert part in words
    assert "No known vulnerability" not in words
    well, words = verdict({"dependencies": [SKIPPED_PACKAGE, SKIPPED_PACKAGE]})
    assert well and "0 of the 2" in words and "No known vulnerability" not in words
    well, words = verdict({"dependencies": [package("a")]})
    assert (well, words) == (
        True,
        "Audited: 1 of the 1 packages in requirements.lock.\n"
        "No known vulnerability in what was audited.",
    )


@pytest.mark.parametrize(
    ("printed", "status", "message"),
    [
        ({"dependencies": [package("b", vulns=[FAULT])]}, 1, "Known vulnerabilities:"),
        ({"dependencies": [package("a"), SKIPPED_PACKAGE]}, 0, "NOT audited"),
        ({"dependencies": [SKIPPED_PACKAGE]}, 0, "Audited: 0 of the 1"),
        ("no JSON at all", 0, "NOT audited: not one package"),
        (None, 0, "The database did not answer."),
    ],
)
def test_make_check_fails_on_a_known_vulnerability_only(
    printed, status, message, monkeypatch, capsys
):
    """The reports have the form of pip-audit's output."""

    def run(command, **_):
        assert str(DEPLOY / "requirements.lock") in command and "pip_audit" in command
        if printed is None:
            raise subprocess.TimeoutExpired(command, 180)
        text = printed if isinstance(printed, str) else json.dumps(printed)
        return subprocess.CompletedProcess(command, 1, text, "could not connect")

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.main() == status
    assert message in capsys.readouterr().out


def test_the_shipped_course_file_is_valid():
    text = (DEPLOY / "course.example.toml").read_text("utf-8")
    example = course.read(text, "course.example.toml")
    assert example.limits == Limits(), "it shows the default limits"
    assert example.pages and example.links[0][1].startswith("https://")
    listed_names = text.partition("The names are those of\n# the address: ")[2].partition(".\n")[0]
    assert re.findall(r"[\w-]+", listed_names) == [name for name in NAMES if name != HOME]
    assert example.opening_scenes(Scene) and example.log
