"""Still pictures: level curves, and coordinates in pixels."""
