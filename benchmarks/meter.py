"""Count the bytes that a browser receives, by the Chrome DevTools protocol."""

from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass
class Request:
    """The size of an answer as pairs of time and bytes: `pieces` as they arrive, `total` at the
    end."""

    pieces: list[tuple[float, int]]
    total: tuple[float, int] | None = None

    def received(self, deadline: float) -> int:
        if self.total and self.total[0] <= deadline:
            return self.total[1]
        return sum(size for time, size in self.pieces if time <= deadline)


class Meter:
    """Record a page's network events."""

    def __init__(self, page: Page):
        self._requests: dict[str, Request] = {}
        self._messages: list[tuple[float, int]] = []
        self._offset = 0.0  # time of day minus the protocol's clock
        self._session = page.context.new_cdp_session(page)
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.dataReceived", self._piece)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.on("Network.webSocketFrameReceived", self._message)
        self._session.send("Network.enable")

    def received(self, deadline: float = float("inf")) -> int:
        """Return the number of bytes received until a time of day in seconds: encoded responses
        with their headers, and web socket messages."""
        deadline -= self._offset
        messages = sum(size for time, size in self._messages if time <= deadline)
        return messages + sum(request.received(deadline) for request in self._requests.values())

    def stop(self) -> None:
        self._session.detach()

    def _sent(self, event: dict) -> None:
        self._offset = event["wallTime"] - event["timestamp"]
        self._requests.setdefault(event["requestId"], Request([]))

    def _piece(self, event: dict) -> None:
        if request := self._requests.get(event["requestId"]):
            request.pieces.append((event["timestamp"], event["encodedDataLength"]))

    def _finished(self, event: dict) -> None:
        if request := self._requests.get(event["requestId"]):
            request.total = (event["timestamp"], event["encodedDataLength"])

    def _message(self, event: dict) -> None:
        frame = event["response"]
        text = frame["payloadData"]  # base64 if the message is not text
        size = len(text.encode()) if frame["opcode"] == 1 else 3 * len(text) // 4
        self._messages.append((event["timestamp"], size))
