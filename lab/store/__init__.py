"""Store the data of features in SQLite (a file or memory) or PostgreSQL."""
