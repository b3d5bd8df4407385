"""Test get_poppler in small artificial environments, see made_up_world.py."""

import subprocess

import pytest

from tests.tools.made_up_world import SCRIPT, World

GET_POPPLER = SCRIPT.with_name("get_poppler")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def run(world: World, *args: str) -> subprocess.CompletedProcess:
    env, command = {"PATH": str(world.folder)}, [GET_POPPLER, *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_programs_are_found_only_together(world):
    for name in ("pdftoppm", "pdfimages"):
        world.add(name, "exit 0")
        assert run(world, "--find").returncode == 1
    world.add("pdftotext", "exit 0")
    assert run(world).stdout.strip() == str(world.folder)


def test_a_missing_program_is_reported(world):
    process = run(world)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith("Not run in print: ")
    assert "apt-get install poppler-utils" in process.stderr


def test_it_is_installed_if_permitted(world):
    for name in ("pdfimages", "pdftotext", "made"):
        world.add(name, "exit 0")
    world.add("apt-get", '[ "$1" = update ] || mv "${0%apt-get}made" "${0%apt-get}pdftoppm"')
    assert run(world, "--find").returncode == 1
    process = run(world)
    assert process.stdout.strip() == str(world.folder)
    assert "Installing Poppler" in process.stderr
