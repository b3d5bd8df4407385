"""Tests of the sounds of pictures."""
