"""Test get_engine in small artificial environments, see made_up_world.py."""

import subprocess

import pytest

from tests.tools.made_up_world import SCRIPT, World

GET_ENGINE = SCRIPT.with_name("get_engine")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def run(world: World, *args: str) -> subprocess.CompletedProcess:
    browsers = world.folder / "lib" / "MiniBrowser"
    env = {"PATH": str(world.folder), "MINIBROWSERS": str(browsers)}
    command = [GET_ENGINE, *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def add_webkit(world: World, *, screen: bool = True) -> str:
    (world.folder / "lib").mkdir()
    for name in ("WebKitWebDriver", *(("Xvfb",) if screen else ())):
        world.add(name, "exit 0")
    return world.add("lib/MiniBrowser", "exit 0")


@pytest.mark.parametrize("program", ["firefox-esr", "firefox"])
def test_a_firefox_on_path_is_found(world, program):
    path = world.add(program, "exit 0")
    assert run(world, "firefox").stdout.strip() == path


def test_webkit_is_found_with_a_driver_and_a_screen(world):
    path = add_webkit(world)
    assert run(world, "webkit").stdout.strip() == path


def test_without_a_screen_webkit_is_not_found(world):
    add_webkit(world, screen=False)
    process = run(world, "webkit", "--find")
    assert (process.returncode, process.stdout) == (1, "")


@pytest.mark.parametrize(("name", "title"), [("firefox", "Firefox"), ("webkit", "WebKit")])
def test_a_missing_browser_is_reported(world, name, title):
    process = run(world, name)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith(f"Not run in {title}: it is not on this machine")
    assert "apt-get install" in process.stderr


def test_a_browser_is_installed_if_permitted(world):
    world.add("made", "exit 0")
    world.add("apt-get", '[ "$1" = update ] || mv "${0%apt-get}made" "${0%apt-get}firefox-esr"')
    assert run(world, "firefox", "--find").returncode == 1
    process = run(world, "firefox")
    assert process.stdout.strip() == str(world.folder / "firefox-esr")
    assert "Installing Firefox" in process.stderr


def test_an_installation_that_fails_is_shown(world):
    world.add("apt-get", "echo 'E: no such package'; exit 100")
    process = run(world, "webkit")
    assert process.returncode == 1
    assert "E: no such package" in process.stderr and "Not run in WebKit" in process.stderr
