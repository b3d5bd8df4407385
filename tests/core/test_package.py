"""kernel_core as a package: a wheel, installed in an empty environment, works."""

import json
import shutil
import subprocess
import sys
import venv
import zipfile
from itertools import takewhile
from pathlib import Path

import numpy
import pytest

import kernel_core as kc

# In quick runs, other tests check doctests, imports and README in the checkout.
pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent.parent
DOCTESTS = """
import doctest, importlib, pkgutil
import kernel_core
assert "site-packages" in kernel_core.__file__, kernel_core.__file__
names = [m.name for m in pkgutil.walk_packages(kernel_core.__path__, "kernel_core.")]
results = [doctest.testmod(importlib.import_module(name)) for name in names]
assert not any(r.failed for r in results) and sum(r.attempted for r in results) > 0
"""
LIST_IMPORTS = """
import json
from importlib import metadata
listed = [distribution.name.replace("_", "-") for distribution in metadata.distributions()]
print(json.dumps([listed, metadata.requires("kernel-core")]))
"""


@pytest.fixture(scope="module")
def package_folder(tmp_path_factory) -> Path:
    """Install the wheel and NumPy in an otherwise empty environment; return the path of its
    Python."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "kernel_core", source / "kernel_core", ignore=ignore)
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source], folder)
    venv.create(folder / "empty")
    python = folder / "empty" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    [wheel] = folder.glob("*.whl")
    [packages] = (folder / "empty").rglob("site-packages")
    zipfile.ZipFile(wheel).extractall(packages)  # as pip does with a pure Python wheel
    for part in Path(numpy.__file__).parents[1].glob("numpy*"):
        (packages / part.name).symlink_to(part)
    return python


def run(command: list, folder: Path) -> str:
    """Run a command in `folder` and return its output; show its errors if it fails."""
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout


def readme_example() -> str:
    """Return the first block of code of the package's README."""
    text = (ROOT / "kernel_core" / "README.md").read_text("utf-8")
    lines = text.partition("    import")[1:]
    lines = "".join(lines).splitlines()
    code = takewhile(lambda line: not line or line.startswith("    "), lines)
    return "\n".join(line[4:] for line in code)


def test_numpy_is_the_only_dependency(package_folder, tmp_path):
    public_names, imported_names = json.loads(run([package_folder, "-c", LIST_IMPORTS], tmp_path))
    assert sorted(public_names) == ["kernel-core", "numpy"]
    assert [name.partition(">")[0] for name in imported_names] == ["numpy"]
    run([package_folder, "-c", "import kernel_core"], tmp_path)


def test_the_readmes_example_runs(package_folder, tmp_path):
    code = readme_example()
    assert "kc.fit(" in code
    output = run(
        [package_folder, "-c", code + "\nprint(s.gap, len(s.alpha), kc.__version__)"], tmp_path
    )
    gap, count, version = output.split()
    assert float(gap) <= 1e-6 and count == "200" and version == kc.__version__


def test_the_installed_doctests_run(package_folder, tmp_path):
    run([package_folder, "-c", DOCTESTS], tmp_path)


def test_the_package_is_typed(package_folder, tmp_path):
    code = "from importlib.resources import files; "
    code += "print((files('kernel_core') / 'py.typed').is_file())"
    assert run([package_folder, "-c", code], tmp_path).strip() == "True"
