"""Short links to scenes of this site."""
