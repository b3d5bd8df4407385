"""Test get_chromium in small artificial environments, where PATH is one folder of programs."""

import pytest

from tests.tools.made_up_world import World

APT_THAT_WORKS = 'echo "apt $*"; [ "$1" = update ] || mv "$0.chromium" "${0%apt-get}chromium"'


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "chrome"])
def test_finds_the_one_on_path(world, name):
    program = world.add(name, "exit 0")
    assert world.run("--find").stdout.strip() == program


def test_passes_over_one_that_does_not_start(world):
    world.add("chromium", "exit 1")
    program = world.add("google-chrome", "exit 0")
    assert world.run().stdout.strip() == program


def test_prefers_the_one_that_is_named(world):
    world.add("chromium", "exit 0")
    program = world.add("my own", "exit 0")
    assert world.run(CHROMIUM=program).stdout.strip() == program


def test_says_so_when_the_named_one_does_not_start(world):
    world.add("chromium", "exit 0")
    process = world.run(CHROMIUM="/nowhere/chromium")
    assert process.returncode == 1
    assert process.stdout == ""
    assert "'/nowhere/chromium', which does not start" in process.stderr


def test_says_what_to_install(world):
    process = world.run()
    assert process.returncode == 1
    assert process.stdout == ""
    assert "apt-get install chromium" in process.stderr


def test_installs_one_if_permitted(world):
    world.add("apt-get.chromium", "exit 0")
    world.add("apt-get", APT_THAT_WORKS)
    process = world.run()
    assert (process.returncode, process.stdout.strip()) == (0, str(world.folder / "chromium"))
    assert "apt update" not in process.stderr


def test_installs_nothing_when_asked_only_to_find(world):
    world.add("apt-get.chromium", "exit 0")
    world.add("apt-get", APT_THAT_WORKS)
    assert world.run("--find").returncode == 1
    assert not (world.folder / "chromium").exists()


def test_asks_for_no_password(world):
    world.add("apt-get", "exit 0")
    world.add("id", "echo 1000")
    world.add("sudo", '[ "$1" = -n ] && exit 1; sleep 60')
    process = world.run()
    assert process.returncode == 1
    assert "Installing" not in process.stderr


def test_shows_why_an_installation_failed(world):
    world.add("apt-get", "echo 'E: no such package'; exit 100")
    process = world.run()
    assert process.returncode == 1
    assert "E: no such package" in process.stderr
    assert "apt-get install chromium" in process.stderr
