"""Routes by which a platform opens a page of the app. All paths are below the base path.

    GET, POST /lti/login     iss=, login_hint= and target_link_uri= of a registered platform, and
                             client_id=, lti_message_hint=, lti_deployment_id= and
                             lti_storage_target= if the platform sends them: begins a launch with a
                             page that goes on to the platform's own address
    POST      /lti/launch    a form, state= and id_token=, or error= if the platform refuses: the
                             page that opens the target, or that lets a teacher choose one
    GET       /lti/jwks      the app's public keys

400: a request that is refused, with the reason in a sentence, as a page for a browser, else JSON.
502: the platform's keys can't be read. No cookie is set or read.
"""

import secrets
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from features.assignments import library
from features.assignments.assignment import AssignmentError
from features.assignments.library import TaskPosition
from features.platform import messages, pages
from features.platform.choice import NO_LINKS, chooser
from features.platform.forms import BAD_FORM, NO_STORE, read_form, refusal
from features.platform.launches import TaskLaunch
from features.platform.messages import MAX_LINK, Launch, LaunchRefused
from features.platform.platform_client import PlatformError
from features.platform.registry import use_nonce
from features.platform.settings import Registration
from features.platform.tokens import STATE_SECONDS, BadToken
from features.platform.tool import Tool
from lab.course.page_target import BadTarget, read_target
from lab.endpoints.static_assets import public_path
from lab.serving.allowed_hosts import name_of
from lab.serving.refused_request import RefusedRequest

MAX_FIELD = 4096  # characters of a field of a login, other than its target
_WINDOW_FIELDS = ("iss", "login_hint", "target_link_uri", "client_id", "lti_message_hint",
                   "lti_deployment_id")  # fmt: skip

NO_LOGIN = (
    "This address is for course platforms: they open it with iss, login_hint and target_link_uri."
)
UNKNOWN_PLATFORM = (
    "This app does not know that platform, or has several registrations of it and the launch does "
    "not say which. The host of the app must register the platform, or the platform must send its "
    "client ID."
)
FOREIGN_TARGET = "This link leads to a site other than this app, or is too long."
BAD_STATE = (
    "This launch did not begin here, or it is too old. Open the activity in your course again."
)
REPLAYED_LAUNCH = "This launch was used before. Open the activity in your course again."
PLATFORM_SILENT = "The app can’t get the platform’s keys: {}. Try again in a minute."
PLATFORM_REFUSED = "The platform refused the launch: {}."
MISSING_TASK = "The task of this link no longer exists. Tell your teacher."


@dataclass(frozen=True)
class State:
    """The state of a login. The app signs it, and the platform returns it unchanged."""

    registration: Registration
    nonce: str
    origin: str  # this app's origin, as the platform addresses it


class LaunchRoutes:
    """The routes by which a platform opens a page of the app."""

    def __init__(self, tool: Tool):
        self._tool = tool

    def routes(self) -> list[Route]:
        return [
            Route(public_path("lti/login"), self.login, methods=["GET", "POST"]),
            Route(public_path("lti/launch"), self.launch, methods=["POST"]),
            Route(public_path("lti/jwks"), self.jwks, methods=["GET"]),
        ]

    async def jwks(self, _: Request) -> Response:
        return JSONResponse(self._tool.keys.public_keys(), headers={"Cache-Control": "max-age=300"})

    # ---- login ----------------------------------------------------------------------------------

    async def login(self, request: Request) -> Response:
        try:
            fields = await read_form(request) if request.method == "POST" else _query(request)
            return await self._login(request, fields)
        except RefusedRequest as error:
            return refusal(request, error)

    async def _login(self, request: Request, fields: dict[str, str]) -> Response:
        if any(
            len(value) > (MAX_LINK if name == "target_link_uri" else MAX_FIELD)
            for name, value in fields.items()
        ):
            raise RefusedRequest(400, BAD_FORM)
        issuer, hint, target = (fields.get(key, "") for key in _WINDOW_FIELDS[:3])
        if not (issuer and hint and target):
            raise RefusedRequest(400, NO_LOGIN)
        registration = await self._tool.find_registration(
            issuer, fields.get("client_id", ""), fields.get("lti_deployment_id", "")
        )
        if registration is None:
            raise RefusedRequest(400, UNKNOWN_PLATFORM)
        origin = self._own_origin(request, target)
        nonce = secrets.token_urlsafe(18)
        content = {"iss": issuer, "client": registration.client_id, "nonce": nonce,
                   "origin": origin}  # fmt: skip
        state = self._tool.tokens.sign("state", content, STATE_SECONDS)
        words = {
            "scope": "openid", "response_type": "id_token", "response_mode": "form_post",
            "prompt": "none", "client_id": registration.client_id,
            "redirect_uri": origin + public_path("lti/launch"), "login_hint": hint,
            "state": state, "nonce": nonce,
        }  # fmt: skip
        if message_hint := fields.get("lti_message_hint"):
            words["lti_message_hint"] = message_hint
        address = with_query(registration.auth_endpoint, words)
        window_fields = {key: fields[key] for key in _WINDOW_FIELDS if fields.get(key)}
        page = pages.login(
            address, state, fields.get("lti_storage_target", ""), window_fields,
            _kind(target),
        )  # fmt: skip
        return HTMLResponse(page, headers=NO_STORE)

    def _own_origin(self, request: Request, address: str) -> str:
        """Return the origin of an address. Raises RefusedRequest if it is not this app's origin."""
        try:
            parts = urlsplit(address)
            host = parts.netloc.lower()
        except ValueError:
            raise RefusedRequest(400, FOREIGN_TARGET) from None
        own_hosts = {name_of(name) for name in self._tool.course.hosts}
        is_own = host == request.headers.get("host", "").lower() or name_of(host) in own_hosts
        if parts.scheme not in ("http", "https") or not host or not is_own:
            raise RefusedRequest(400, FOREIGN_TARGET)
        return f"{parts.scheme}://{host}"

    # ---- launch ---------------------------------------------------------------------------------

    async def launch(self, request: Request) -> Response:
        try:
            fields = await read_form(request)
            return await self._launch(request, fields)
        except LaunchRefused as error:
            return refusal(request, RefusedRequest(400, str(error)))
        except RefusedRequest as error:
            return refusal(request, error)

    async def _launch(self, request: Request, fields: dict[str, str]) -> Response:
        state = await self._read_state(fields.get("state", ""))
        if error := fields.get("error"):
            reason = fields.get("error_description") or error
            raise RefusedRequest(400, PLATFORM_REFUSED.format(reason[:200].rstrip(". ")))
        claims = await self._read_claims(fields.get("id_token", ""), state.registration)
        current_time = self._tool.store.clock()
        launch = messages.read_launch(claims, state.registration, state.nonce, current_time)
        if launch.choice_request and not launch.choice_request.accepts_links:
            raise LaunchRefused(NO_LINKS)
        target, place = (
            ("", None) if launch.choice_request else self._read_target(request, launch.target)
        )
        is_new = await self._tool.run_in_store(
            use_nonce, self._tool.store, state.nonce, current_time + STATE_SECONDS
        )
        if not is_new:
            raise RefusedRequest(400, REPLAYED_LAUNCH)
        storage = fields.get("lti_storage_target", "")[:MAX_FIELD]
        parts = urlsplit(state.registration.auth_endpoint)
        platform = storage, f"{parts.scheme}://{parts.netloc}"
        if launch.choice_request:
            page = chooser(self._tool, launch, state.origin, fields["state"], platform)
            return HTMLResponse(page, headers=NO_STORE)
        data = {"address": public_path(target), **self._task_data(launch, place)}
        return HTMLResponse(pages.launch(data, fields["state"], *platform), headers=NO_STORE)

    async def _read_state(self, text: str) -> State:
        try:
            content = self._tool.tokens.read_signed("state", text)
        except BadToken:
            raise RefusedRequest(400, BAD_STATE) from None
        registration = await self._tool.find_registration(content["iss"], content["client"])
        if registration is None:
            raise RefusedRequest(400, UNKNOWN_PLATFORM)
        return State(registration, content["nonce"], content["origin"])

    async def _read_claims(self, token: str, registration: Registration) -> dict:
        """Check the signature of a token, and return its claims. Read the platform's keys first if
        the token's key is not known."""
        client, name = self._tool.client, messages.read_header(token)["kid"]
        key = client.remembered_key(registration, name)
        if key is None:
            try:
                key = await self._tool.ask_platform(client.platform_key, registration, name)
            except PlatformError as error:
                raise RefusedRequest(502, PLATFORM_SILENT.format(error)) from None
        return messages.read_claims(token, lambda _: key)

    def _read_target(self, request: Request, address: str) -> tuple[str, TaskPosition | None]:
        """Return the page and query of a target, and the task that it names, or None.

        Raises RefusedRequest if the address is not of this app, or names no page or task of it.
        """
        if len(address) > MAX_LINK:
            raise RefusedRequest(400, FOREIGN_TARGET)
        self._own_origin(request, address)
        parts = urlsplit(address)
        if parts.path == public_path("lti/launch"):  # the platform has one address for all targets
            return "", None
        try:
            target = read_target(urlunsplit(("", "", parts.path or "/", parts.query, "")))
        except BadTarget as error:
            raise RefusedRequest(400, str(error)) from None
        word = dict(parse_qsl(parts.query)).get("task", "")
        if not word:
            return target, None
        try:
            return target, library.resolve(word)
        except AssignmentError:
            raise RefusedRequest(400, MISSING_TASK) from None

    def _task_data(self, launch: Launch, place: TaskPosition | None) -> dict[str, str]:
        """Return what the task's page needs to hand in an answer; nothing if the target is not a
        task, or if the platform does not identify the person."""
        if place is None or not launch.subject:
            return {}
        task_launch = TaskLaunch.from_launch(launch, place, self._tool.keys)
        token = task_launch.seal(self._tool.tokens)
        return {"token": token, "task": place.name, "code": task_launch.student}


def _query(request: Request) -> dict[str, str]:
    return dict(request.query_params)


def _kind(target: str) -> str:
    """Return what a target opens: "choice" (a teacher's choice of a link), "task" or "page"."""
    parts = urlsplit(target)
    if parts.path == public_path("lti/launch"):
        return "choice"
    return "task" if "task" in dict(parse_qsl(parts.query)) else "page"


def with_query(address: str, words: dict[str, str]) -> str:
    """Return an address with these words added to its query."""
    return f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(words)}"
