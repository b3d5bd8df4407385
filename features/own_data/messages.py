"""What was understood of a table, in sentences."""

from features.own_data.table.column_types import InferredTable
from features.own_data.table.delimiter_detection import DELIMITERS
from lab.scene.fields import count

_MAX_NOTES = 4  # on single columns


def understood(u: InferredTable) -> str:
    """Which part was read where it is not all; size, separator, header, decimal sign, and how many
    columns hold numbers."""
    columns, numeric = len(u.columns), len(u.numeric)
    parts = [f"{count(len(u.table.rows), 'row')}, {count(columns, 'column')}"]
    if u.table.form:
        parts.append(f"from {u.table.form}")
    elif columns > 1:
        parts.append(f"separated by {u.table.parted or DELIMITERS[u.table.delimiter]}")
    if not u.table.form:
        parts.append("names in the first row" if u.table.header else "no names in the first row")
    if u.decimal == ",":
        parts.append("decimal commas")
    if numeric == 0:
        hold = "No column holds numbers"
    elif numeric == columns:
        hold = "Every column holds numbers" if columns > 1 else "It holds numbers"
    else:
        hold = f"{count(numeric, 'column')} {'hold' if numeric > 1 else 'holds'} numbers"
    part = f"{u.table.part} " if u.table.part else ""
    return f"{part}{', '.join(parts)}. {hold}."


def remarks(u: InferredTable) -> list[str]:
    """What a visitor should know of a table: what was done to it, how its cells were read, and
    which columns are of no use.
    """
    of_columns = [note for column in u.columns for note in column.notes]
    found = [*u.table.notes, *u.notes, *_alone(u), *of_columns[:_MAX_NOTES]]
    if (more := len(of_columns) - _MAX_NOTES) > 0:
        found.append(f"The like holds of {more:,} more columns.")
    return [*found, *_of_no_use(u)]


def _alone(u: InferredTable) -> list[str]:
    """A remark on a column alone."""
    if len(u.columns) > 1:
        return []
    return [
        "There is only one column. If there should be more, choose another separator. If not, the "
        "row number can stand on the other axis."
    ]


def _of_no_use(u: InferredTable) -> list[str]:
    """Remarks on none of numbers, and on columns that never change."""
    found = []
    if not u.numeric:
        found.append(
            "The plane needs numbers, and no column holds any. If there should be some, choose "
            "another decimal sign or separator; else the row number stands on both axes."
        )
    still = [f"“{column.name}”" for column in u.columns if column.counts and column.is_constant]
    if still and len(u.table.rows) > 1:
        more = f" and {len(still) - 3:,} more" if len(still) > 3 else ""
        verb = "never changes" if len(still) == 1 else "never change"
        part = "In what was read, " if u.table.part else ""
        found.append(f"{part}{', '.join(still[:3])}{more} {verb}, and can't tell anything apart.")
    return found
