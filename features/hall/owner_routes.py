"""What the lecturer's screen asks. All paths are below the server's base path; "owner" is whoever
has the room's cookie, which is HttpOnly and sent by this site's own pages alone.

    POST   /hall                    a new room: 201 and {"code", "path", "join", "qr", "ends",
                                    "in_memory"}, with the owner's cookie for the room. "path" and
                                    "qr" are paths on this server, "join" a whole address to show,
                                    "ends" Unix time; "in_memory": no other replica knows the room
    GET    /hall/<code>/owner       a page on which another computer becomes the owner's too, by
                                    the owner's code or by a link that ends in # and that code. With
                                    Accept: application/json the owner gets {"link", "owner"}, the
                                    link without its # and the owner's code; 403 for anybody else
    POST   /hall/<code>/owner       a form with owner=, the owner's code: 200 with the room as POST
                                    /hall has it, and the owner's cookie; 403 for a wrong code

The rest is the owner's: 403 for anybody else. Each of the POSTs answers 200 with the room's state
as in the events below, or 409 where it cannot be now, with {"message"}.

    POST   /hall/<code>/question    JSON: a question, see `questions`, which is open at
                                    once (with "open": false it is shown, not yet open). 422 with
                                    {"message"} for what is no question
    POST   /hall/<code>/open        opens the round again, unless the truth was shown
    POST   /hall/<code>/close       closes it: votes are refused, counts are told
    POST   /hall/<code>/round       opens the next round of the same question
    POST   /hall/<code>/reveal      closes it for good: phones show what is right, and why
    POST   /hall/<code>/end         nothing is asked any more; the results stay for the day
    DELETE /hall/<code>             deletes the room with all that is in it, at once: 204
    GET    /hall/<code>/events      server-sent events, each {"question", "round", "open",
                                    "answered", "phones", "revealed", "ended", "ends"}, and "counts"
                                    once the round is closed: one at once, then whenever something
                                    has changed, whichever replica changed it. "question" has all
                                    that was put. The stream ends after some seconds, and an
                                    EventSource opens it again by itself; where a proxy answers with
                                    an error in between, it does not: open another one then. After
                                    {"ended": true, "gone": true} the room is deleted
    GET    /hall/<code>/results     JSON {"code", "ends", "questions": [{"number", "question",
                                    "rounds": [{"round", "answered", "counts", "answers", "right"}],
                                    "edits"}]}. "answers": numbers of options, values, [x, y], or
                                    [label, x, y], sorted; "right" a share from 0 to 1, or null;
                                    "edits", of points alone: their last round as a scene's points=.
                                    Without the answers of a round that is open
    GET    /hall/<code>/results.csv the rounds with their counts
    GET    /hall/<code>/summary     the same as a page
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from features.hall import phone_page, questions, results, room_codes
from features.hall.hall import Hall, RoomView
from features.hall.phone_routes import (
    NO_STORE,
    OWNER_COOKIE,
    find_room,
    owns,
    read_form,
    refusal,
    room_path,
    set_cookie,
)
from features.hall.rooms import Room
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.server_sent_events import event, stream
from lab.endpoints.static_assets import public_path
from lab.serving.refused_request import RefusedRequest, origin_of, wants_page
from lab.store.store import StoreFull

PAUSE = 0.3  # seconds between two looks at a room for its screen
# Seconds until a stream ends: a server that is to stop waits for those that are open, and cannot
# tell them. The browser opens the next one by itself, after AGAIN milliseconds.
LIFE = 6.0
AGAIN = 200
MAX_STREAMS = 200  # of this process
NOT_OWNER = "This room belongs to another browser."
WRONG_OWNER = "This is not the owner’s code of this room. The presenter’s window shows it."
NOT_NOW = "That cannot be done now."


class OwnerRoutes:
    """The routes above, for one hall."""

    def __init__(self, hall: Hall):
        self._hall = hall
        self._streams = 0

    def routes(self) -> list[Route]:
        acts: dict[str, Callable[[str], bool]] = {
            "open": lambda code: self._hall.rooms.set_open(code, True),
            "close": lambda code: self._hall.rooms.set_open(code, False),
            "round": lambda code: self._hall.rooms.next_round(code),
            "reveal": lambda code: self._hall.rooms.reveal(code),
            "end": lambda code: self._hall.rooms.end(code),
        }
        given = {
            "results": self._results, "results.csv": self._csv, "summary": self._summary,
        }  # fmt: skip
        at = public_path("hall/{code}")
        return [
            Route(public_path("hall"), self.create, methods=["POST"]),
            Route(at, self.delete, methods=["DELETE"]),
            Route(f"{at}/owner", self.owner, methods=["GET"]),
            Route(f"{at}/owner", self.take_over, methods=["POST"]),
            Route(f"{at}/question", self.put, methods=["POST"]),
            *(
                Route(f"{at}/{name}", self._act(act), methods=["POST"])
                for name, act in acts.items()
            ),
            Route(f"{at}/events", self.events, methods=["GET"]),
            *(Route(f"{at}/{name}", self._give(to), methods=["GET"]) for name, to in given.items()),
        ]

    async def create(self, request: Request) -> Response:
        if not self._hall.limits.new_rooms.spend(CLIENT.get()):
            return refusal(
                request, RefusedRequest(429, "Too many rooms were opened. Wait a minute.")
            )
        secret = room_codes.new_owner_code()
        origin = origin_of(request)
        try:
            code = await self._hall.ask(self._hall.rooms.create, secret, origin)
        except StoreFull as error:
            return refusal(request, RefusedRequest(503, str(error)))
        view = await self._hall.room(code, fresh=True)
        assert view is not None
        return self._lead(request, view.room, secret, 201)

    def _lead(self, request: Request, room: Room, secret: str, status: int) -> Response:
        """What the screen of an owner has to know, with the owner's cookie."""
        told = {
            "code": room.code, "path": room_path(room.code),
            "join": room.origin + public_path("join"), "qr": room_path(room.code, "/qr.svg"),
            "ends": room.ends, "in_memory": self._hall.store.in_memory,
        }  # fmt: skip
        reply = JSONResponse(told, status, NO_STORE)
        set_cookie(request, reply, OWNER_COOKIE, secret, room)
        return reply

    async def owner(self, request: Request) -> Response:
        try:
            if wants_page(request):
                view = await find_room(self._hall, request)
                return HTMLResponse(phone_page.take_over(view.room.code), headers=NO_STORE)
            view = await self._own(request)
        except RefusedRequest as fault:
            return refusal(request, fault)
        room = view.room
        link = room.origin + room_path(room.code, "/owner")
        told = {"link": link, "owner": request.cookies[OWNER_COOKIE]}
        return JSONResponse(told, headers=NO_STORE)

    async def take_over(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request, fresh=True)
            form = await read_form(request)
            secret = room_codes.read_owner_code(form.get("owner", ""))
            if not room_codes.is_secret(secret, view.room.owner):
                raise RefusedRequest(403, WRONG_OWNER)
        except RefusedRequest as fault:
            return refusal(request, fault)
        return self._lead(request, view.room, secret, 200)

    async def _own(self, request: Request) -> RoomView:
        """The room, for its owner. Raises RefusedRequest."""
        view = await find_room(self._hall, request, fresh=True)
        if not owns(request, view.room):
            raise RefusedRequest(403, NOT_OWNER)
        return view

    async def delete(self, request: Request) -> Response:
        try:
            view = await self._own(request)
        except RefusedRequest as fault:
            return refusal(request, fault)
        await self._hall.ask(self._hall.rooms.delete, view.room.code)
        self._hall.forget(view.room.code)
        return Response(status_code=204, headers=NO_STORE)

    async def put(self, request: Request) -> Response:
        try:
            view = await self._own(request)
            body, is_open = await _question(request)
            put = await self._hall.ask(self._hall.rooms.put, view.room.code, body, is_open)
            return await self._told(view, put)
        except RefusedRequest as fault:
            return refusal(request, fault)
        except StoreFull as error:
            return refusal(request, RefusedRequest(409, str(error)))

    def _act(self, act: Callable[[str], bool]):
        async def serve(request: Request) -> Response:
            try:
                view = await self._own(request)
                return await self._told(view, await self._hall.ask(act, view.room.code))
            except RefusedRequest as fault:
                return refusal(request, fault)

        return serve

    async def _told(self, view: RoomView, done: bool) -> Response:
        """The state after an act. Raises RefusedRequest where it was not done."""
        now = await self._hall.room(view.room.code, fresh=True)
        if not done or now is None:
            raise RefusedRequest(409, NOT_NOW)
        return JSONResponse(now.screen_state(), headers=NO_STORE)

    async def events(self, request: Request) -> Response:
        try:
            view = await self._own(request)
            if self._streams >= MAX_STREAMS:
                raise RefusedRequest(503, "Too many screens look at their rooms on this server.")
        except RefusedRequest as fault:
            return refusal(request, fault)
        return stream(self._events(view.room.code))

    async def _events(self, code: str) -> AsyncIterator[str]:
        self._streams += 1
        try:
            last, begun = "", time.monotonic()
            yield f"retry: {AGAIN}\n\n"
            while time.monotonic() - begun < LIFE:
                view = await self._hall.room(code)
                if view is None:
                    yield event({"ended": True, "gone": True})
                    return
                text = event(view.screen_state())
                if text != last:
                    last = text
                    yield text
                await asyncio.sleep(PAUSE)
        finally:
            self._streams -= 1

    def _give(self, make: Callable[[RoomView, list], Response]):
        async def serve(request: Request) -> Response:
            try:
                view = await self._own(request)
            except RefusedRequest as fault:
                return refusal(request, fault)
            return make(
                view, await self._hall.ask(results.room_results, self._hall.rooms, view.room)
            )

        return serve

    def _results(self, view: RoomView, found: list[results.AskedQuestion]) -> Response:
        told = {"code": view.room.code, "ends": view.room.ends,
                "questions": [one.told() for one in found]}  # fmt: skip
        return JSONResponse(told, headers=NO_STORE)

    def _csv(self, view: RoomView, found: list[results.AskedQuestion]) -> Response:
        name = f'attachment; filename="hall-{view.room.code}.csv"'
        headers = NO_STORE | {"Content-Disposition": name}
        return Response(results.csv_text(found), media_type="text/csv", headers=headers)

    def _summary(self, view: RoomView, found: list[results.AskedQuestion]) -> Response:
        return HTMLResponse(results.page(view.room, found), headers=NO_STORE)


async def _question(request: Request) -> tuple[str, bool]:
    """The question of a body, as it is kept, and whether it is open at once. Raises
    RefusedRequest."""
    try:
        given = json.loads(await request.body())
        is_open = given.pop("open", True) if isinstance(given, dict) else True
        question = questions.read(given)
    except questions.BadQuestion as error:
        raise RefusedRequest(422, str(error)) from None
    except (ValueError, RecursionError):
        raise RefusedRequest(422, "A question is put as JSON.") from None
    return json.dumps(question.full(), allow_nan=False), is_open is not False
