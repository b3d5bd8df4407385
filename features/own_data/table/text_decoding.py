"""Decoding of bytes to text, with a message for files that are not text."""

import re
import unicodedata

MAX_BYTES = 10**6  # 1 MB; Streamlit's own limit may be slightly larger
_FILE_SIGNATURES = {
    b"PK\x03\x04": "an Excel or OpenDocument file, or another zip file",
    b"\xd0\xcf\x11\xe0": "a file in an old Office format, such as .xls",
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x1f\x8b": "a compressed file",
    b"PAR1": "a Parquet file",
    b"SQLite": "a database",
    b"$FL2": "an SPSS file",
    b"<stata_dta": "a Stata file",
    b"\x93NUMPY": "a NumPy file",
    b"\x89HDF": "an HDF5 file",
    b"ARROW1": "an Arrow file",
    b"RDX": "an R file",
}
_OLD_ENCODINGS = {
    "cp1252": "Western European (Windows-1252)",
    "iso8859-15": "Western European (ISO 8859-15)",
    "mac_roman": "Western European (Macintosh)",
    "cp850": "Western European (DOS)",
}
_LETTERS = frozenset("äöüÄÖÜßåÅæÆøØœŒéèêëÉÈÊàâçÇîïôûùáíóúñÑ")
_SIGNS = frozenset("€£°µ²³½±§\u00a0‘’“”„–—…•«»")
_NON_ASCII = re.compile(r"(?s)(?<=(.))([^\x00-\x7f])(?=(.))")
_SAVE_AS_CSV = (
    "Open it in the program that it comes from, save it as CSV, then upload the CSV file."
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad]")  # characters without width
_MAX_CONTROL_SHARE = 1 / 20  # largest share of control characters in a text


class UnreadableFile(ValueError):
    """A source that can't be read as a table; the message says why and what to do."""


def text_of(source: bytes | str) -> tuple[str, list[str]]:
    """Decode the source. Return the text without control characters, and remarks on its reading.

    Raises UnreadableFile for a source that is too large, empty, or not text.
    """
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise UnreadableFile(
            f"That is {size:,} bytes, but at most {MAX_BYTES:,} are read. Remove rows or columns."
        )
    text, notes = (source, []) if isinstance(source, str) else _decode(source)
    # Encoding replaces lone surrogates.
    text = text.encode("utf-8", "replace").decode().removeprefix("\ufeff")
    # In the form NFC, ä is one character; texts from a Mac may have two.
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    control_count = len(_CONTROLS.findall(text))
    if control_count > _MAX_CONTROL_SHARE * len(text):
        raise UnreadableFile(f"This is not text, so no rows can be read from it. {_SAVE_AS_CSV}")
    if control_count:
        text = _CONTROLS.sub("", text)
        notes.append("Characters that can’t be shown were left out.")
    if not text.strip():
        raise UnreadableFile("The text is empty. Paste the rows of a table, or choose a file.")
    return text, notes


def _decode(source: bytes) -> tuple[str, list[str]]:
    """Decode bytes: as UTF-16 if they have its byte-order mark or many zero bytes, else as UTF-8 if
    most characters outside ASCII are valid, else in an old Western encoding.

    Return the text and notes for the visitor. Raises UnreadableFile for other file types.
    """
    for start, kind in _FILE_SIGNATURES.items():
        if source.startswith(start):
            raise UnreadableFile(f"This is {kind}, not text. {_SAVE_AS_CSV}")
    sample = source[:2000]
    odd_zeros, even_zeros = sample[1::2].count(0), sample[::2].count(0)
    if (
        source.startswith((b"\xff\xfe", b"\xfe\xff"))
        or max(odd_zeros, even_zeros) > len(sample) // 5
    ):
        is_little_endian = source.startswith(b"\xff\xfe") or (
            odd_zeros > even_zeros and source[:1] != b"\xfe"
        )
        text = source.decode("utf-16-le" if is_little_endian else "utf-16-be", "replace")
        return text, ["The text was read as UTF-16."]
    text = source.decode("utf-8", "replace")
    broken_count = text.count("\ufffd")
    if not broken_count:
        return text, []
    if broken_count < sum(ch > "\x7f" for ch in text) - broken_count:
        letters = "1 letter" if broken_count == 1 else f"{broken_count:,} letters"
        return text, [f"{letters} could not be read."]
    return _decode_old(source)


def _decode_old(source: bytes) -> tuple[str, list[str]]:
    """Decode bytes in the Western encoding with the most plausible characters outside ASCII. Return
    the text, and a list with a note on the encoding."""

    def score(encoding: str) -> int:
        text = f"\n{source[:50_000].decode(encoding, 'replace')}\n"
        return sum(1 if _is_likely(*match.groups()) else -1 for match in _NON_ASCII.finditer(text))

    encoding = max(_OLD_ENCODINGS, key=score)  # the first of equally good encodings
    note = (
        f"The text is not UTF-8; it was read as {_OLD_ENCODINGS[encoding]}. If letters look "
        f"wrong, save "
        "it as “CSV UTF-8”."
    )
    return source.decode(encoding, "replace"), [note]


def _is_likely(left_sign: str, sign: str, right_sign: str) -> bool:
    """Return whether a non-ASCII sign is plausible between its neighbours.

    Implausible are a capital after a lower-case letter, a lower-case letter before a capital, a
    sign other than ’ between two letters, one of ²³½±§ before a letter, and every sign outside
    _LETTERS and _SIGNS.
    """
    if sign in _LETTERS:
        return not (
            (sign.isupper() and left_sign.islower()) or (sign.islower() and right_sign.isupper())
        )
    if sign not in _SIGNS:
        return False
    return sign == "’" or not (right_sign.isalpha() and (left_sign.isalpha() or sign in "²³½±§"))
