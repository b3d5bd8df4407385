"""What features keep: SQLite in a file or in memory, or PostgreSQL; any replica may be asked."""
