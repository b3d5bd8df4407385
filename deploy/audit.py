"""Looks up the image's packages among known vulnerabilities: python deploy/audit.py

Where the index can't be asked, it says so, and that is no failure: nothing has been found out.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).with_name("requirements.lock")
COMMAND = ("-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip", "--format", "json",
           "--progress-spinner", "off", "--timeout", "5")  # fmt: skip
NOT_ASKED = "Not audited: the index of known vulnerabilities could not be asked. {}"


def verdict(report: dict[str, Any]) -> tuple[bool, str]:
    """Whether all is well as far as is known, and what is known in words."""
    packages = report["dependencies"]
    found = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in "
        f"{', '.join(fault['fix_versions']) or 'no version yet'}"
        for package in packages
        for fault in package.get("vulns", ())
    ]
    if found:
        return False, "\n".join(("Known vulnerabilities:", *found))
    missed = [package["name"] for package in packages if "skip_reason" in package]
    if len(missed) == len(packages):
        return True, NOT_ASKED.format(packages[0]["skip_reason"] if packages else "")
    told = f"No known vulnerability in {len(packages) - len(missed)} packages."
    return True, told + (f" Not looked up: {', '.join(missed)}." if missed else "")


def main() -> int:
    try:
        done = subprocess.run(
            [sys.executable, *COMMAND], capture_output=True, text=True, timeout=180
        )
    except subprocess.TimeoutExpired:
        print(NOT_ASKED.format("It does not answer."))
        return 0
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        print(NOT_ASKED.format(done.stderr.strip().rpartition("\n")[2]))
        return 0
    well, words = verdict(report)
    print(words)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
