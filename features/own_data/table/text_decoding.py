"""From bytes to text, or to a sentence that says what the bytes are instead."""

import re
import unicodedata

MAX_BYTES = 10**6  # as Streamlit counts a megabyte of an upload
_STARTS = {
    b"PK\x03\x04": "an Excel or OpenDocument file",
    b"\xd0\xcf\x11\xe0": "an old Excel file",
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
_OLD = {
    "cp1252": "Western European (Windows-1252)",
    "iso8859-15": "Western European (ISO 8859-15)",
    "mac_roman": "Western European (Macintosh)",
    "cp850": "Western European (DOS)",
}
_LETTERS = frozenset("äöüÄÖÜßåÅæÆøØœŒéèêëÉÈÊàâçÇîïôûùáíóúñÑ")
_SIGNS = frozenset("€£°µ²³½±§\u00a0‘’“”„–—…•«»")
_BEYOND = re.compile(r"(?s)(?<=(.))([^\x00-\x7f])(?=(.))")
_SAVE = "Open it in the program it comes from, save it as CSV, and bring that."
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]")
_UNSEEN = re.compile("[\u200b\u2060\ufeff\u00ad]")  # no width: what looks alike is alike without
_STRANGE = 1 / 20  # the share of such characters above which a text is none


class UnreadableFile(ValueError):
    """What can't be read as a table: the message says what happened, and what to do."""


def text_of(source: bytes | str) -> tuple[str, list[str]]:
    """The source as text without control characters, and sentences on how it was read.

    Raises UnreadableFile for what is too large, empty, or no text.
    """
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise UnreadableFile(
            f"That is {size / 1e6:.1f} MB, and at most 1 MB is read. Take fewer rows or columns."
        )
    text, notes = (source, []) if isinstance(source, str) else _decoded(source)
    text = text.encode("utf-8", "replace").decode().removeprefix("\ufeff")  # no halves of letters
    text = unicodedata.normalize("NFC", _UNSEEN.sub("", text))  # ä is one letter, also from a Mac
    strange = len(_CONTROLS.findall(text))
    if strange > _STRANGE * len(text):
        raise UnreadableFile(f"This is not text, so there are no rows in it to read. {_SAVE}")
    if strange:
        text = _CONTROLS.sub("", text)
        notes.append("Characters that can't be shown were left out.")
    if not text.strip():
        raise UnreadableFile("There is nothing in it. Paste the rows of a table, or choose a file.")
    return text, notes


def _decoded(source: bytes) -> tuple[str, list[str]]:
    """Bytes as text: UTF-8, UTF-16 by its mark or its zeros, else an old Western encoding."""
    for start, what in _STARTS.items():
        if source.startswith(start):
            raise UnreadableFile(f"This is {what}, and not text. {_SAVE}")
    some = source[:2000]
    odd, even = some[1::2].count(0), some[::2].count(0)
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or max(odd, even) > len(some) // 5:
        little = source.startswith(b"\xff\xfe") or (odd > even and source[:1] != b"\xfe")
        text = source.decode("utf-16-le" if little else "utf-16-be", "replace")
        return text, ["It was read as UTF-16."]
    text = source.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if not broken:
        return text, []
    if broken < sum(ch > "\x7f" for ch in text) - broken:
        letters = "1 letter" if broken == 1 else f"{broken:,} letters"
        return text, [f"{letters} could not be read."]
    return _of_old_encoding(source)


def _of_old_encoding(source: bytes) -> tuple[str, list[str]]:
    """Bytes by the encoding that makes most letters of Western Europe of them."""

    def letters(encoding: str) -> int:
        text = f"\n{source[:50_000].decode(encoding, 'replace')}\n"
        return sum(1 if _is_likely(*found.groups()) else -1 for found in _BEYOND.finditer(text))

    best = max(_OLD, key=letters)  # of equals the first
    note = (
        f"It is not UTF-8, and was read as {_OLD[best]}. If letters look wrong, save it as "
        "“CSV UTF-8”."
    )
    return source.decode(best, "replace"), [note]


def _is_likely(before: str, sign: str, after: str) -> bool:
    """Whether a sign beyond ASCII may stand there: no capital amid small letters, no small one
    before a capital, no § in a word."""
    if sign in _LETTERS:
        return not ((sign.isupper() and before.islower()) or (sign.islower() and after.isupper()))
    if sign not in _SIGNS:
        return False
    return sign == "’" or not (after.isalpha() and (before.isalpha() or sign in "²³½±§"))
