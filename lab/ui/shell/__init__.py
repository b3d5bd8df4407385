"""The parts around every page: style, dialogs, marked terms, exports, footer, error messages."""
