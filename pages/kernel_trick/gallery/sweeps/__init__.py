"""What the server computes of the gallery: exhibits on a line and in the plane, as bytes."""
