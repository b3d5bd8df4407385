"""GET /privacy: what this site stores about its visitors, with this course's settings.

docs/course.md contains the same text, to be copied.
"""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from lab.course.course import Course
from lab.course.feature import features
from lab.endpoints.static_assets import public_path
from lab.serving.plain_page import document

SITE = (
    "The site shows everyone the same pages and has no accounts. It sets only cookies that it "
    "needs to work, such as a random number that leads a browser to the same server each time, and "
    "Streamlit’s token against forged requests. They identify nobody. There is no tracking, and "
    "nothing is loaded from other sites.",
    "The network addresses of visitors are used while a request is answered, to share the"
    " server’s time fairly. They are not stored. For each request the log has the time, the method,"
    " the path, the status, the size and the duration, but no network address, no query and no"
    " browser.",
    "Your progress (the steps that you have seen, your predictions and answers, and the place"
    " where you stopped) is stored in your own browser, and goes to another device only if you"
    " transfer it.",
)


def paragraphs(course: Course) -> list[str]:
    """Return the paragraphs of the privacy page of a course."""
    stored = [feature.privacy.paragraph for feature in features(course) if feature.privacy]
    return [*SITE, *stored]


def route(course: Course) -> Route:
    text = "".join(f"<p>{escape(part)}</p>" for part in paragraphs(course))
    link = f'<p><a href="{public_path("")}">{escape(course.title)}</a></p>'
    page = document("What is stored", f"<main><h1>What is stored</h1>{text}{link}</main>")

    async def serve(_: Request) -> HTMLResponse:
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    return Route(public_path("privacy"), serve, methods=["GET"])
