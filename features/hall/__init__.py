"""Questions to an audience: a room with a code, phones that answer, a screen with the counts."""
