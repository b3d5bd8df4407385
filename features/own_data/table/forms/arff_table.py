"""Rows from Weka's ARFF, which UCI and OpenML use."""

import csv
import io
import re

from features.own_data.table.text_decoding import UnreadableFile

# [ \t] and not \s: from each empty line, \s* would search all empty lines that follow.
_DATA = re.compile(r"^[ \t]*@data[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_ATTRIBUTE = re.compile(
    r"^[ \t]*@attribute[ \t]+('[^'\n]*'|\"[^\"\n]*\"|\S+)", re.IGNORECASE | re.MULTILINE
)


def arff_rows(text: str) -> list[list[str]] | None:
    """Read the header and rows; None for texts in another format.

    Raises UnreadableFile for a sparse ARFF file.
    """
    match = _DATA.search(text)
    if match is None:
        return None
    names = [name.strip("'\"") for name in _ATTRIBUTE.findall(text[: match.start()])]
    if not names:
        return None
    body = "\n".join(
        line
        for line in text[match.end() :].splitlines()
        if line.strip() and line.lstrip()[0] != "%"
    )
    if body.lstrip().startswith("{"):
        raise UnreadableFile(
            "This is a sparse ARFF file, which lists only the entries that are not 0. Save it as "
            "a dense ARFF "
            "file or as CSV, then upload that file."
        )
    quote = "'" if "'" in body and '"' not in body else '"'
    try:
        rows = list(csv.reader(io.StringIO(body), quotechar=quote, skipinitialspace=True))
    except csv.Error:
        return None
    return [names, *rows]
