"""Check and escape the address to which a link leads: that of a page of this course."""

from urllib.parse import quote

from lab.course import course
from lab.course.page_declaration import HOME, pages
from lab.endpoints.static_assets import public_path

MAX_TARGET = 8700  # largest number of characters; the server accepts addresses of up to 9 kB
NOT_A_PAGE = "A link can only lead to a page of this site."
TOO_LONG = "This address is too long for a link."
_UNESCAPED = "%!$&'()*+,;=:@/?~-._"  # characters that are not escaped in a query string


class BadTarget(ValueError):
    """An invalid target of a link; the message says why."""


def read_target(address: str) -> str:
    """Return the page and the query of an address on this server, as one escaped text.

    Raises BadTarget if the address is too long or is not that of a page of the course.
    """
    if len(address) > MAX_TARGET:
        raise BadTarget(TOO_LONG)
    page, mark, query = address.partition("#")[0].removeprefix(public_path("")).partition("?")
    name = page or HOME
    if page == HOME or name not in pages() or not course.current().has(name):
        raise BadTarget(NOT_A_PAGE)
    target = page + mark + quote(query, safe=_UNESCAPED, errors="replace")
    if len(target) > MAX_TARGET:
        raise BadTarget(TOO_LONG)
    return target
