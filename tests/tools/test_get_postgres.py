"""Test get_postgres in small artificial environments, see made_up_world.py."""

import subprocess

import pytest

from tests.tools.made_up_world import SCRIPT, World

GET_POSTGRES = SCRIPT.with_name("get_postgres")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def run(world: World, *args: str) -> subprocess.CompletedProcess:
    env = {"PATH": str(world.folder), "POSTGRES": str(world.folder / "bin")}
    command = [GET_POSTGRES, *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_programs_are_found_only_together(world):
    (world.folder / "bin").mkdir()
    world.add("bin/postgres", "exit 0")
    assert run(world, "--find").returncode == 1, "initdb, which makes a database, is missing"
    world.add("bin/initdb", "exit 0")
    assert run(world).stdout.strip() == str(world.folder / "bin")


def test_a_missing_program_is_reported(world):
    process = run(world)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.startswith("Not run in PostgreSQL: it is not on this machine")


def test_it_is_installed_if_permitted(world):
    (world.folder / "bin").mkdir()
    world.add("bin/initdb", "exit 0")
    world.add("made", "exit 0")
    world.add("apt-get", '[ "$1" = update ] || mv "${0%apt-get}made" "${0%apt-get}bin/postgres"')
    assert run(world, "--find").returncode == 1
    process = run(world)
    assert process.stdout.strip() == str(world.folder / "bin")
    assert "Installing PostgreSQL" in process.stderr
