"""What a picture depends on: fields, scenes, edits, stops, and the learning problem they name."""
