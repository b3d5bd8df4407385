"""The app's keys: their file, their rotation, and the keys derived from the secret."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor

from features.platform.__main__ import main
from features.platform.keys import FILE, PUBLICATION_SECONDS, RETIREMENT_SECONDS, Keys
from tests.visitors import Visitor


def names(keys: Keys) -> list[str]:
    return [key["kid"] for key in keys.public_keys()["keys"]]


def test_keys_are_made_once_in_a_file_that_others_can_not_read(tmp_path):
    with ThreadPoolExecutor(4) as threads:
        replicas = [*threads.map(lambda _: Keys(tmp_path / "data"), range(4))]
    (path,) = (tmp_path / "data").iterdir()
    assert path.name == FILE and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {*map(str, map(names, replicas))} == {str(names(replicas[0]))}
    codes = {keys.student_code("https://moodle.example.edu", "7") for keys in replicas}
    assert len(codes) == 1
    assert codes != {Keys(None).student_code("https://moodle.example.edu", "7")}


def test_codes_differ_by_platform_and_subject():
    keys = Keys(None)
    pairs = [("a", "bc"), ("ab", "c"), ("a", "b"), ("b", "a"), ('a"', "b")]
    assert len({keys.student_code(*pair) for pair in pairs}) == len(pairs)


def test_a_rotated_key_is_served_before_it_signs_and_the_old_one_after(tmp_path, clock):
    keys, replica = (Keys(tmp_path, clock) for _ in range(2))
    first = keys.signing_key().kid
    second = keys.rotate()
    assert names(replica) == [first, second], "replicas read the file again"
    assert replica.signing_key().kid == first
    clock.seconds += PUBLICATION_SECONDS
    assert replica.signing_key().kid == second and names(replica) == [first, second]
    clock.seconds += RETIREMENT_SECONDS
    assert names(replica) == [second]
    third = replica.rotate()
    assert first not in json.dumps(json.loads((tmp_path / FILE).read_text()))
    assert names(keys) == [second, third] and keys.signing_key().kid == second


def test_the_command_rotates_and_platforms_see_public_parts_alone(app, folder, monkeypatch, capsys):
    assert main(["rotate"]) == 0 and capsys.readouterr().out
    keys = Visitor(app.site).get("/lti/jwks").json()["keys"]
    assert len(keys) == 2
    for key in keys:
        assert {*key} == {"kty", "n", "e", "kid", "use", "alg"}
