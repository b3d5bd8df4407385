"""Routes of the lecturer's screen. All paths are below the server's base path. A browser with
the owner's cookie of a room is its owner. The cookie is HttpOnly, and only pages of this site send
it.

    POST   /hall                    opens a room: 201 and {"code", "path", "join", "qr", "ends",
                                    "in_memory"}, with the owner's cookie for the room. "path" and
                                    "qr" are paths on this server, "join" a full address to show,
                                    "ends" Unix time; "in_memory": whether the room is lost when
                                    this process ends
    GET    /hall/<code>/owner       a page on which another computer becomes an owner, by the
                                    owner's code or by a link that ends in # and this code. With
                                    Accept: application/json the owner gets {"link", "owner"}: the
                                    link without # and code, and the owner's code; others get 403
    POST   /hall/<code>/owner       a form with owner=, the owner's code: 200 with the same JSON as
                                    POST /hall, and the owner's cookie; 403 for a wrong code

The other routes are for the owner; anyone else gets 403. Each POST answers 200 with the room's
state as in the events below, or 409 with {"message"} if the action is not possible in this state.

    POST   /hall/<code>/question    JSON: a question, see `questions`. It is open at once; with
                                    "open": false it is shown, not yet open. 422 with {"message"}
                                    for an invalid question
    POST   /hall/<code>/open        opens the round if it is closed, unless the answer was revealed
    POST   /hall/<code>/close       closes the round: votes are refused, counts are sent
    POST   /hall/<code>/round       opens the next round of the same question, which has at most 9,
                                    unless the answer was revealed
    POST   /hall/<code>/reveal      closes the question for good: phones show the right options or
                                    the right interval of a slider, and the reason
    POST   /hall/<code>/end         ends the room; its results stay until its day is over
    DELETE /hall/<code>             deletes the room with all its data, at once: 204
    GET    /hall/<code>/events      server-sent events, each {"question", "round", "open",
                                    "answered", "phones", "revealed", "ended", "ends"}, and "counts"
                                    while the round is closed. One event is sent at once, then one
                                    when the state has changed, also by another replica. "question"
                                    is null or has "number" and all fields of the question. The
                                    stream ends after some seconds, and an EventSource reconnects by
                                    itself, except after an error of a proxy: then create a new
                                    EventSource. {"ended": true, "gone": true} means that the room
                                    was deleted, or that its day is over
    GET    /hall/<code>/results     JSON {"code", "ends", "questions": [{"number", "question",
                                    "rounds": [{"round", "answered", "counts", "answers", "right"}],
                                    "edits"}]}. "rounds": the closed rounds that have answers;
                                    "answers": indices of options, values, [x, y], or [label, x, y],
                                    in the order of their texts; "right": a share from 0 to 1, or
                                    null; "edits", for kind "points" only: the points of the last of
                                    these rounds as a scene's edits=, "" without points
    GET    /hall/<code>/results.csv the same rounds with their counts
    GET    /hall/<code>/summary     the same rounds as a page

404: no such room. 413: the form is too long. 429: too many new rooms or wrong codes. 503: too many
rooms on this server, or too many open streams.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from features.hall import phone_page, questions, results, room_codes
from features.hall.hall import Hall, RoomView
from features.hall.phone_routes import (
    NO_STORE,
    OWNER_COOKIE,
    find_room,
    is_owner,
    read_form,
    refusal,
    room_path,
    set_cookie,
)
from features.hall.rooms import Room
from lab.endpoints.client_identity import CLIENT
from lab.endpoints.server_sent_events import stream_response, write_event
from lab.endpoints.static_assets import public_path
from lab.serving.refused_request import RefusedRequest, origin_of, refuse, wants_page
from lab.store.store import StoreFull

EVENT_POLL_SECONDS = 0.3  # interval between two reads of a room for its screen
# A server that stops waits until its open streams end, so each stream ends early. The browser then
# opens the next one after RETRY_MS.
STREAM_SECONDS = 6.0
RETRY_MS = 200
MAX_STREAMS = 200  # event streams open at a time in this process
NOT_OWNER = "Only a browser that controls this room can do this."
TOO_MANY_ROOMS = "Your network opened too many rooms. Wait a minute, then try again."
WRONG_OWNER_CODE = (
    "This is not the owner’s code of this room. In the presenter’s window, “Control the room from "
    "another computer” shows the right code."
)
INVALID_ACTION = (
    "This is not possible now: no question was asked, the answer is revealed, this was the last "
    "round, or the room has ended or was deleted."
)


class OwnerRoutes:
    """The routes of the lecturer's screen, for one hall."""

    def __init__(self, hall: Hall):
        self._hall = hall
        self._streams = 0

    def routes(self) -> list[Route]:
        actions: dict[str, Callable[[str], bool]] = {
            "open": lambda code: self._hall.rooms.set_open(code, True),
            "close": lambda code: self._hall.rooms.set_open(code, False),
            "round": lambda code: self._hall.rooms.next_round(code),
            "reveal": lambda code: self._hall.rooms.reveal(code),
            "end": lambda code: self._hall.rooms.end(code),
        }
        results = {
            "results": self._results, "results.csv": self._csv, "summary": self._summary,
        }  # fmt: skip
        room = public_path("hall/{code}")
        return [
            Route(public_path("hall"), self.create, methods=["POST"]),
            Route(room, self.delete, methods=["DELETE"]),
            Route(f"{room}/owner", self.owner, methods=["GET"]),
            Route(f"{room}/owner", self.take_over_room, methods=["POST"]),
            Route(f"{room}/question", self.ask_question, methods=["POST"]),
            *(
                Route(f"{room}/{name}", self._serve_action(action), methods=["POST"])
                for name, action in actions.items()
            ),
            Route(f"{room}/events", self.events, methods=["GET"]),
            *(
                Route(f"{room}/{name}", self._serve_results(read_results), methods=["GET"])
                for name, read_results in results.items()
            ),
        ]

    async def create(self, request: Request) -> Response:
        if not self._hall.limits.new_rooms.spend(CLIENT.get()):
            return refusal(
                request,
                RefusedRequest(429, TOO_MANY_ROOMS),
            )
        secret = room_codes.new_owner_code()
        origin = origin_of(request)
        try:
            code = await self._hall.run_in_store(self._hall.rooms.create, secret, origin)
        except StoreFull as error:
            return refusal(request, RefusedRequest(503, str(error)))
        view = await self._hall.room(code, reload=True)
        assert view is not None
        return self._owner_reply(request, view.room, secret, 201)

    def _owner_reply(self, request: Request, room: Room, secret: str, status: int) -> Response:
        """Return the room's addresses as JSON, with the owner's cookie."""
        fields = {
            "code": room.code, "path": room_path(room.code),
            "join": room.origin + public_path("join"), "qr": room_path(room.code, "/qr.svg"),
            "ends": room.ends, "in_memory": self._hall.store.in_memory,
        }  # fmt: skip
        reply = JSONResponse(fields, status, NO_STORE)
        set_cookie(request, reply, OWNER_COOKIE, secret, room)
        return reply

    async def owner(self, request: Request) -> Response:
        try:
            if wants_page(request):
                view = await find_room(self._hall, request)
                return HTMLResponse(phone_page.owner_form(view.room.code), headers=NO_STORE)
            view = await self._own_view(request)
        except RefusedRequest as error:
            return refusal(request, error)
        room = view.room
        link = room.origin + room_path(room.code, "/owner")
        fields = {"link": link, "owner": request.cookies[OWNER_COOKIE]}
        return JSONResponse(fields, headers=NO_STORE)

    async def take_over_room(self, request: Request) -> Response:
        try:
            view = await find_room(self._hall, request, reload=True)
            form = await read_form(request)
            secret = room_codes.read_owner_code(form.get("owner", ""))
        except RefusedRequest as error:
            return refusal(request, error)
        if not room_codes.is_secret(secret, view.room.owner):
            form_again = partial(phone_page.owner_form, view.room.code)
            return refuse(request, RefusedRequest(403, WRONG_OWNER_CODE), form_again, NO_STORE)
        return self._owner_reply(request, view.room, secret, 200)

    async def _own_view(self, request: Request) -> RoomView:
        """Return the requested room. Raises RefusedRequest if there is no such room, or if the
        request is not from its owner."""
        view = await find_room(self._hall, request, reload=True)
        if not is_owner(request, view.room):
            raise RefusedRequest(403, NOT_OWNER)
        return view

    async def delete(self, request: Request) -> Response:
        try:
            view = await self._own_view(request)
        except RefusedRequest as error:
            return refusal(request, error)
        await self._hall.run_in_store(self._hall.rooms.delete, view.room.code)
        self._hall.forget_view(view.room.code)
        return Response(status_code=204, headers=NO_STORE)

    async def ask_question(self, request: Request) -> Response:
        try:
            view = await self._own_view(request)
            body, is_open = await _question(request)
            is_added = await self._hall.run_in_store(
                self._hall.rooms.add_question, view.room.code, body, is_open
            )
            return await self._state_reply(view, is_added)
        except RefusedRequest as error:
            return refusal(request, error)
        except StoreFull as error:
            return refusal(request, RefusedRequest(409, str(error)))

    def _serve_action(self, action: Callable[[str], bool]):
        async def serve(request: Request) -> Response:
            try:
                view = await self._own_view(request)
                return await self._state_reply(
                    view, await self._hall.run_in_store(action, view.room.code)
                )
            except RefusedRequest as error:
                return refusal(request, error)

        return serve

    async def _state_reply(self, view: RoomView, is_done: bool) -> Response:
        """Return the room's state after an action. Raises RefusedRequest if the action failed."""
        updated_view = await self._hall.room(view.room.code, reload=True)
        if not is_done or updated_view is None:
            raise RefusedRequest(409, INVALID_ACTION)
        return JSONResponse(updated_view.screen_state(), headers=NO_STORE)

    async def events(self, request: Request) -> Response:
        try:
            view = await self._own_view(request)
            if self._streams >= MAX_STREAMS:
                raise RefusedRequest(503, "This server has too many open screens. Try again later.")
        except RefusedRequest as error:
            return refusal(request, error)
        return stream_response(self._events(view.room.code))

    async def _events(self, code: str) -> AsyncIterator[str]:
        self._streams += 1
        try:
            previous_text, start_time = "", time.monotonic()
            yield f"retry: {RETRY_MS}\n\n"
            while time.monotonic() - start_time < STREAM_SECONDS:
                view = await self._hall.room(code)
                if view is None:
                    yield write_event({"ended": True, "gone": True})
                    return
                text = write_event(view.screen_state())
                if text != previous_text:
                    previous_text = text
                    yield text
                await asyncio.sleep(EVENT_POLL_SECONDS)
        finally:
            self._streams -= 1

    def _serve_results(self, make_reply: Callable[[RoomView, list], Response]):
        async def serve(request: Request) -> Response:
            try:
                view = await self._own_view(request)
            except RefusedRequest as error:
                return refusal(request, error)
            return make_reply(
                view,
                await self._hall.run_in_store(results.room_results, self._hall.rooms, view.room),
            )

        return serve

    def _results(self, view: RoomView, asked_questions: list[results.AskedQuestion]) -> Response:
        fields = {"code": view.room.code, "ends": view.room.ends,
                "questions": [entry.to_json() for entry in asked_questions]}  # fmt: skip
        return JSONResponse(fields, headers=NO_STORE)

    def _csv(self, view: RoomView, asked_questions: list[results.AskedQuestion]) -> Response:
        name = f'attachment; filename="hall-{view.room.code}.csv"'
        headers = NO_STORE | {"Content-Disposition": name}
        return Response(results.csv_text(asked_questions), media_type="text/csv", headers=headers)

    def _summary(self, view: RoomView, asked_questions: list[results.AskedQuestion]) -> Response:
        return HTMLResponse(results.page(view.room, asked_questions), headers=NO_STORE)


async def _question(request: Request) -> tuple[str, bool]:
    """Return the question in the body, as stored JSON, and whether it opens at once.

    Raises RefusedRequest if the body is not JSON or the question is invalid.
    """
    try:
        values = json.loads(await request.body())
        is_open = values.pop("open", True) if isinstance(values, dict) else True
        question = questions.read_question(values)
    except questions.BadQuestion as error:
        raise RefusedRequest(422, str(error)) from None
    except (ValueError, RecursionError):
        raise RefusedRequest(422, "The question is not valid JSON.") from None
    return json.dumps(question.to_json(), allow_nan=False), is_open is not False
