"""Values passed between modules, caches and threads are immutable. A dataclass that is filled step
by step stays within its module."""

import dataclasses
import importlib
import inspect
import pkgutil

import kernel_core
import lab

# Each of these dataclasses is created and filled within one module.
MUTABLE = {"Computer", "Drawing", "ScreenNode", "State", "Page", "_ReadingState", "_Votes"}


def dataclasses_of(package):
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not info.name.endswith("__main__"):
            module = importlib.import_module(info.name)
            for name, member in inspect.getmembers(module, inspect.isclass):
                if dataclasses.is_dataclass(member) and member.__module__ == info.name:
                    yield name, member


def test_dataclasses_are_frozen():
    classes = dict([*dataclasses_of(kernel_core), *dataclasses_of(lab)])
    changeable = {name for name, kind in classes.items() if not kind.__dataclass_params__.frozen}
    assert len(classes) > 100 and changeable <= MUTABLE
