"""Test get_systemd in small artificial environments, see made_up_world.py."""

import subprocess

import pytest

from tests.tools.made_up_world import SCRIPT, World

GET_SYSTEMD = SCRIPT.with_name("get_systemd")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def run(world: World) -> subprocess.CompletedProcess:
    env = {"PATH": str(world.folder)}
    return subprocess.run([GET_SYSTEMD], env=env, capture_output=True, text=True, check=False)


def test_it_is_found(world):
    world.add("systemd-analyze", "exit 0")
    assert run(world).stdout.strip() == str(world.folder / "systemd-analyze")


def test_a_missing_program_is_reported(world):
    process = run(world)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith("Not run in systemd: ")


def test_it_is_installed_if_permitted(world):
    world.add("made", "exit 0")
    world.add("apt-get", '[ "$1" = update ] || mv "${0%apt-get}made" "${0%apt-get}systemd-analyze"')
    process = run(world)
    assert process.stdout.strip() == str(world.folder / "systemd-analyze")
    assert "Installing systemd" in process.stderr
