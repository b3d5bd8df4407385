"""The docs for hosts: files that they name exist, their examples work, and compose files agree."""

import re

import yaml
from streamlit import config

from lab.course import course, course_parser, feature
from lab.course.course import Course
from lab.serving import privacy
from pages.order import PAGES
from tests.deploy.docs import BLOCKS, COMMANDS, COURSE, DEPLOY, README, ROOT, TEXT

# Files that the README's commands create.
MADE_FILES = {"course.toml", "deploy/course.toml", "deploy/.env", "deploy/previous", "week-3.toml",
        "week-6.toml", "marks/moodle.csv", "marks/canvas.csv",
        "marks/marks.csv", "moodle.xml", "qti.zip", "ilias.xml", "gift.txt", "anki.txt",
        "README.txt"}  # fmt: skip


class Compose(yaml.SafeLoader):
    """Read Compose's own tags as empty values."""


Compose.add_constructor("!reset", lambda loader, node: [])


def compose(name):
    return yaml.load((DEPLOY / name).read_text("utf-8"), Compose)


def named_files(text: str) -> set[str]:
    """Return the words that look like files of this project."""
    words = {word for part in re.findall(r"`([^`\n]+)`", text) for word in part.split()}
    words |= {word for line in COMMANDS for word in line.split()}
    return {
        word.strip("'\"(),;")
        for word in words
        if re.fullmatch(r"['\"]?[\w@./-]+\.(yaml|toml|conf|md|py|lock|txt|env|zip|xml)", word)
        or re.fullmatch(r"(deploy|lab|tests|pages|assets)/[\w@./-]+", word)
    }


def is_there(name: str) -> bool:
    if name in MADE_FILES or name.startswith("/etc/") or "systemd/" in name:
        return True
    return any((folder / name).exists() for folder in (ROOT, DEPLOY, DEPLOY / "nginx"))


def test_every_named_file_exists():
    names = named_files(TEXT)
    assert {"deploy/compose.https.yaml", "deploy/course.example.toml", "nginx/behind_tls.conf",
            "tests/deploy/test_readme.py"} <= names  # fmt: skip
    assert [name for name in sorted(names) if not is_there(name)] == []
    assert not is_there("deploy/compose.tls.yaml"), "the check can fail"


def test_pictures_are_small_and_described():
    pictures = re.findall(r"!\[([^\]]*)\]\((pictures/[\w.-]+)\)", COURSE)
    assert len(pictures) >= 4
    for text, name in pictures:
        assert len(text) > 20 and (ROOT / "docs" / name).stat().st_size < 60_000, name


def test_every_named_variable_is_read():
    names = {*re.findall(r"\b([A-Z][A-Z_]{3,})\b(?==)|\b(STREAMLIT_[A-Z_]+)\b", TEXT)}
    names = {first or second for first, second in names} - {"ARGS"}
    assert {"SITE", "REPLICAS", "STREAMLIT_SERVER_BASE_URL_PATH"} <= names
    manifests = "".join(path.read_text("utf-8") for path in DEPLOY.rglob("*.yaml"))
    options = {"STREAMLIT_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).replace(".", "_").upper()
               for key in config._config_options_template}  # fmt: skip
    for name in names:
        assert name in options or re.search(rf"\${{{name}|\b{name}: ", manifests), name


def test_every_named_command_exists():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {*re.findall(r"(?:`|^    )make (\w+)", TEXT, re.M)}
    assert {"questions", "check"} <= targets
    for target in targets:
        assert re.search(rf"^{target}: ", makefile, re.M), target
    modules = re.findall(r"python -m ([\w.]+)", TEXT)
    assert modules
    for module in modules:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


def test_compose_lines_name_the_same_two_files():
    lines = [line for line in COMMANDS if "compose.https.yaml" in line]
    assert len(lines) >= 3
    for line in lines:
        assert line.startswith("sudo docker compose -f deploy/compose.yaml -f deploy/compose.https")
        assert line.endswith("up --build --detach --wait")
    first = README[README.index("## HTTPS in five lines") :]
    block = re.search(r"((?:^    .*\n){2,})", first, re.M)[1]
    assert block.count("\n") == 5


def test_files_that_compose_mounts_exist():
    for name in ("compose.yaml", "compose.https.yaml"):
        services = compose(name)
        volumes = services["volumes"]
        for service in services["services"].values():
            for mount in service.get("volumes", []):
                source = mount.split(":")[0]
                if source.startswith("./"):
                    assert is_there(source.removeprefix("./")), mount
                else:
                    assert source in volumes, mount
            build = service.get("build")
            if build:
                assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
                dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
                assert re.search(rf"^FROM .* AS {build['target']}$", dockerfile, re.M)


def test_with_https_only_caddy_can_be_reached_from_outside():
    plain, over = compose("compose.yaml")["services"], compose("compose.https.yaml")["services"]
    ports = {name: over.get(name, {}).get("ports", plain.get(name, {}).get("ports"))
             for name in plain | over}  # fmt: skip
    assert {name for name, open_ in ports.items() if open_} == {"caddy"}
    caddyfile = (DEPLOY / "Caddyfile").read_text("utf-8")
    listening = re.search(r"listen (\d+);", (DEPLOY / "nginx/compose.conf").read_text("utf-8"))[1]
    assert f"reverse_proxy web:{listening}" in caddyfile and "{$SITE} {" in caddyfile
    assert over["caddy"]["cap_drop"] == ["ALL"] and over["caddy"]["read_only"] is True
    assert set(over["caddy"]["depends_on"]) <= {*plain, *over}
    assert {*re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.https.yaml").read_text("utf-8"))} == {
        "SITE", "REPLICAS", "CADDY_IMAGE"}  # fmt: skip


def test_nginx_trusts_a_proxy_in_behind_tls_only():
    """If nginx itself is reached from outside, visitors could forge their address."""
    believing = [
        path.name
        for path in (DEPLOY / "nginx").iterdir()
        if re.search(r"^\s*set_real_ip_from", path.read_text("utf-8"), re.M)
    ]
    assert believing == ["behind_tls.conf"]
    assert "behind_tls" not in (DEPLOY / "compose.yaml").read_text("utf-8")


def test_the_course_file_of_the_five_lines_is_valid():
    example = (DEPLOY / "course.example.toml").read_text("utf-8")
    read = course.read(example.replace("kernels.example.edu", "kernels.uni.example", 1))
    assert "kernels.uni.example" in read.hosts


def test_every_named_setting_exists():
    settings = {*re.findall(r"`(\w+) = ", README + COURSE)}
    assert {"frame_ancestors", "data_folder", "hall"} <= settings
    assert settings <= {*course_parser._KEYS, *feature.settings()}


def test_every_setting_is_described_and_has_an_example():
    example = (DEPLOY / "course.example.toml").read_text("utf-8")
    for key in (*course_parser._KEYS, *feature.settings()):
        assert re.search(rf"`(\[\[?)?{key}\]*`", COURSE), key
        assert re.search(rf"^(# )?(\[\[?{key}\]|{key} = )", example, re.M), key


def test_pages_of_the_examples_exist():
    page_paths = {page.path for page in PAGES}
    assert {*re.findall(r'^page = "([\w-]+)"', "".join(BLOCKS), re.M)} <= page_paths


def test_the_docs_contain_the_paragraphs_of_the_privacy_page():
    words = " ".join(re.sub(r"^> ?", "", COURSE, flags=re.MULTILINE).split())
    for settings in ({}, {"report_secret": "a secret of the course's own", "platform": {}}):
        for paragraph in privacy.paragraphs(Course(settings=settings)):
            assert paragraph in words
