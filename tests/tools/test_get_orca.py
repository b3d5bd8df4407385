"""Test get_orca in small artificial environments, see made_up_world.py."""

import subprocess

import pytest

from tests.tools.made_up_world import SCRIPT, World

GET_ORCA = SCRIPT.with_name("get_orca")
PROGRAMS = ("dbus-daemon", "openbox", "xdotool", "Xvfb", "firefox-esr")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def run(world: World, *args: str) -> subprocess.CompletedProcess:
    env, command = {"PATH": str(world.folder)}, [GET_ORCA, *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_orca_is_found_with_all_that_drives_it(world):
    path = world.add("orca", "exit 0")
    for name in PROGRAMS:
        assert run(world, "--find").returncode == 1
        world.add(name, "exit 0")
    assert run(world, "--find").stdout.strip() == path


def test_a_missing_orca_is_reported(world):
    process = run(world)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith("Not run in Orca: ")
    assert "apt-get install orca" in process.stderr


def test_it_is_installed_if_permitted(world):
    for name in (*PROGRAMS, "made"):
        world.add(name, "exit 0")
    world.add("apt-get", '[ "$1" = update ] || mv "${0%apt-get}made" "${0%apt-get}orca"')
    assert run(world, "--find").returncode == 1
    process = run(world)
    assert process.stdout.strip() == str(world.folder / "orca")
    assert "Installing Orca" in process.stderr
