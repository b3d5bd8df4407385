"""The gallery's sweeps: exhibits on a line and in the plane, as bytes."""
