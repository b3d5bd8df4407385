"""Scenes: their fields, edits and slider stops, and the learning problem that a scene defines."""
