"""Store the data of features: in SQLite, in a file or in memory, or in PostgreSQL."""
