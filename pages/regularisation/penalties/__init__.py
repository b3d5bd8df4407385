"""The effect of a penalty: on the level sets of RSS and a ball, and on one coefficient."""
