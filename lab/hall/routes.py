"""All routes of the hall, and what it does while the server is up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.routing import Route

from lab.course.course import Course, CourseError
from lab.hall.hall import Hall, of_course
from lab.hall.owner_routes import OwnerRoutes
from lab.hall.phone_routes import PhoneRoutes


def routes(hall: Hall) -> list[Route]:
    return [*OwnerRoutes(hall).routes(), *PhoneRoutes(hall).routes()]


def opened(course: Course) -> Hall:
    """The hall of a course, whose store is there. Raises CourseError where it can't be opened."""
    hall = of_course(course)
    try:
        hall.store  # noqa: B018 (it is opened)
    except (OSError, SQLAlchemyError) as error:
        where = "database" if course.database else f"data_folder, {course.folder_of_data()}"
        raise CourseError([f"The hall's store can't be opened in its {where}: {error}"]) from None
    return hall


@asynccontextmanager
async def serving(hall: Hall) -> AsyncIterator[None]:
    """While the server is up: rooms whose day is over are deleted."""
    cleaning = asyncio.create_task(hall.keep_clean())
    try:
        yield
    finally:
        cleaning.cancel()
        hall.close()
