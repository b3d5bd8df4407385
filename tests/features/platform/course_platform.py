"""A course platform for tests, which implements LTI 1.3 with real tokens over HTTP."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from features.platform.settings import PlatformSettings, Registration
from tests.lab.asgi import Reply
from tests.visitors import BROWSER, Visitor

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
SERVICE = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
CHOICE = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
TEACHER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
APP = "https://kernels.example.edu"
FORM = "application/x-www-form-urlencoded"
KEY = RSAKey.generate_key(2048, {"kid": "of-the-platform", "use": "sig", "alg": "RS256"})
STORAGE = """
const app = %s, kind = %s, values = new Map();
addEventListener("message", ({ data, source, origin }) => {
  if (origin !== app || !["lti.put_data", "lti.get_data"].includes(data.subject)) return;
  const { subject, message_id, key } = data;
  const page = window.name === "storage" ? parent : window;
  page.document.querySelector("[role=status]").textContent += `${subject} `;
  if (kind === "silent") return;
  if (subject === "lti.put_data") values.set(key, data.value);
  const value = kind === "forgetful" && subject === "lti.get_data" ? null : values.get(key);
  const answer = { subject: `${subject}.response`, message_id, key, value };
  if (kind === "by a stranger") frames.stranger.postMessage(answer, "*");
  else source.postMessage(answer, origin);
});
"""
STRANGER = """<!doctype html><script>
addEventListener("message", ({ data }) => {
  parent.frames[0].postMessage(data, "*");
});
</script>"""


class CoursePlatform:
    """One platform with one client. Tests can change its answers and read what it received."""

    def __init__(self, port: int):
        self.issuer = f"http://127.0.0.1:{port}"
        self.client_id, self.deployment_id = "client-7", "deployment-1"
        self.keys: list[RSAKey] = [KEY]
        self.requested_paths: list[str] = []  # in order
        self.scores: list[tuple[str, dict]] = []  # addresses with their query, and bodies
        self.score_status, self.score_headers = 200, dict[str, str]()
        self.app_keys: dict = {}  # the app's published keys
        self.registrations: list[tuple[dict, str]] = []
        self.registration_answer: dict | None = None
        self.configuration: dict = {}
        self.access_token, self.token_status = "access-1", 200
        self.clock = time.time
        self.browser_target = f"{APP}/walk"  # the address in the app that a launch opens
        self.choices: list[str] = []  # signed tokens of deep linking, by which a teacher chooses
        self.storage = ""  # a behaviour that _storage_script explains, or ""

    @property
    def registration(self) -> Registration:
        return Registration(
            self.issuer, self.client_id, f"{self.issuer}/auth?tenant=1", f"{self.issuer}/token",
            f"{self.issuer}/jwks", (self.deployment_id,),
        )  # fmt: skip

    @property
    def settings(self) -> PlatformSettings:
        return PlatformSettings((self.registration,))

    def line_item(self, number: int = 1) -> str:
        return f"{self.issuer}/lineitems/{number}/lineitem?type_id=4"

    def claims(self, proof: str, **changes) -> dict:
        """Return the claims of a launch; a change to None leaves a claim out."""
        current_time = int(self.clock())
        claims = {
            "iss": self.issuer, "aud": self.client_id, "sub": "student-1", "nonce": proof,
            "iat": current_time, "exp": current_time + 60, "given_name": "Ada",
            "email": "ada@example.edu",
            f"{CLAIM}deployment_id": self.deployment_id, f"{CLAIM}version": "1.3.0",
            f"{CLAIM}message_type": "LtiResourceLinkRequest",
            f"{CLAIM}target_link_uri": f"{APP}/walk?tau=0.2", f"{CLAIM}roles": [LEARNER],
            f"{CLAIM}resource_link": {"id": "link-1"},
            SERVICE: {"scope": [SCORE], "lineitem": self.line_item()},
        }  # fmt: skip
        claims |= changes
        return {name: value for name, value in claims.items() if value is not None}

    def sign(self, claims: dict, key=None, **header) -> str:
        key = key or self.keys[-1]
        algorithm = header.get("alg", "RS256")
        return jwt.encode({"alg": algorithm, "kid": key.kid, **header}, claims, key, [algorithm])

    def answer(self, path: str, body: bytes, headers) -> tuple[int, dict | str, dict[str, str]]:
        """Return the status, the JSON or page, and the headers of an answer."""
        name = urlsplit(path).path
        self.requested_paths.append(name)
        match name.strip("/").split("/"):
            case ["favicon.ico"]:
                return 204, "", {}
            case ["course", subject]:
                return 200, self._course_page(subject, headers), {}
            case ["storage"]:
                return 200, f"<!doctype html>{self._storage_script()}", {}
            case ["stranger"]:
                return 200, STRANGER, {}
            case ["auth"]:
                return 200, self._authorize(dict(parse_qsl(urlsplit(path).query))), {}
            case ["choice"]:
                self.choices.append(dict(parse_qsl(body.decode()))["JWT"])
                return 200, "<!doctype html><p>Chosen</p>", {}
            case ["jwks"]:
                return 200, KeySet(self.keys).as_dict(private=False), {}
            case ["token"]:
                return self._token(dict(parse_qsl(body.decode())))
            case ["lineitems", _, "lineitem", "scores"]:
                if headers["Authorization"] != f"Bearer {self.access_token}":
                    return 401, {}, {}
                if self.score_status < 300:
                    self.scores.append((path, json.loads(body)))
                return self.score_status, {}, self.score_headers
            case ["configuration"]:
                return 200, self.configuration, {}
            case ["register"]:
                self.registrations.append((json.loads(body), headers.get("Authorization", "")))
                return 201 if self.registration_answer else 400, self.registration_answer or {}, {}
        return 404, {}, {}

    def _course_page(self, subject: str, headers) -> str:
        """Return the course's page for a student, with the task in a frame and as a link."""
        words = {"iss": self.issuer, "login_hint": subject, "client_id": self.client_id,
                 "target_link_uri": self.browser_target}  # fmt: skip
        if self.storage:
            words["lti_storage_target"] = self._storage_target
        address = f"{self._app_origin}/lti/login?{urlencode(words)}"
        stranger = self.issuer.replace("127.0.0.1", "localhost")
        frame = {"in a frame": '<iframe name="storage" src="/storage"></iframe>',
                 "by a stranger": f'<iframe name="stranger" src="{stranger}/stranger"></iframe>'
        }.get(self.storage, "")  # fmt: skip
        own_script = self._storage_script() if self._storage_target == "_parent" else ""
        return (
            f'<!doctype html><a href="{escape(address)}" target="_blank">Open in a window</a>'
            f'<iframe src="{escape(address)}" width="1200" height="900"></iframe>'
            f'<p role="status"></p>{own_script}{frame}'
        )

    @property
    def _app_origin(self) -> str:
        parts = urlsplit(self.browser_target)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def _storage_target(self) -> str:
        return "storage" if self.storage == "in a frame" else "_parent"

    def _storage_script(self) -> str:
        """Return the script that stores values for the app by LTI Client Side postMessages.
        `storage` says how it answers: correctly, from the course's page or from a frame in it; not
        at all; with null for every value; or from a frame of another site. The page's status lists
        the requests."""
        return (
            f"<script>{STORAGE % (json.dumps(self._app_origin), json.dumps(self.storage))}</script>"
        )

    def _authorize(self, words: dict[str, str]) -> str:
        """Return the page whose script posts the launch to the app."""
        changes = {"sub": words["login_hint"], f"{CLAIM}target_link_uri": self.browser_target}
        if self.browser_target.endswith("/lti/launch"):
            settings = {"deep_link_return_url": f"{self.issuer}/choice",
                        "accept_types": ["ltiResourceLink"]}  # fmt: skip
            changes |= {f"{CLAIM}message_type": "LtiDeepLinkingRequest", CHOICE: settings}
        token = self.sign(self.claims(words["nonce"], **changes))
        pairs = [("id_token", token), ("state", words["state"])]
        if self.storage:
            pairs.append(("lti_storage_target", self._storage_target))
        fields = "".join(
            f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in pairs
        )
        return (
            f'<!doctype html><form method="post" action="{escape(words["redirect_uri"])}">{fields}'
            "</form><script>document.forms[0].submit()</script>"
        )

    def _token(self, form: dict) -> tuple[int, dict, dict[str, str]]:
        """Return an access token for an assertion that one of the app's published keys has
        signed."""
        assertion = jwt.decode(
            form["client_assertion"], KeySet.import_key_set(self.app_keys), ["RS256"]
        ).claims
        is_right = (
            assertion["iss"] == assertion["sub"] == self.client_id
            and assertion["aud"] == f"{self.issuer}/token"
            and form["scope"] == SCORE
            and form["grant_type"] == "client_credentials"
        )
        return (
            (self.token_status, {"access_token": self.access_token, "expires_in": 3600}, {})
            if is_right
            else (400, {"error": "invalid_client"}, {})
        )


@contextmanager
def running() -> Iterator[CoursePlatform]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self._reply(b"")

        def do_POST(self):
            self._reply(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _reply(self, body):
            status, content, headers = platform.answer(self.path, body, self.headers)
            is_page = isinstance(content, str)
            text = b"" if status == 204 else (content if is_page else json.dumps(content)).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 204:
                self.send_header("Content-Length", str(len(text)))
                self.send_header("Content-Type", "text/html" if is_page else "application/json")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 400

    server = Server(("127.0.0.1", 0), Handler)
    platform = CoursePlatform(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield platform
    server.shutdown()
    server.server_close()
    thread.join()


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


def tags(page: Reply, name: str) -> list[dict[str, str]]:
    """Return the attributes of all elements of this name."""
    parser = _Tags()
    parser.feed(page.body.decode())
    return [attributes for tag, attributes in parser.tags if tag == name]


def main_data(page: Reply) -> dict[str, str]:
    """Return the data of a page's <main>."""
    (attributes,) = tags(page, "main")
    return {name.removeprefix("data-"): value for name, value in attributes.items()}


def log_in(site, platform: CoursePlatform, **changes) -> Reply:
    words = {"iss": platform.issuer, "login_hint": "hint-1", "target_link_uri": f"{APP}/walk",
             "client_id": platform.client_id, "lti_message_hint": "77"}  # fmt: skip
    words = {key: value for key, value in {**words, **changes}.items() if value is not None}
    return Visitor(site, BROWSER).get("/lti/login", urlencode(words))


def request_of(login: Reply) -> dict[str, str]:
    """Return the words that the app sends to the platform after a login."""
    return {k: v[-1] for k, v in parse_qs(urlsplit(main_data(login)["address"]).query).items()}


def post(site, fields: dict[str, str], origin: str = "https://moodle.example.edu") -> Reply:
    return Visitor(site, BROWSER).post(
        "/lti/launch", urlencode(fields).encode(), content_type=FORM, origin=origin
    )


def launch(site, platform: CoursePlatform, *, key=None, header=None, **changes) -> Reply:
    """Run a whole launch, with changed claims."""
    auth_request = request_of(log_in(site, platform))
    token = platform.sign(platform.claims(auth_request["nonce"], **changes), key, **(header or {}))
    return post(site, {"id_token": token, "state": auth_request["state"]})


def launch_data(page: Reply) -> dict:
    assert page.status == 200, page.body[-400:]
    return json.loads(main_data(page)["launch"])


def choose(site, page: Reply, **fields: str) -> Reply:
    """Send the chooser's form with these fields."""
    token = next(field["value"] for field in tags(page, "input") if field["name"] == "token")
    body = urlencode({"token": token, **fields}).encode()
    return Visitor(site, BROWSER).post("/lti/deep-link", body, content_type=FORM, origin=APP)
