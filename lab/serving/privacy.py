"""GET /privacy: what this site keeps of its visitors, as the course is set up, in plain words.

deploy/README.md has the same words to copy.
"""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from lab.course.course import Course
from lab.endpoints.static_assets import public_path
from lab.hall.phone_page import document

SITE = (
    "The site shows the same to everybody and has no accounts. Its cookies are those without which"
    " it could not be served: a random number that keeps a browser with one server, Streamlit's"
    " token against forged requests, and in the hall a random number that counts each device once."
    " They name nobody; there is no tracking and nothing from other sites.",
    "Addresses of visitors are used while a request is answered, to share the machine's time"
    " fairly, and are not stored; the log has the time, the path, the status and the duration of a"
    " request, no address, no query and no browser.",
    "A table that you bring is read in memory and forgotten, as are answers that are marked; what"
    " is shown of a table travels in the link.",
    "What you have done, challenges, questions and homework with your code, is kept by your own"
    " browser, and goes to another device, or into an answer, only if you take it there.",
)
HALL = (
    "In the hall a room keeps questions, answers and a random number for each device for a day,"
    " and no name. A short link that somebody makes is kept with the address that it leads to, and"
    " with nothing of who made it, until 30 days after it was last made."
)
REPORT = (
    "This course counts, week by week, how often each page is opened, each step seen and each"
    " challenge met, and how often each prediction and question is first answered right or wrong."
    " Only these sums are stored: no name, no address, no device, no time within the week; what"
    " one person did can't be told from them. Your browser remembers what it has sent, so that"
    " nothing counts twice. The sums are deleted after 400 days."
)


def paragraphs(course: Course) -> list[str]:
    """What holds for this course."""
    return [*SITE, *([HALL] if course.hall else []), *([REPORT] if course.report_secret else [])]


def route(course: Course) -> Route:
    text = "".join(f"<p>{escape(part)}</p>" for part in paragraphs(course))
    way = f'<p><a href="{public_path("")}">{escape(course.title)}</a></p>'
    page = document("What is stored", f"<main><h1>What is stored</h1>{text}{way}</main>")

    async def serve(_: Request) -> HTMLResponse:
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    return Route(public_path("privacy"), serve, methods=["GET"])
