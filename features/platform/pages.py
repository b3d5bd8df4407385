"""The pages of launches and registrations, in plain HTML. Every text from a platform is escaped."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from lab.endpoints import static_assets
from lab.endpoints.static_assets import public_path
from lab.serving.plain_page import document

LOGIN_SCRIPT = "features/platform/login.js"
LAUNCH_SCRIPT = "features/platform/launch.js"
REGISTERED_SCRIPT = "features/platform/registered.js"
SENDING_SCRIPT = "features/platform/sending.js"
SHEETS = ("features/platform/platform.css",)
TITLE = "Open from a course"
NEEDS_SCRIPT = "<noscript><p>This app needs JavaScript.</p></noscript>"


def refusal(message: str) -> str:
    """Write the page that says why a request was refused."""
    body = f'<main><div role="alert"><h1>{escape(message)}</h1></div></main>'
    return document(TITLE, body, sheets=SHEETS)


def login(address: str, state: str, storage: str, fields: Mapping[str, str], kind: str) -> str:
    """Write the page that remembers the state in this browser, and goes on to the platform.

    `address`: the platform's address; `storage`: the frame of the platform's own storage; `kind`:
    "page", "task" or "choice", what the login opens. If the script can't go on (see login.js), a
    button sends `fields` again in a new window.
    """
    inputs = "".join(hidden_field(name, value) for name, value in fields.items())
    body = f"""<main data-address="{escape(address)}" data-state="{escape(state)}"
 data-storage="{escape(storage)}" data-kind="{kind}">
<p role="status">Opening …</p>
<form method="post" action="{public_path("lti/login")}" target="_blank" hidden>{inputs}
<p>This browser stores nothing for this app, perhaps because it is in a frame of another site.</p>
<button class="send">Open in a window</button></form>{NEEDS_SCRIPT}</main>"""
    return document(TITLE, body, script(LOGIN_SCRIPT), SHEETS)


def launch(data: Mapping[str, Any], state: str, storage: str, origin: str, form: str = "") -> str:
    """Write the page that opens the target of a launch, in the browser where the launch began.

    `data`: see launch.js. `storage` and `origin`: the frame and the origin of the platform's own
    storage. `form`: hidden HTML that the page shows instead of opening a target.
    """
    body = f"""<main data-launch="{escape(json.dumps(data))}" data-state="{escape(state)}"
 data-storage="{escape(storage)}" data-origin="{escape(origin)}">
<p role="status">Opening …</p>{form}{NEEDS_SCRIPT}</main>"""
    return document(TITLE, body, script(LAUNCH_SCRIPT), SHEETS)


def submission(address: str, name: str, value: str) -> str:
    """Write the page that sends one field to a platform, by its script or, without it, a button."""
    body = f"""<main><form method="post" action="{escape(address)}">{hidden_field(name, value)}
<button class="send">Go back to the course</button></form></main>"""
    return document(TITLE, body, script(SENDING_SCRIPT), SHEETS)


def confirmation(host: str, fields: Mapping[str, str]) -> str:
    """Write the page that asks whether to register with a platform."""
    inputs = "".join(hidden_field(name, value) for name, value in fields.items())
    body = f"""<main><h1>Register with {escape(host)}?</h1>
<p>Courses there can then open pages and tasks of this app, and receive marks.</p>
<form method="post" action="{public_path("lti/register")}">{inputs}
<button class="send">Register</button></form></main>"""
    return document(TITLE, body, sheets=SHEETS)


def registration(issuer: str) -> str:
    """Write the page that says that the app is registered. Its script asks to have it closed."""
    body = f"""<main><div role="status"><h1>Registered with {escape(issuer)}</h1></div>
<p>Close this window. In the platform, activate the tool.</p></main>"""
    return document(TITLE, body, script(REGISTERED_SCRIPT), SHEETS)


def hidden_field(name: str, value: str) -> str:
    """Write a hidden field of a form."""
    return f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'


def script(name: str) -> str:
    return f'<script type="module" src="{static_assets.url(name)}"></script>'
