"""Describe the answers of the app's addresses in `addresses.json`, with which test_addresses.py
compares the app.

    python -m tests.serving.addresses

rewrites the table after an intended change of answers; its diff shows the changes.
"""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from lab.wire import safetensors_format
from tests.browser.server import start_server
from tests.page_paths import PATHS

TABLE = Path(__file__).with_name("addresses.json")
SCENE = "data=moons&m=20&seed=3&kernel=rbf&tau=0.8&loss=logistic&lam=0.05&risk=mean&intercept=1"
CLASSES = "data=blobs&classes=3&m=20&seed=2&kernel=rbf&tau=0.4&loss=hinge&lam=0.05"
ROUTES = (
    f"frames?{SCENE}&along=tau&stops=2&grid=11",
    f"frames?{SCENE}&along=lam&stops=2&grid=11",
    "frames?data=moon&along=tau",
    f"frames-progress?{SCENE}&along=tau",
    f"class-frames?{CLASSES}&along=lam&stops=2&grid=11",
    "class-frames?classes=99&along=lam",
    f"components?{SCENE}&along=tau&stops=2&grid=11",
    f"components-progress?{SCENE}&along=tau",
    f"class-frames-progress?{CLASSES}&along=lam",
    f"class-ask?{CLASSES}&at=0.5,-0.25",
    "class-bill",
    f"class-bill?{CLASSES}",
    "class-scores?w=1,-0.333;-0.5,-0.5;0,1&at=0.5,-0.25",
    f"class-step?{CLASSES}&n=17&eta=0.1",
    f"class-trees?{CLASSES}",
    f"class-walk?{CLASSES}&eta=0.5&walk=17.3.17&example=17",
    "sgd?data=mixture&m=12&seed=0&kernel=linear&loss=logistic&lam=0.05",
    "sgd-progress?data=mixture&m=12&seed=0&kernel=linear&loss=logistic&lam=0.05",
    "descent-times?from=near",
    f"street?{SCENE}&line=0,0.1,0.2,0.3",
    f"proof?{SCENE}",
    f"vote?{SCENE}&at=0.5,-0.25",
    "pre-image?directions=4&at=0.5,-0.25",
    "gram?phi=1,-1;1,0;1,1",
    "gallery?piece=cosine&along=theta&stops=1",
    "gallery?piece=nothing",
    "gallery-progress?piece=cosine&along=theta",
    "timing",
    "build?op=add&at=0&with=rbf%280.5%29",
    "inner?x=1.2,0.7&z=0.5,1.3&degree=2",
    "cost",
    "ball",
    "recovery",
    "pac?kind=thresholds&size=50&eps=0.1&delta=0.05&n=70&sets=1000",
    "kernel-search?candidate=tanh",
    "kernel-matrix?candidate=min&spots=-1;0.5",
    f"ask-scikit-learn?{SCENE}",
    "qr",
    "join",
    "hall",
    "hall/XXXXXX",
    "hall/XXXXXX/state",
    "hall/XXXXXX/events",
    "s",
    "s/ccccccc",
    "privacy",
    "healthz",
    "metrics",
    "assets/older/nothing.js",
)
ADDRESSES = (
    *PATHS,
    *(f"{page}?{CLASSES if page == 'multiclass' else SCENE}" for page in PATHS),
    "no-such-page",
    *ROUTES,
)
# The numbers in these answers depend on the machine, so the table has only their names.
MEASURED_ADDRESSES = {
    "timing",
    "cost",
    "descent-times",
    "class-bill",
    "recovery",
    "ask-scikit-learn",
}


def describe(address: str, status: int, kind: str, body: bytes) -> dict[str, Any]:
    """Describe an answer without the parts that may differ between machines."""
    description: dict[str, Any] = {"status": status, "type": kind}
    route = address.partition("?")[0]
    if kind.startswith("application/json"):
        content = json.loads(body)
    elif kind.startswith("text/event-stream"):  # its first message
        content = json.loads(body.decode().partition("data: ")[2].partition("\n\n")[0])
    elif kind.startswith("text/"):
        return description
    else:
        tensors, metadata = safetensors_format.decode(body)
        description["names"] = {name: list(array.shape) for name, array in sorted(tensors.items())}
        description["metadata"] = sorted(metadata)
        content = {name: array.astype(float).ravel().tolist() for name, array in tensors.items()}
    if "names" not in description:
        description["names"] = names(content)
    if route not in MEASURED_ADDRESSES:
        description["numbers"] = round(sum(map(weight, numbers(content))), 3)
    return description


def names(content: Any) -> Any:
    """Return the keys of a JSON value at all levels; for a list, those of its first item."""
    if isinstance(content, dict):
        return {key: names(value) for key, value in sorted(content.items())}
    if isinstance(content, list):
        return [names(item) for item in content[:1]]
    return None


def numbers(content: Any) -> Iterator[float]:
    if isinstance(content, dict):
        content = list(content.values())
    if isinstance(content, list):
        for item in content:
            yield from numbers(item)
    elif isinstance(content, int | float):
        yield float(content)


def weight(number: float) -> float:
    """Return log(1 + |number|), so that large numbers do not hide small changes of others."""
    return math.log1p(abs(number)) if math.isfinite(number) else 1.0


def fetch(server: str, address: str) -> dict[str, Any]:
    try:
        reply = urlopen(f"{server}/{address}", timeout=60)
    except HTTPError as error:
        reply = error
    with reply:
        kind = reply.headers.get("content-type", "")
        # A stream continues, so only its first message is described.
        body = reply.readline() + b"\n" if "event-stream" in kind else reply.read()
        return describe(address, reply.status, kind, body)


def main() -> None:
    server = start_server()
    try:
        table = {address: fetch(server.url, address) for address in ADDRESSES}
    finally:
        server.stop()
    lines = (f"  {json.dumps(address)}: {json.dumps(table[address])}" for address in ADDRESSES)
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
