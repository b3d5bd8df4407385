"""A client of Streamlit's web socket: open a page, change a widget, await the answer.

The messages are Streamlit's protocol buffers. As in a browser, cached messages are named by their
hashes in the next request, so that the server need not send them again.
"""

import json
import socket
import threading
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlsplit

import websocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

TIMEOUT_SECONDS = 30  # longer waits count as errors
DONE = "script_finished"


class Lost(Exception):
    """The connection ended, or the answer did not arrive in time."""


@dataclass
class Place:
    """The address of an element of the page: its id, and the fragment that redraws it."""

    id: str
    fragment: str
    data: str = ""  # data of a live element, as JSON


@dataclass
class Session:
    """One tab: `url` is the server with its sub-path, `page` the page's name in the address."""

    url: str
    page: str = ""
    source: str = ""  # the client's network address; empty: the system chooses it
    query: str = ""
    cookies: str = ""
    places: dict[str, Place] = field(default_factory=dict)  # keys: the ends of the elements' ids
    received: int = 0
    reading: threading.Lock = field(default_factory=threading.Lock)

    def open(self) -> float:
        """Connect and run the page once. Return the seconds that this took."""
        start = perf_counter()
        address = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        server = urlsplit(self.url)
        try:
            line = socket.create_connection(
                (server.hostname, server.port), TIMEOUT_SECONDS, source_address=(self.source, 0)
            )
            self.socket = websocket.create_connection(
                address, TIMEOUT_SECONDS, socket=line, subprotocols=["streamlit"],
                cookie=self.cookies or None,
            )  # fmt: skip
        except (OSError, websocket.WebSocketException) as error:
            raise Lost(f"no connection: {type(error).__name__}") from error
        self.kept: set[str] = set()
        self.script = ""
        self._run(BackMsg())
        return perf_counter() - start

    def set_state(self, place: Place, state: str) -> float:
        """Send a release of the live element; `state` is the query of its scene."""
        value = json.dumps({"state": state})
        return self._change(WidgetState(id=place.id, json_value=value), place)

    def say_ready(self, place: Place) -> float:
        """Report to the server that the live element's first picture is drawn."""
        events = json.dumps([{"event": "ready", "value": True}])
        name = f"$$STREAMLIT_INTERNAL_KEY_{place.id}__events"
        return self._change(WidgetState(id=name, json_trigger_value=events), place)

    def slide(self, place: Place, value: float) -> float:
        """Send a release of a plain Streamlit slider."""
        state = WidgetState(id=place.id)
        state.double_array_value.data.append(value)
        return self._change(state, place)

    def answer_pings(self) -> None:
        """Answer the server's pings, one every half minute, as a browser does. They are also
        answered while an answer is read."""
        if not self.reading.acquire(blocking=False):
            return
        try:
            self.socket.settimeout(0.01)
            self._read()
        except websocket.WebSocketTimeoutException:
            pass
        except (OSError, websocket.WebSocketException) as error:
            raise Lost(type(error).__name__) from error
        finally:
            self.socket.settimeout(TIMEOUT_SECONDS)
            self.reading.release()

    def close(self) -> None:
        self.socket.close()

    def cut(self) -> None:
        """Break the connection without a close message."""
        self.socket.shutdown()

    def _change(self, state: WidgetState, place: Place) -> float:
        start, message = perf_counter(), BackMsg()
        message.rerun_script.widget_states.widgets.append(state)
        message.rerun_script.fragment_id = place.fragment
        self._run(message)
        return perf_counter() - start

    def _run(self, message: BackMsg) -> None:
        """Send a request to run the page, and read until the script has finished."""
        run = message.rerun_script
        run.query_string, run.page_script_hash = self.query, self.script
        if not self.script:
            run.page_name = self.page
        run.cached_message_hashes.extend(self.kept)
        run.context_info.url = f"{self.url}/{self.page}"
        run.context_info.timezone, run.context_info.locale = "UTC", "en-GB"
        try:
            with self.reading:
                self.socket.send_binary(message.SerializeToString())
                while self._read() != DONE:
                    pass
        except (OSError, websocket.WebSocketException) as error:
            raise Lost(type(error).__name__) from error

    def _read(self) -> str:
        """Read one message and return its kind."""
        data = self.socket.recv()
        if not data:
            raise Lost("the server hung up")
        self.received += len(data)
        message = ForwardMsg.FromString(data)
        kind = message.WhichOneof("type")
        if kind == DONE and message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return "done for now"  # the script requested a rerun
        if kind == "new_session":
            self.script = message.new_session.page_script_hash
        elif kind == "navigation":  # the page that was run, if the first request had its name
            self.script = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta":
            self._note(message)
        return kind

    def _note(self, message: ForwardMsg) -> None:
        if message.metadata.cacheable:
            self.kept.add(message.hash)
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind in ("bidi_component", "slider"):
            id = getattr(element, kind).id
            data = element.bidi_component.json
            self.places[id.split("-", 2)[2]] = Place(id, message.delta.fragment_id, data)
