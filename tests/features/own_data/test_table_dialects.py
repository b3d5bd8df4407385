"""One table in the dialects of many programs: its numbers are preserved, or a question is asked."""

import itertools
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from features.own_data.table.ambiguity import ReadingOptions
from features.own_data.table.cells import number_parsing
from features.own_data.table.interpretation import interpret
from tests.examples import THOROUGH

# (separator, decimal sign, thousands separator)
DIALECTS = {
    "English": (",", ".", ","),
    "pandas": (",", ".", ""),
    "German": (";", ",", "."),
    "R, write.csv2": (";", ",", ""),
    "French": (";", ",", "\u202f"),
    "Swedish": (";", ",", "\u00a0"),
    "Swiss": (";", ".", "’"),
    "tabs, German": ("\t", ",", "."),
    "tabs, English": ("\t", ".", ","),
    "spaces": (" ", ".", ""),
    "bars": ("|", ",", " "),
}
COLUMNS = {
    "shares": lambda rng, n: rng.uniform(0, 1, n).round(3),
    "lengths": lambda rng, n: rng.uniform(0.5, 30, n).round(2),
    "incomes": lambda rng, n: rng.uniform(500, 90_000, n).round(0),
    "prices": lambda rng, n: rng.uniform(500, 90_000, n).round(2),
    "millions": lambda rng, n: rng.uniform(1e5, 9e6, n).round(0),
    "counts": lambda rng, n: rng.integers(0, 9, n).astype(float),
    "tonnes": lambda rng, n: rng.uniform(1, 9, n).round(3),
    "signs": lambda rng, n: rng.normal(0, 3, n).round(1),
}
UNITS = ("", " €")
STRIDE = 1 if THOROUGH in os.environ else 3


def format_number(value, decimal, thousands, unit=""):
    """Write a number with these decimal and thousands separators and this unit."""
    text = f"{value:,.15g}" if thousands else f"{value:.15g}"
    return text.translate({ord(","): thousands, ord("."): decimal}) + unit


def table(columns, dialect, unit="", *, header=True, n=12, seed=0):
    """Return columns of numbers and a label, and their text in a dialect."""
    separator, decimal, thousands = DIALECTS[dialect]
    rng = np.random.default_rng(seed)
    values = {name: COLUMNS[name](rng, n) for name in columns}
    cells = {
        k: [format_number(v, decimal, thousands, unit) for v in vs] for k, vs in values.items()
    }
    frame = pd.DataFrame(cells | {"kind": ["cat", "dog"] * (n // 2)})
    return values, frame.to_csv(sep=separator, index=False, header=header)


def readings(source):
    """Yield the likeliest reading of a table, then every other reading that is offered."""
    u = interpret(source)
    yield u
    for question in u.ambiguities:
        yield interpret(
            source, replace(ReadingOptions(), **{question.field: question.options[1][0]})
        )


def is_read(u, values):
    numeric = [column.values for column in u.numeric_columns]
    return len(numeric) == len(values) and all(
        read_value.shape == written_value.shape and np.allclose(read_value, written_value)
        for read_value, written_value in zip(numeric, values.values(), strict=True)
    )


@pytest.mark.thorough(keep_every=6)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_read_or_asked_about(dialect):
    """Combine any two kinds of columns, with and without units and names; a quick run takes only
    some of these combinations."""
    pairs = itertools.combinations(COLUMNS, 2)
    dialects = itertools.product(pairs, UNITS, (True, False))
    for pair, unit, header in itertools.islice(dialects, 0, None, STRIDE):
        values, text = table(pair, dialect, unit, header=header, n=4)
        assert any(is_read(u, values) for u in readings(text)), text


@pytest.mark.thorough(keep_every=12)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_column_of_lengths_decides_how_another_is_read(dialect):
    for name in COLUMNS:
        values, text = table(("lengths", name), dialect)
        u = interpret(text)
        assert is_read(u, values), text


def test_each_cell_is_parsed_as_a_number_once(monkeypatch):
    """The detection of separator and header reads only the first rows."""
    names = ("shares", "incomes", "prices", "signs")
    _, text = table(names, "German", " €", n=5000)
    texts, quantity = [], number_parsing.quantity
    monkeypatch.setattr(
        number_parsing, "quantity", lambda cell: texts.append(cell) or quantity(cell)
    )
    assert len(interpret(text).table.rows) == 5000
    assert len(texts) < 1.25 * 5000 * len(names)


def test_the_reader_needs_no_streamlit():
    code = (
        "import sys, features.own_data.table.interpretation, "
        "features.own_data.points_from_table; print('streamlit' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


# Bytes that are decoded with another encoding may also be letters: LÑngd, a§o, éPFEL, ½uf.
WORDS = {
    "German": "Größe;Straße;Köln\n1,5;Bär;ä\n2,5;Füße;ö\n",
    "German capitals": "ÄPFEL;ÖL\nKÖLN;1,5\nMÜNCHEN;2,5\n",
    "French": "Prénom;Taille;Espèce\nZoé;1,65;œuf\nHéloïse;1,60;garçon\n",
    "French towns": "Ville;Écart\nÉvry;1,5\nNîmes;2,5\nL’Haÿ;3,5\n",
    "Swedish": "Längd;Färg;Å\n1,5;blå;ä\n2,5;grön;ö\n",
    "Swedish towns": "ÅR;LÄN\nÖrebro;1,5\nMalmö;2,5\n",
    "Spanish": "año;niño;k\n1,5;señor;sí\n2,5;mañana;no\n",
    "euros": "Preis;k\n9,87 €;a\n10,12 €;b\n",
    "pounds": "name;price;k\ncafé;£5.50;a\nx – y;£7;b\n",
    "quotation marks": "a;k\n“x”;1\n‘y’;2\n",
}
ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-be", "cp1252", "iso8859-15", "mac_roman", "cp850")


def has_letters(encoding, text):
    return text.encode(encoding, "replace").decode(encoding) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param(text, encoding, id=f"{name}, {encoding}")
        for name, text in WORDS.items()
        for encoding in ENCODINGS
        if has_letters(encoding, text)
    ],
)
def test_letters_are_preserved(text, encoding):
    source = text.encode(encoding)
    table = interpret(source).table
    assert [list(table.names), *map(list, table.rows)] == [
        line.split(";") for line in text.splitlines()
    ]


LABELS = ["cat", "dog", "New York", "Los Angeles", "Müller", "yes", "no", "Mazda RX4 Wag"]


def frame(rng):
    """Return a random table of two to five columns: numbers, words, booleans, or numbers with a
    gap. Some tables have row names."""
    n = int(rng.integers(3, 12))
    gaps = rng.normal(10, 5, n).round(2)
    gaps[rng.integers(n)] = np.nan
    kinds = [
        rng.normal(0, 3, n).round(2), rng.integers(-5, 200, n), rng.uniform(500, 9e5, n).round(2),
        rng.choice(rng.choice(LABELS, 3, replace=False), n), rng.random(n) > 0.5, gaps,
    ]  # fmt: skip
    names = rng.permutation(["height", "weight", "a", "b", "k", "Größe", "x1", "class"])
    chosen = rng.choice(len(kinds), int(rng.integers(2, 6)))
    table = pd.DataFrame({names[i]: kinds[k] for i, k in enumerate(chosen)})
    return table if rng.random() < 0.7 else table.set_axis([f"row {i}" for i in range(n)])


WRITERS = {
    "printed": lambda f: (f.to_string(), 1),
    "CSV": lambda f: (f.to_csv(), 1),
    "German CSV": lambda f: (f.to_csv(sep=";", decimal=","), 1),
    "tabs": lambda f: (f.to_csv(sep="\t", index=False), 0),
    "JSON records": lambda f: (f.to_json(orient="records", force_ascii=False), 0),
    "JSON columns": lambda f: (f.to_json(force_ascii=False), 0),
    "JSON split": lambda f: (f.to_json(orient="split", force_ascii=False), 0),
    "JSON table": lambda f: (f.to_json(orient="table", force_ascii=False), 1),
    "JSON lines": lambda f: (f.to_json(orient="records", lines=True, force_ascii=False), 0),
    "a dict of lists": lambda f: (repr(f.to_dict("list")), 0),
    "a list of dicts": lambda f: (repr(f.to_dict("records")), 0),
}


@pytest.mark.thorough(keep_every=9)
@pytest.mark.parametrize("writer", WRITERS)
def test_pandas_output_is_read(writer):
    rng = np.random.default_rng(7)
    for _ in range(40):
        table = frame(rng)
        text, skipped_rows = WRITERS[writer](table)
        u = interpret(text)
        columns = u.columns[skipped_rows:]
        assert len(u.table.rows) == len(table), text
        assert [column.name for column in columns] == list(table.columns), text
        for column, values in zip(columns, table.items(), strict=True):
            if values[1].dtype.kind in "if":
                tolerance = 1e-3 if "printed" in writer else 1e-9
                np.testing.assert_allclose(
                    column.values, values[1].astype(float), tolerance, tolerance, err_msg=text
                )
            else:
                read_words = [str(value).casefold() for value in values[1]]
                assert [label.casefold() for label in column.labels] == read_words, text
