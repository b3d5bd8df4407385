"""Three questions that platforms have imported and exported again (exports/README.md)."""

import base64
import hashlib
import io
import zipfile
from pathlib import Path

from features.questions.question_bank import BankOption, BankQuestion, QuestionPicture
from features.questions.question_files import files

EXPORTS = Path(__file__).parent / "exports"
TITLE = "Kernels / 2026"
DOT = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
QUESTIONS = (
    BankQuestion(
        "q36bb2f45", "RBF bandwidth", "Two points lie exactly τ apart. What is K(x, z)?",
        (BankOption("0.61", "exp(−τ²/(2τ²)) = exp(−½).", is_right=True),
         BankOption("0.50", "One half is reached a little farther out, at 1.18 τ."),
         BankOption("0.37", "exp(−1) belongs to the distance √2 τ.")),
        "In the notes: eq. (4).",
    ),
    BankQuestion(
        "c0000dot1", "SVM", "How many examples hold the street?",
        (BankOption("all: {~=#%50%::}", "αᵀKα ≤ 1, & so on; a < b."),
         BankOption("a few", "yᵢ f(xᵢ) ≥ 1 for the rest.", is_right=True)),
        "To see it: SVM.", QuestionPicture("dot & line.gif", DOT, 'a "dot" <here>'),
    ),
    BankQuestion(
        "q0000odd1", "SVM",
        r"\(x\) $$y$$ [sound:a.mp3] {{c1::z}} @@PLUGINFILE@@ <b> [html] // é 漢",
        (BankOption("# one", "-> two", is_right=True), BankOption("TRUE", '"three"')),
        "[id:x] ]]> &amp; -- 'four'",
    ),
)  # fmt: skip


def written_files() -> dict[str, bytes]:
    """Return the files that the platforms imported, by name, with the contents of the package."""
    all_files = files(QUESTIONS, TITLE)
    package = zipfile.ZipFile(io.BytesIO(all_files.pop("qti.zip")))
    packed = {f"qti.zip/{name}": package.read(name) for name in package.namelist()}
    return {name: data for name, data in all_files.items() if name != "README.txt"} | packed


def hashes() -> str:
    return "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in written_files().items()
    )
