"""All routes of the hall, and what it does while the server is up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.routing import Route

from lab.hall.hall import Hall
from lab.hall.owner_routes import OwnerRoutes
from lab.hall.phone_routes import PhoneRoutes


def routes(hall: Hall) -> list[Route]:
    return [*OwnerRoutes(hall).routes(), *PhoneRoutes(hall).routes()]


@asynccontextmanager
async def serving(hall: Hall) -> AsyncIterator[None]:
    """While the server is up: the store is there, and rooms whose day is over are deleted. Raises
    SystemExit with a sentence where the store can't be opened."""
    try:
        await hall.ask(lambda: hall.store)
    except (OSError, SQLAlchemyError) as error:
        raise SystemExit(f"The hall's store can't be opened: {error}") from None
    cleaning = asyncio.create_task(hall.keep_clean())
    try:
        yield
    finally:
        cleaning.cancel()
        hall.close()
