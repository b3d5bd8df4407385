"""The parts around every page: style, dialogs, marked terms, exports, foot, error messages."""
