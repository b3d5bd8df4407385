"""The stored methods of dataclasses are those that Python would compile."""

import dataclasses
import marshal

import pytest

from features.site import dataclass_methods


@pytest.fixture(autouse=True)
def as_before():
    yield
    vars(dataclasses).pop("exec", None)


def make_pair():
    @dataclasses.dataclass(frozen=True, order=True)
    class Pair:
        a: int
        b: int = 2

    return Pair


def test_a_class_uses_compiled_methods(tmp_path, monkeypatch):
    stored_methods = tmp_path / "methods"
    stored_methods.write_bytes(dataclass_methods.record_methods(make_pair))
    codes = marshal.loads(stored_methods.read_bytes())
    assert codes and all("__create_fn__" in text for text in codes)
    monkeypatch.setattr(dataclass_methods, "_PATH", stored_methods)
    compiled = []
    monkeypatch.setattr(
        dataclass_methods, "exec", lambda code, *_: compiled.append(code) or exec(code, *_),
        raising=False,
    )  # fmt: skip
    dataclass_methods.use()
    Pair = make_pair()
    assert compiled and all(code in codes.values() for code in compiled)
    assert Pair(1) == Pair(1, 2) < Pair(1, 3) and repr(Pair(1)).endswith("Pair(a=1, b=2)")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Pair(1).a = 3


def test_an_unrecorded_class_is_made_as_usual(tmp_path, monkeypatch):
    for content in (None, marshal.dumps({})):
        path = tmp_path / "methods"
        if content:
            path.write_bytes(content)
        monkeypatch.setattr(dataclass_methods, "_PATH", path)
        dataclass_methods.use()
        assert make_pair()(1).b == 2


def test_recording_restores_python():
    dataclass_methods.record_methods(make_pair)
    assert "exec" not in vars(dataclasses)
