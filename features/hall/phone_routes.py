"""What phones ask. All paths are below the server's base path.

    GET  /join                  a form that asks for a code; GET /hall is the same
         with code=rkb 7xw      303 to the room's page; 404 with the form for what is no code
    GET  /hall/<code>           the phone's page, with a cookie that holds a token of chance
    POST /hall/<code>/votes     a form: answer=2, or 0.8, or 0.3,-1.2, or p,0.3,-1.2 (for the last
                                two also x=, y= and label=), see `questions`; question= and
                                round=, where given, must be those that are asked. 303 to the page;
                                with Accept: application/json 200 and the state with "answer".
                                403 where the token of this room did not come back: such a vote is
                                not counted, and the answer brings a token to vote with
    GET  /hall/<code>/state     JSON {"question", "round", "open", "answered"}; once the round is
                                closed also "counts". "question" is null or {"number", "kind",
                                "text", …}, without what is right until that is revealed; then with
                                "revealed": true, "right" and "why". "round" counts from 1
    GET  /hall/<code>/qr.svg    the QR code of the room's page

404: there is no such room. 409: the question is closed, or another is asked. 422: the answer is
out of the question's range. 429: too many wrong codes, new
phones or votes; the right code is always let in. With Accept: text/html these are
pages, else JSON {"message"}.
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
from lab.store.store import DAY, StoreFull

COOKIE = "hall"
OWNER_COOKIE = "hall-owner"
NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept, Cookie"}
NO_ROOM = "There is no room with this code. Look at the screen, and type it once more."
WRONG_CODES = (
    "There is no room with this code, and many wrong codes came from your network. Look at the "
    "screen: the right code is always let in."
)
NO_TOKEN = (
    "Your answer is not counted yet: your browser did not send this room’s cookie. Send the answer "
    "once more. If it is refused again, allow cookies for this site."
)
TOO_MANY_PHONES = (
    "Too many new phones came to this room from your network. Phones that are in the room can "
    "vote. Wait a minute, then open this page once more."
)
CLOSED = "The question is closed: this answer came too late."
ELSE = "Another question, or another round, is asked now."
TOO_MANY = "Too many answers came from this device. Wait a moment, then send it once more."
_LARGEST_FORM = 4096


def room_path(code: str, then: str = "") -> str:
    return public_path(f"hall/{code}{then}")


def signed_token(request: Request, room: Room) -> str:
    """The token that this phone has from this room; "" for none."""
    token = request.cookies.get(COOKIE, "")
    return token if token and room_codes.is_token(room.signing_key, token) else ""


def owns(request: Request, room: Room) -> bool:
    """Whether the room's owner asks."""
    secret = request.cookies.get(OWNER_COOKIE, "")
    return bool(secret) and room_codes.is_secret(secret, room.owner)


async def find_room(hall: Hall, request: Request, fresh: bool = False) -> RoomView:
    """The room whose code stands in the address. Raises RefusedRequest. The right code is always
    let in: a class is one client, and one of it who tries codes must not lock out the others."""
    code = room_codes.read_code(request.path_params["code"])
    view = await hall.room(code, fresh) if code else None
    if view is None:
        few = hall.limits.wrong_codes.spend(CLIENT.get())
        raise RefusedRequest(404, NO_ROOM) if few else RefusedRequest(429, WRONG_CODES)
    return view


def refusal(request: Request, fault: RefusedRequest, room: Room | None = None) -> Response:
    """Why something is not done: a page for a browser, else JSON."""
    headers = NO_STORE | ({"Retry-After": "30"} if fault.status == 429 else {})

    def page(message: str) -> str:
        return phone_page.refusal(message, room.code) if room else phone_page.join(message)

    return refuse(request, fault, page, headers)


def set_cookie(request: Request, reply: Response, name: str, value: str, room: Room) -> None:
    """A cookie for this room alone, which no script reads, for as long as a room lives."""
    reply.set_cookie(
        name, value, max_age=int(DAY), path=room_path(room.code), httponly=True,
        secure=room.origin.startswith("https://"),
        samesite="strict" if name == OWNER_COOKIE else "lax",
    )  # fmt: skip


class PhoneRoutes:
    """The routes above, for one hall."""

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
        given = request.query_params.get("code")
        if given is None:
            return HTMLResponse(phone_page.join(), headers=NO_STORE)
        code = room_codes.read_code(given)
        if code is None:
            return refusal(request, RefusedRequest(404, NO_ROOM))
        return RedirectResponse(room_path(code), HTTPStatus.SEE_OTHER, NO_STORE)

    async def page(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request)
            token = await self._token(request, view.room)
        except RefusedRequest as fault:
            return refusal(request, fault)
        given = await self._hall.ask(self._hall.rooms.answer, view.room, token)
        reply = HTMLResponse(phone_page.room(view, given), headers=NO_STORE)
        if token != request.cookies.get(COOKIE):
            set_cookie(request, reply, COOKIE, token, view.room)
        else:  # it came back, so that it is a phone which keeps it
            await self._hall.count_phone(view.room, token)
        return reply

    async def _token(self, request: Request, room: Room) -> str:
        """This phone's token, or a new one. Raises RefusedRequest."""
        if token := signed_token(request, room):
            return token
        if not self._hall.limits.new_tokens.spend((CLIENT.get(), room.code)):
            raise RefusedRequest(429, TOO_MANY_PHONES)
        return room_codes.new_token(room.signing_key)

    async def vote(self, request: Request) -> Response:
        room = None
        try:
            view = await find_room(self._hall, request, fresh=True)
            room = view.room
            token = signed_token(request, room)
            if not token:
                return await self._first_token(request, room)
            answer = await self._vote(request, view, token)
        except RefusedRequest as fault:
            return refusal(request, fault, room)
        if "application/json" in request.headers.get("accept", ""):
            view = await self._hall.room(room.code, fresh=True) or view
            reply: Response = JSONResponse(view.state() | {"answer": answer}, headers=NO_STORE)
        else:
            reply = RedirectResponse(room_path(room.code), HTTPStatus.SEE_OTHER, NO_STORE)
        return reply

    async def _first_token(self, request: Request, room: Room) -> Response:
        """Refuse a vote without a token, and hand out a token: once it comes back, it counts."""
        token = await self._token(request, room)
        reply = refusal(request, RefusedRequest(403, NO_TOKEN), room)
        set_cookie(request, reply, COOKIE, token, room)
        return reply

    async def _vote(self, request: Request, view: RoomView, token: str) -> str:
        """Keeps what the form says; the answer as it is kept. Raises RefusedRequest."""
        hall, room, form = self._hall, view.room, await read_form(request)
        if not room.is_open or view.question is None:
            raise RefusedRequest(409, CLOSED)
        for name, here in (("question", room.question), ("round", room.round)):
            if form.get(name, str(here)) != str(here):
                raise RefusedRequest(409, ELSE)
        if not hall.limits.votes.spend((room.code, token)):
            raise RefusedRequest(429, TOO_MANY)
        try:
            answer = view.question.answer(_answer(form))
            await hall.count_phone(room, token)
            if not await hall.ask(hall.rooms.vote, room, token, answer):
                raise RefusedRequest(409, CLOSED)
        except BadAnswer as error:
            raise RefusedRequest(422, str(error)) from None
        except StoreFull as error:
            raise RefusedRequest(429, str(error)) from None
        hall.forget(room.code)
        return answer

    async def state(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request)
        except RefusedRequest as fault:
            return refusal(request, fault)
        if token := signed_token(request, view.room):
            await self._hall.count_phone(view.room, token)
        return JSONResponse(view.state(), headers=NO_STORE)

    async def qr_code(self, request: Request) -> Response:
        try:
            room = (await find_room(self._hall, request)).room
        except RefusedRequest as fault:
            return refusal(request, fault)
        out = io.BytesIO()
        code = segno.make(room.origin + quote(room_path(room.code)), error="m", micro=False)
        code.save(out, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True)
        return Response(out.getvalue(), media_type="image/svg+xml", headers=NO_STORE)


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form, each once. Raises RefusedRequest for what is too large."""
    body = await request.body()
    if len(body) > _LARGEST_FORM:
        raise RefusedRequest(413, "This answer is too long.")
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[-1] for name, values in fields.items()}


def _answer(form: dict[str, str]) -> str:
    """The answer of a form: whole, or its parts."""
    if "answer" in form:
        return form["answer"]
    return ",".join(form[name] for name in ("label", "x", "y") if name in form)
