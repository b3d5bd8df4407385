"""Questions to a hall: a room with a code, phones that answer, a screen that shows the counts."""
