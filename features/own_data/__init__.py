"""Own data: a table that a visitor brings, read, understood, and packed into the link."""
