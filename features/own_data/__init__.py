"""Own data: read a visitor’s table and pack its points into the link."""
