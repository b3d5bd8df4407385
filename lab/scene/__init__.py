"""Scenes: fields, values, edits, slider stops, and the learning problem that a scene defines."""
