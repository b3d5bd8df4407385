"""Client identity: a proxy's header counts only for known proxies."""

import pytest

from lab.endpoints.client_identity import NO_CLIENT, client_of, networks

PROXIES = networks(["127.0.0.1", "::1", "172.16.0.0/12"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),  # any client can send this header
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),  # the first address was forged
        ("127.0.0.1", "198.51.100.1, 172.18.0.3", "198.51.100.1"),  # behind two proxies
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "<script>, '", "127.0.0.1"),
        ("172.18.0.3", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.5", "", "203.0.113.5"),
        ("fe80::1%eth0", "", "fe80::/64"),
        ("unix", "", NO_CLIENT),
    ],
)
def test_the_client_of_a_request(peer, forwarded, client):
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert client_of({"client": (peer, 1), "headers": headers}, PROXIES) == client


def test_a_request_without_a_peer_belongs_to_no_client():
    assert client_of({"headers": []}, PROXIES) == NO_CLIENT
    assert client_of({"client": None, "headers": []}, PROXIES) == NO_CLIENT
