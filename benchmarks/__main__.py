"""Run benchmarks and print their tables and targets: python -m benchmarks [part ...]"""

import argparse
import time

from benchmarks import (
    launches,
    machine,
    multiclass,
    own_data,
    page_sweeps,
    solver,
    storm,
    tables,
    wire,
)
from benchmarks.browser import drag, opening, scrolling, site, slow_devices

PARTS = {
    "drag": drag.run,
    "solver": solver.run,
    "classes": multiclass.run,
    "wire": wire.run,
    "pages": page_sweeps.run,
    "own": own_data.run,
    "launches": launches.run,
    "storm": storm.run,
    "open": opening.run,
    "scroll": scrolling.run,
    "site": site.run,
    "slow": slow_devices.run,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parts = parser.parse_args().parts
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    start = time.monotonic()
    print(machine.headline())
    aims = [aim for part in parts or PARTS for aim in PARTS[part]()]
    tables.show("Aims", ("what", "aim", "here", ""), [aim.row for aim in aims])
    print(f"\n{time.monotonic() - start:.0f} s in all.")


if __name__ == "__main__":
    main()
