"""Files with questions for other platforms, in a folder or in a zip file."""

import io
import zipfile
from collections.abc import Sequence

from features.questions.anki import anki
from features.questions.gift import gift
from features.questions.ilias import ilias
from features.questions.moodle_xml import moodle_xml
from features.questions.qti import qti_package
from features.questions.question_bank import BankQuestion

_FILE_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that equal questions give equal bytes
_READ_ME = """Questions for other platforms: quiz questions, with a reason for each option,
and predictions.

moodle.xml   Moodle: Question bank, Import, Moodle XML format.
qti.zip      QTI 2.1. Canvas: Settings, Import Course Content, QTI .zip file. Do not
             choose New Quizzes, which drop the reasons. OpenOLAT: Question bank, Import. Do not
             unpack the zip.
ilias.xml    Ilias: in a question pool, Import. Without pictures.
gift.txt     GIFT, for Moodle and others. Without pictures.
anki.txt     Anki: File, Import.{media}
"""
_MEDIA = " First copy the files in anki-media into Anki’s folder collection.media."


def files(questions: Sequence[BankQuestion], title: str) -> dict[str, bytes]:
    """Return the contents of all files, by path."""
    pictures = {q.picture.name: q.picture.data for q in questions if q.picture}
    return {
        "README.txt": _READ_ME.format(media=_MEDIA if pictures else "").encode(),
        "moodle.xml": moodle_xml(questions, title),
        "qti.zip": qti_package(questions, title),
        "ilias.xml": ilias(questions),
        "gift.txt": gift(questions, title).encode(),
        "anki.txt": anki(questions, title).encode(),
        **{f"anki-media/{name}": data for name, data in pictures.items()},
    }


def zip_files(questions: Sequence[BankQuestion], title: str) -> bytes:
    """Return a zip file that contains all files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in files(questions, title).items():
            archive.writestr(zipfile.ZipInfo(path, _FILE_TIME), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
