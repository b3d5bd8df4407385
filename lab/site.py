"""Run `features.site` under its former name, and print the new one."""

import runpy
import sys

_NAME = "features.site"

if __name__ == "__main__":
    print(f"lab.site is {_NAME} now: python -m {_NAME}", file=sys.stderr)
    runpy.run_module(_NAME, run_name="__main__", alter_sys=True)
