"""Define the limits on the use of the server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The table [limits] of course.toml; most limits are for one client."""

    requests_per_second: float = 500.0  # sustained rate of requests, and of messages on web sockets
    requests_at_once: float = 5000.0  # largest number of requests, or of messages, in a burst
    work_per_second: float = 0.5  # number of seconds of computation that a client gains each second
    work_at_once: float = 30.0  # number of seconds of computation that a client can accumulate
    sockets: int = 600  # largest number of open pages on this replica, of all clients
    sockets_per_client: int = 400
    upload_megabytes: int = 1
