"""Let a teacher choose what a link opens (deep linking), and return the choice to the platform."""

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from joserfc import jwt
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from features.assignments import library
from features.assignments.assignment import AssignmentError
from features.lecture import playlist, playlist_check, playlist_link
from features.platform import pages
from features.platform.forms import read_form, refusal
from features.platform.launches import COUNT_BEST, COUNT_LAST
from features.platform.messages import MAX_LINK, Launch
from features.platform.tokens import BadToken
from features.platform.tool import Tool
from lab.course import dates, open_parts
from lab.course.page_declaration import HOME
from lab.course.page_target import BadTarget, read_target
from lab.endpoints.static_assets import public_path
from lab.serving.refused_request import RefusedRequest

CHOICE_SECONDS = 3600.0
RESPONSE_SECONDS = 300
MAX_TITLE = 120  # characters of a link's title
_LTI = "https://purl.imsglobal.org/spec/lti/claim/"
_CHOICE = "https://purl.imsglobal.org/spec/lti-dl/claim/"

CHOICE_ENDED = "This page was open for too long. Start again in your course."
NOTHING_CHOSEN = "Choose what the link opens, or paste an address of this app."
FOREIGN_ADDRESS = "This is not an address of this app."
NO_TASK = "There is no such task: check the address that you pasted."
NO_LINKS = "The platform asks for something other than a link. This app offers only links."
BAD_DATE = "The date can’t be read. Leave it empty, or choose a day and a time."


def options(tool: Tool) -> dict[str, dict[str, str]]:
    """Return the possible choices: for each heading, addresses with their titles."""
    return {
        "Assignments": dict(_assignments()),
        "Lectures": dict(_lectures()),
        "Pages": {page.path if page.path != HOME else "": page.title
                  for page in tool.course.ordered_pages()},
        "Steps": {f"{page.path}?step={step.name}&embed=true": f"{page.title}: {step.title}"
                  for page in tool.course.ordered_pages()
                  for step in open_parts.open_steps(page.path) if step.frame_heights},
    }  # fmt: skip


def _assignments() -> Iterator[tuple[str, str]]:
    for name in library.names():
        try:
            yield f"?{urlencode({'task': name})}", library.find_assignment(name).title
        except AssignmentError:
            continue


def _lectures() -> Iterator[tuple[str, str]]:
    course_names = [playlist.COURSE] if playlist.course_lecture() else []
    for name in [*course_names, *playlist.names()]:
        try:
            lecture = playlist.read_shipped(name, playlist_check.pages_of_course())
        except playlist.PlaylistError:
            continue
        yield playlist_link.address(lecture, name), lecture.title or name


def chooser(tool: Tool, launch: Launch, origin: str, state: str, platform: tuple[str, str]) -> str:
    """Write the page on which a teacher chooses what a link opens.

    `state`: the signed state of the login; `platform`: the frame and the origin of the platform's
    own storage.
    """
    assert launch.choice_request is not None
    content = {
        "iss": launch.registration.issuer, "client": launch.registration.client_id,
        "deployment": launch.deployment_id, "return": launch.choice_request.return_address,
        "data": launch.choice_request.data, "line_items": launch.choice_request.accepts_line_items,
        "origin": origin,
    }  # fmt: skip
    token = tool.tokens.seal("choice", content, CHOICE_SECONDS)
    groups = "".join(
        f'<optgroup label="{escape(heading)}">'
        + "".join(f'<option value="{escape(address or "/")}">{escape(title)}</option>'
                  for address, title in entries.items())
        + "</optgroup>"
        for heading, entries in options(tool).items() if entries
    )  # fmt: skip
    form = f"""<form method="post" action="{public_path("lti/deep-link")}" hidden>
{pages.hidden_field("token", token)}<h1>What does the link open?</h1>
<label for="choice">A page, a step, a lecture or an assignment</label>
<select id="choice" name="choice"><option value="">Choose …</option>{groups}</select>
<label for="link">Or an address of this app, such as a link from <em>Ask this</em></label>
<input id="link" name="link" maxlength="{MAX_LINK}" autocomplete="off" spellcheck="false">
<label for="title">Title in the course (optional)</label>
<input id="title" name="title" maxlength="{MAX_TITLE}">
<fieldset><legend>If a student hands in several answers</legend>
<label><input type="radio" name="counts" value="{COUNT_BEST}" checked>the best counts</label>
<label><input type="radio" name="counts" value="{COUNT_LAST}">the last counts</label></fieldset>
<label for="until">Deadline of an assignment (optional),
 {escape(tool.course.dates.zone)}</label>
<input id="until" name="until" type="datetime-local">
<button class="send">Add to the course</button></form>"""
    return pages.launch({}, state, *platform, form=form)


class ChoiceRoutes:
    """POST /lti/deep-link: a form with the chooser's fields, answered by a page that sends the
    signed choice to the platform. 400 with a sentence for a choice that can't be made."""

    def __init__(self, tool: Tool):
        self._tool = tool

    def routes(self) -> list[Route]:
        return [Route(public_path("lti/deep-link"), self.choose, methods=["POST"])]

    async def choose(self, request: Request) -> Response:
        try:
            fields = await read_form(request)
            try:
                content = self._tool.tokens.unseal("choice", fields.get("token", ""))
            except BadToken:
                raise RefusedRequest(400, CHOICE_ENDED) from None
            item = self._item(fields, content)
        except RefusedRequest as error:
            return refusal(request, error)
        page = pages.submission(content["return"], "JWT", self._response(content, item))
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    def _item(self, fields: Mapping[str, str], content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the content item of a choice. Raises RefusedRequest if the choice is invalid."""
        address = fields.get("link", "").strip() or fields.get("choice", "")
        if not address:
            raise RefusedRequest(400, NOTHING_CHOSEN)
        try:
            parts = urlsplit(address if "://" in address else "//x/" + address.removeprefix("/"))
        except ValueError:
            raise RefusedRequest(400, FOREIGN_ADDRESS) from None
        if "://" in address and f"{parts.scheme}://{parts.netloc.lower()}" != content["origin"]:
            raise RefusedRequest(400, FOREIGN_ADDRESS)
        try:
            path = parts.path if "://" in address else public_path(parts.path.removeprefix("/"))
            target = read_target(urlunsplit(("", "", path, parts.query, "")))
        except BadTarget as error:
            raise RefusedRequest(400, str(error)) from None
        item: dict[str, Any] = {
            "type": "ltiResourceLink", "url": content["origin"] + public_path(target),
            "title": fields.get("title", "").strip()[:MAX_TITLE] or self._title(target),
        }  # fmt: skip
        if word := dict(parse_qsl(parts.query)).get("task"):
            try:
                item |= self._task(word, fields, content)
            except AssignmentError:
                raise RefusedRequest(400, NO_TASK) from None
        return item

    def _title(self, target: str) -> str:
        """Return the title that the chooser shows for a target or for its page, else the course's
        title."""
        titles = {address: title for entries in options(self._tool).values()
                  for address, title in entries.items()}  # fmt: skip
        return titles.get(target) or titles.get(target.partition("?")[0]) or self._tool.course.title

    def _task(
        self, word: str, fields: Mapping[str, str], content: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the additional fields of a link to a task.

        Raises AssignmentError if there is no such task, RefusedRequest if the deadline is invalid.
        """
        place = library.resolve(word)
        custom = {"counts": COUNT_LAST if fields.get("counts") == COUNT_LAST else COUNT_BEST}
        task: dict[str, Any] = {"custom": custom}
        title = fields.get("title", "").strip()[:MAX_TITLE] or place.assignment.title
        if until := self._read_deadline(fields.get("until", "")):
            custom["until"] = until
            task["submission"] = {"endDateTime": until}
        if content["line_items"] and place.assignment.points:
            task["lineItem"] = {
                "scoreMaximum": place.assignment.points, "label": title,
                "resourceId": place.assignment.key,
            }  # fmt: skip
        return {**task, "title": title}

    def _read_deadline(self, text: str) -> str:
        if not text:
            return ""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise RefusedRequest(400, BAD_DATE) from None
        zone = dates.zone(self._tool.course.dates.zone)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).isoformat()

    def _response(self, content: Mapping[str, Any], item: Mapping[str, Any]) -> str:
        """Return the choice as a signed token for the platform."""
        key, current_time = self._tool.keys.signing_key(), int(self._tool.store.clock())
        claims = {
            "iss": content["client"], "aud": content["iss"], "iat": current_time,
            "exp": current_time + RESPONSE_SECONDS, "nonce": secrets.token_urlsafe(18),
            f"{_LTI}deployment_id": content["deployment"], f"{_LTI}version": "1.3.0",
            f"{_LTI}message_type": "LtiDeepLinkingResponse", f"{_CHOICE}content_items": [item],
        }  # fmt: skip
        if content["data"] is not None:
            claims[f"{_CHOICE}data"] = content["data"]
        return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key, ["RS256"])
