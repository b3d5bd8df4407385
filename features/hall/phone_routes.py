"""Routes of the phones. All paths are below the server's base path.

    GET  /join                  a form that asks for a code; GET /hall is the same
         with code=rkb 7xw      303 to the room's page; 404 with the form for an invalid code
    GET  /hall/<code>           the phone's page, with a cookie that holds a random token
    POST /hall/<code>/votes     a form: answer=2, or 0.8, or 0.3,-1.2, or p,0.3,-1.2, see
                                `questions`; a point may also be sent as x=, y= and label=.
                                question= and round=, if sent, must be the current ones. 303 to
                                the page; with Accept: application/json 200 and the state with
                                "answer". 403 if the request has no token of this room: the vote
                                is not counted, and the reply sets a token for the next vote
    GET  /hall/<code>/state     JSON {"question", "round", "open", "answered"}; once the round is
                                closed also "counts". "question" is null or {"number", "kind",
                                "text", …}; once its answer is revealed also "revealed": true,
                                "right" and "why". "round" counts from 1; it is 0 without a
                                question
    GET  /hall/<code>/qr.svg    the QR code of the room's page

404: no such room. 409: the question is closed, or is not the current one. 413: the form is too
long. 422: the answer is invalid. 429: the room is full, or too many new phones, votes or wrong
codes; a right code is accepted even then. With Accept: text/html these are pages, else JSON
{"message"}.
"""

import io
from http import HTTPStatus
from urllib.parse import parse_qs, quote

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from features.hall import phone_page, room_codes
from features.hall.hall import Hall, RoomView
from features.hall.questions import BadAnswer
from features.hall.rooms import Room
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.static_assets import public_path
from lab.serving.refused_request import RefusedRequest, refuse
from lab.store.store import DAY_SECONDS, StoreFull

COOKIE = "hall"
OWNER_COOKIE = "hall-owner"
NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept, Cookie"}
NO_ROOM = (
    "There is no room with this code. A room is deleted after a day. Check the code on the screen, "
    "and type it again."
)
WRONG_CODES = (
    "There is no room with this code, and many wrong codes came from your network. Check the code "
    "on the screen: the right code always works."
)
NO_TOKEN = (
    "Your answer is not counted yet: your browser did not send this room’s cookie. Send the answer "
    "again. If it is refused again, allow cookies for this site."
)
TOO_MANY_PHONES = (
    "Too many new phones joined this room from your network. Phones already in the room can "
    "still vote. Wait a minute, then open this page again."
)
QUESTION_CLOSED = "The question is not open, so this answer is not counted."
QUESTION_CHANGED = (
    "The lecturer has moved on, so this answer is not counted. Answer the current question."
)
TOO_MANY_VOTES = "Too many answers came from this device. Wait a moment, then send yours again."
_MAX_FORM_BYTES = 4096


def room_path(code: str, suffix: str = "") -> str:
    return public_path(f"hall/{code}{suffix}")


def signed_token(request: Request, room: Room) -> str:
    """Return the phone's token if this room signed it, else ""."""
    token = request.cookies.get(COOKIE, "")
    return token if token and room_codes.is_token(room.signing_key, token) else ""


def is_owner(request: Request, room: Room) -> bool:
    """Return whether the request comes from the room's owner."""
    secret = request.cookies.get(OWNER_COOKIE, "")
    return bool(secret) and room_codes.is_secret(secret, room.owner)


async def find_room(hall: Hall, request: Request, reload: bool = False) -> RoomView:
    """Return the room whose code is in the address. Raises RefusedRequest if there is none.

    A right code is never refused: all phones behind one network address count as one client, and a
    student who tries codes must not lock out the others.
    """
    code = room_codes.read_code(request.path_params["code"])
    view = await hall.room(code, reload) if code else None
    if view is None:
        has_tries_left = hall.limits.wrong_codes.spend(CLIENT.get())
        raise RefusedRequest(404, NO_ROOM) if has_tries_left else RefusedRequest(429, WRONG_CODES)
    return view


def refusal(request: Request, error: RefusedRequest, room: Room | None = None) -> Response:
    """Answer with the reason for a refusal: a page for a browser, else JSON."""
    headers = NO_STORE | ({"Retry-After": "30"} if error.status == 429 else {})

    def page(message: str) -> str:
        return phone_page.refusal(message, room.code) if room else phone_page.join(message)

    return refuse(request, error, page, headers)


def set_cookie(request: Request, reply: Response, name: str, value: str, room: Room) -> None:
    """Set a cookie for this room only, hidden from scripts, valid for a day."""
    reply.set_cookie(
        name, value, max_age=int(DAY_SECONDS), path=room_path(room.code), httponly=True,
        secure=room.origin.startswith("https://"),
        samesite="strict" if name == OWNER_COOKIE else "lax",
    )  # fmt: skip


class PhoneRoutes:
    """The routes of the phones, for one hall."""

    def __init__(self, hall: Hall):
        self._hall = hall

    def routes(self) -> list[Route]:
        return [
            Route(public_path("join"), self.join, methods=["GET"]),
            Route(public_path("hall"), self.join, methods=["GET"]),
            Route(public_path("hall/{code}"), self.page, methods=["GET"]),
            Route(public_path("hall/{code}/votes"), self.vote, methods=["POST"]),
            Route(public_path("hall/{code}/state"), self.state, methods=["GET"]),
            Route(public_path("hall/{code}/qr.svg"), self.qr_code, methods=["GET"]),
        ]

    async def join(self, request: Request) -> Response:
        typed_code = request.query_params.get("code")
        if typed_code is None:
            return HTMLResponse(phone_page.join(), headers=NO_STORE)
        code = room_codes.read_code(typed_code)
        if code is None:
            return refusal(request, RefusedRequest(404, NO_ROOM))
        return RedirectResponse(room_path(code), HTTPStatus.SEE_OTHER, NO_STORE)

    async def page(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request)
            token = await self._token(request, view.room)
        except RefusedRequest as error:
            return refusal(request, error)
        answer = await self._hall.run_in_store(self._hall.rooms.answer, view.room, token)
        reply = HTMLResponse(phone_page.room(view, answer), headers=NO_STORE)
        if token != request.cookies.get(COOKIE):
            set_cookie(request, reply, COOKIE, token, view.room)
        else:  # the phone sent its cookie back: only phones that do this count
            await self._hall.count_phone(view.room, token)
        return reply

    async def _token(self, request: Request, room: Room) -> str:
        """Return this phone's token, or a new one. Raises RefusedRequest at the rate limit."""
        if token := signed_token(request, room):
            return token
        if not self._hall.limits.new_tokens.spend((CLIENT.get(), room.code)):
            raise RefusedRequest(429, TOO_MANY_PHONES)
        return room_codes.new_token(room.signing_key)

    async def vote(self, request: Request) -> Response:
        room = None
        try:
            view = await find_room(self._hall, request, reload=True)
            room = view.room
            token = signed_token(request, room)
            if not token:
                return await self._refuse_without_token(request, room)
            answer = await self._vote(request, view, token)
        except RefusedRequest as error:
            return refusal(request, error, room)
        if "application/json" in request.headers.get("accept", ""):
            view = await self._hall.room(room.code, reload=True) or view
            reply: Response = JSONResponse(view.state() | {"answer": answer}, headers=NO_STORE)
        else:
            reply = RedirectResponse(room_path(room.code), HTTPStatus.SEE_OTHER, NO_STORE)
        return reply

    async def _refuse_without_token(self, request: Request, room: Room) -> Response:
        """Refuse a vote without a token, and set a token with which the next vote counts."""
        token = await self._token(request, room)
        reply = refusal(request, RefusedRequest(403, NO_TOKEN), room)
        set_cookie(request, reply, COOKIE, token, room)
        return reply

    async def _vote(self, request: Request, view: RoomView, token: str) -> str:
        """Store the form's vote and return the stored answer.

        Raises RefusedRequest if the form is too long, the question is not open or not the current
        one, the answer is invalid, or there are too many votes or phones.
        """
        hall, room, form = self._hall, view.room, await read_form(request)
        if not room.is_open or view.question is None:
            raise RefusedRequest(409, QUESTION_CLOSED)
        for name, current_number in (("question", room.question), ("round", room.round)):
            if form.get(name, str(current_number)) != str(current_number):
                raise RefusedRequest(409, QUESTION_CHANGED)
        if not hall.limits.votes.spend((room.code, token)):
            raise RefusedRequest(429, TOO_MANY_VOTES)
        try:
            answer = view.question.answer(_answer(form))
            await hall.count_phone(room, token)
            if not await hall.run_in_store(hall.rooms.vote, room, token, answer):
                raise RefusedRequest(409, QUESTION_CLOSED)
        except BadAnswer as error:
            raise RefusedRequest(422, str(error)) from None
        except StoreFull as error:
            raise RefusedRequest(429, str(error)) from None
        hall.forget_view(room.code)
        return answer

    async def state(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request)
        except RefusedRequest as error:
            return refusal(request, error)
        if token := signed_token(request, view.room):
            await self._hall.count_phone(view.room, token)
        return JSONResponse(view.state(), headers=NO_STORE)

    async def qr_code(self, request: Request) -> Response:
        try:
            room = (await find_room(self._hall, request)).room
        except RefusedRequest as error:
            return refusal(request, error)
        out = io.BytesIO()
        code = segno.make(room.origin + quote(room_path(room.code)), error="m", micro=False)
        code.save(out, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True)
        return Response(out.getvalue(), media_type="image/svg+xml", headers=NO_STORE)


async def read_form(request: Request) -> dict[str, str]:
    """Read a form's fields, with the last value of each. Raises RefusedRequest if too long."""
    body = await request.body()
    if len(body) > _MAX_FORM_BYTES:
        raise RefusedRequest(413, "The text that you sent is too long.")
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[-1] for name, values in fields.items()}


def _answer(form: dict[str, str]) -> str:
    """Return the answer of a form: its field `answer`, or else its label, x and y joined."""
    if "answer" in form:
        return form["answer"]
    return ",".join(form[name] for name in ("label", "x", "y") if name in form)
