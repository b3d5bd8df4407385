"""Open the store of a course, for the features that store something."""

from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from lab.course.course import Course, CourseError
from lab.course.feature import Feature
from lab.store.store import Store, file_in, sqlite_url


def open_store(course: Course, features: Sequence[Feature]) -> Store | None:
    """Open the store of a course: in its database if it names one, else in a file in its data
    folder, else in memory.

    Returns None if no feature has tables. Raises CourseError if the store can't be opened.
    """
    tables = [feature.tables() for feature in features if feature.tables]
    if not tables:
        return None
    folder = course.folder_of_data()
    try:
        return Store(course.database or (sqlite_url(file_in(folder)) if folder else ""), tables)
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        install = "pip install -r requirements-postgres.txt"
        raise CourseError([f"database needs psycopg, which is not installed: {install}."]) from None
    except (OSError, SQLAlchemyError) as error:
        store = "database" if course.database else f"store in data_folder, {folder},"
        raise CourseError([f"The course's {store} can't be opened: {error}"]) from None
