"""Check the image's packages for known vulnerabilities: python deploy/audit.py

It fails if a package has a known vulnerability. A package that could not be checked is reported,
and is not a failure.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).with_name("requirements.lock")
COMMAND = ("-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip", "--format", "json",
           "--progress-spinner", "off", "--timeout", "5")  # fmt: skip
NOTHING_AUDITED = "NOT audited: not one package could be looked up among known vulnerabilities. {}"


def verdict(report: dict[str, Any]) -> tuple[bool, str]:
    """Return whether the report has no vulnerability, and the lines that are printed."""
    packages = report["dependencies"]
    missed = [package for package in packages if "skip_reason" in package]
    vulnerabilities = [
        f"  {package['name']} {package['version']}: {fault['id']}, fixed in "
        f"{', '.join(fault['fix_versions']) or 'no version yet'}"
        for package in packages
        for fault in package.get("vulns", ())
    ]
    audited = len(packages) - len(missed)
    lines = [f"Audited: {audited} of the {len(packages)} packages in {LOCK.name}."]
    if missed:
        names = ", ".join(package["name"] for package in missed)
        lines.append(f"NOT audited, nothing is known about them: {names}.")
        lines.append(f"  The reason for the first: {missed[0]['skip_reason']}")
    if vulnerabilities:
        lines += ["Known vulnerabilities:", *vulnerabilities]
    elif audited:
        lines.append("No known vulnerability in what was audited.")
    return not vulnerabilities, "\n".join(lines)


def main() -> int:
    try:
        process = subprocess.run(
            [sys.executable, *COMMAND], capture_output=True, text=True, timeout=180
        )
    except subprocess.TimeoutExpired:
        print(NOTHING_AUDITED.format("The database did not answer."))
        return 0
    try:
        report = json.loads(process.stdout)
    except json.JSONDecodeError:
        print(NOTHING_AUDITED.format(process.stderr.strip().rpartition("\n")[2]))
        return 0
    well, words = verdict(report)
    print(words)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
