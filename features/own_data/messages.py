"""Sentences that describe how a table was read."""

from features.own_data.table.column_types import InferredTable
from features.own_data.table.delimiter_detection import DELIMITERS
from lab.scene.fields import count

_MAX_NOTES = 4  # largest number of remarks on single columns


def describe(inference: InferredTable) -> str:
    """Describe a table: the part that was read, and its size, separator, header, decimal sign and
    numeric columns."""
    table = inference.table
    column_count, numeric_count = len(inference.columns), len(inference.numeric_columns)
    parts = [f"{count(len(table.rows), 'row')}, {count(column_count, 'column')}"]
    if table.form:
        parts.append(f"from {table.form}")
    elif column_count > 1:
        parts.append(f"separated by {table.separator_name or DELIMITERS[table.delimiter]}")
    if not table.form:
        parts.append("names in the first row" if table.header else "no names in the first row")
    if inference.decimal == ",":
        parts.append("decimal commas")
    if numeric_count == 0:
        hold = "No column holds numbers"
    elif numeric_count == column_count:
        hold = "Every column holds numbers" if column_count > 1 else "The column holds numbers"
    else:
        hold = (
            f"{count(numeric_count, 'column')} {'hold' if numeric_count > 1 else 'holds'} numbers"
        )
    part = f"{table.part} " if table.part else ""
    return f"{part}{', '.join(parts)}. {hold}."


def remarks(inference: InferredTable) -> list[str]:
    """List what was changed in a table, how its cells were read, and which columns are unusable."""
    column_notes = [note for column in inference.columns for note in column.notes]
    sentences = [
        *inference.table.notes,
        *inference.notes,
        *_single_column_remark(inference),
        *column_notes[:_MAX_NOTES],
    ]
    if (omitted_count := len(column_notes) - _MAX_NOTES) > 0:
        sentences.append(f"Not shown: {count(omitted_count, 'more remark')} on single columns.")
    return [*sentences, *_unusable_remarks(inference)]


def _single_column_remark(inference: InferredTable) -> list[str]:
    """Return a remark if the table has only one column."""
    if len(inference.columns) > 1:
        return []
    if inference.table.form:
        return ["There is only one column. Use the row number as the other axis."]
    return [
        "There is only one column. If there should be more, choose another separator. If not, use "
        "the row number as the other axis."
    ]


def _unusable_remarks(inference: InferredTable) -> list[str]:
    """Return remarks on a lack of numbers, and on constant columns."""
    sentences = []
    if not inference.numeric_columns:
        sentences.append(
            "No column holds numbers, but both axes need numbers. If a column should hold numbers, "
            "choose another decimal sign or separator. Until then the row number is used for both "
            "axes."
        )
    constant_names = [
        f"“{column.name}”" for column in inference.columns if column.counts and column.is_constant
    ]
    if constant_names and len(inference.table.rows) > 1:
        more_text = f" and {len(constant_names) - 3:,} more" if len(constant_names) > 3 else ""
        is_single = len(constant_names) == 1
        verb = "is constant, so it" if is_single else "are constant, so they"
        part = "In these rows " if inference.table.part else ""
        sentences.append(
            f"{part}{', '.join(constant_names[:3])}{more_text} {verb} can’t separate classes."
        )
    return sentences
