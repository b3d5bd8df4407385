"""Still pictures: level curves, and from numbers to pixels."""
