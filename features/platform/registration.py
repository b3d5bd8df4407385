"""Register the app with a platform automatically (LTI Dynamic Registration).

GET  /lti/register    with invitation=, from `python -m features.platform invite`, and
                      openid_configuration= of the platform, and registration_token= if it sends
                      one: a page with a button. An invitation is required and can be used once
POST /lti/register    a form with the same fields: registers the app with the platform, and
                      stores the platform
"""

import json
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from features.platform import pages
from features.platform.forms import NO_STORE, read_form, refusal
from features.platform.platform_client import SCORE_SCOPE, PlatformError, ask, read_json
from features.platform.registry import use_nonce
from features.platform.settings import Registration, is_identifier, is_service_address
from features.platform.tokens import BadToken, Tokens
from features.platform.tool import Tool
from lab.endpoints.static_assets import public_path
from lab.serving.refused_request import RefusedRequest
from lab.store.store import DAY_SECONDS, StoreFull

INVITATION_SECONDS = DAY_SECONDS
_FIELDS = ("invitation", "openid_configuration", "registration_token")
_TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"

NO_INVITATION = (
    "The invitation in this address is incomplete, has expired, or was used already. The host of "
    "the app can make a new one with python -m features.platform invite."
)
PLATFORM_INSTRUCTION = (
    "Copy the address of this page from the address bar of your browser, and paste it into your "
    "platform, on the page where tools are registered."
)
BAD_ADDRESS = "The platform’s address must begin with https://."
BAD_ANSWER = "The platform’s answer has no usable {}."
OTHER_ISSUER = "The platform’s issuer and its configuration are not on the same host."
FAILED_REGISTRATION = "The platform did not register the app: {}."


def invite(tokens: Tokens, origin: str) -> str:
    """Return an address that lets one platform register the app, within a day."""
    content = {"origin": origin, "nonce": secrets.token_urlsafe(12)}
    token = tokens.sign("invitation", content, INVITATION_SECONDS)
    return f"{origin}{public_path('lti/register')}?invitation={token}"


class RegistrationRoutes:
    """The routes under /lti/register, by which a platform registers the app."""

    def __init__(self, tool: Tool):
        self._tool = tool

    def routes(self) -> list[Route]:
        path = public_path("lti/register")
        return [
            Route(path, self.confirm, methods=["GET"]),
            Route(path, self.register, methods=["POST"]),
        ]

    async def confirm(self, request: Request) -> Response:
        fields = {name: request.query_params.get(name, "") for name in _FIELDS}
        try:
            self._read_invitation(fields["invitation"])
            if not fields["openid_configuration"]:
                raise RefusedRequest(400, PLATFORM_INSTRUCTION)
            _check_address(fields["openid_configuration"])
        except RefusedRequest as error:
            return refusal(request, error)
        host = urlsplit(fields["openid_configuration"]).netloc
        return HTMLResponse(pages.confirmation(host, fields), headers=NO_STORE)

    async def register(self, request: Request) -> Response:
        try:
            fields = await read_form(request)
            invitation = self._read_invitation(fields.get("invitation", ""))
            address = fields.get("openid_configuration", "")
            _check_address(address)
            registration = await self._tool.ask_platform(
                self._register, invitation["origin"], address, fields.get("registration_token", "")
            )
            is_new = await self._tool.run_in_store(
                use_nonce, self._tool.store, f"invitation {invitation['nonce']}", invitation["exp"]
            )
            if not is_new:
                raise RefusedRequest(400, NO_INVITATION)
            await self._tool.run_in_store(self._tool.registry.add, registration)
        except PlatformError as error:
            return refusal(request, RefusedRequest(502, FAILED_REGISTRATION.format(error)))
        except StoreFull as error:
            return refusal(request, RefusedRequest(503, str(error)))
        except RefusedRequest as error:
            return refusal(request, error)
        return HTMLResponse(pages.registration(registration.issuer), headers=NO_STORE)

    def _read_invitation(self, text: str) -> dict[str, Any]:
        try:
            return self._tool.tokens.read_signed("invitation", text)
        except BadToken:
            raise RefusedRequest(400, NO_INVITATION) from None

    def _register(self, origin: str, address: str, token: str) -> Registration:
        """Register the app with the platform whose configuration is at `address`.

        Return the registration. Raises PlatformError or RefusedRequest.
        """
        configuration = read_json(*ask(address))
        issuer = configuration.get("issuer")
        if not is_identifier(issuer):
            raise RefusedRequest(400, BAD_ANSWER.format("issuer"))
        if urlsplit(str(issuer)).netloc != urlsplit(address).netloc:
            raise RefusedRequest(400, OTHER_ISSUER)
        names = ("authorization_endpoint", "token_endpoint", "jwks_uri", "registration_endpoint")
        endpoints = [configuration.get(name) for name in names]
        for name, endpoint in zip(names, endpoints, strict=True):
            if not (isinstance(endpoint, str) and is_service_address(endpoint)):
                raise RefusedRequest(400, BAD_ANSWER.format(name))
        headers = {"Content-Type": "application/json"}
        if token and token.isascii() and token.isprintable():
            headers["Authorization"] = f"Bearer {token}"
        body = json.dumps(self._statement(origin)).encode()
        answer = read_json(*ask(str(endpoints[3]), body, headers))
        client, tool = answer.get("client_id"), answer.get(_TOOL)
        if not is_identifier(client):
            raise RefusedRequest(400, BAD_ANSWER.format("client_id"))
        deployment = tool.get("deployment_id") if isinstance(tool, dict) else None
        audience = configuration.get("authorization_server")
        return Registration(
            str(issuer), str(client), str(endpoints[0]), str(endpoints[1]), str(endpoints[2]),
            (str(deployment),) if is_identifier(deployment) else (),
            str(audience) if is_identifier(audience) else "",
        )  # fmt: skip

    def _statement(self, origin: str) -> Mapping[str, Any]:
        """Return the description of the app. It asks for no names and no e-mail addresses."""
        launch = origin + public_path("lti/launch")
        return {
            "application_type": "web", "response_types": ["id_token"],
            "grant_types": ["client_credentials", "implicit"],
            "initiate_login_uri": origin + public_path("lti/login"), "redirect_uris": [launch],
            "client_name": self._tool.course.title, "jwks_uri": origin + public_path("lti/jwks"),
            "token_endpoint_auth_method": "private_key_jwt", "scope": SCORE_SCOPE,
            _TOOL: {
                "domain": urlsplit(origin).netloc, "target_link_uri": origin + public_path(""),
                "description": "Kernel methods, with live pictures", "claims": ["iss", "sub"],
                "messages": [
                    {"type": "LtiResourceLinkRequest"},
                    {"type": "LtiDeepLinkingRequest", "target_link_uri": launch,
                     "label": "Choose a page or a task"},
                ],
            },
        }  # fmt: skip


def _check_address(address: str) -> None:
    if not is_service_address(address):
        raise RefusedRequest(400, BAD_ADDRESS)
