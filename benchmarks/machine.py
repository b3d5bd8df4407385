"""Describe the machine of the measurements."""

import os
import platform
from datetime import date
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("streamlit", "numpy", "scikit-learn", "plotly", "playwright")


def headline() -> str:
    """Return the processor, the date and the versions, in three lines."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{processor()}, {cores} cores, {platform.system()}, load {load()}, {date.today()}\n"
        f"Python {platform.python_version()}, {packages}\n"
        "One BLAS thread; medians of several runs unless stated otherwise."
    )


def processor() -> str:
    """Return the name of the processor's model, or else of its architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def load() -> str:
    """Return the load average of the last minute, if the system provides it."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
