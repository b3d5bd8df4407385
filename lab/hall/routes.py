"""All routes of the hall, and what it does while the server is up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.routing import Route

from lab.course.course import Course, CourseError
from lab.hall.hall import Hall, course_hall
from lab.hall.link_routes import LinkRoutes
from lab.hall.owner_routes import OwnerRoutes
from lab.hall.phone_routes import PhoneRoutes
from lab.hall.report_routes import ReportRoutes


def routes(hall: Hall, course: Course) -> list[Route]:
    """What a course asks of its store: rooms and short links, and the counts for its report."""
    kinds = (OwnerRoutes, PhoneRoutes, LinkRoutes) if course.hall else ()
    found = [route for kind in kinds for route in kind(hall).routes()]
    return found + (ReportRoutes(hall, course).routes() if course.report_secret else [])


def open_hall(course: Course) -> Hall:
    """The hall of a course, whose store is there. Raises CourseError where it can't be opened."""
    hall = course_hall(course)
    try:
        hall.store  # noqa: B018 (it is opened)
    except (OSError, SQLAlchemyError) as error:
        where = "database" if course.database else f"data_folder, {course.folder_of_data()}"
        raise CourseError([f"The hall's store can't be opened in its {where}: {error}"]) from None
    return hall


@asynccontextmanager
async def lifespan(hall: Hall) -> AsyncIterator[None]:
    """While the server is up: what is over is deleted."""
    cleaning = asyncio.create_task(hall.keep_clean())
    try:
        yield
    finally:
        cleaning.cancel()
        hall.close()
