"""What a host may set of how much one client is given."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What course.toml may set in [limits]."""

    requests_per_second: float = 500.0  # for each client, over a longer time; messages likewise
    requests_at_once: float = 5000.0
    work_per_second: float = 0.5  # seconds of computing that a client gains each second
    work_at_once: float = 30.0  # seconds of computing that a client has saved up at most
    sockets: int = 600  # open pages on this replica
    sockets_per_client: int = 400
    upload_megabytes: int = 1
