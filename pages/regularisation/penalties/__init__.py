"""The effect of a penalty: level sets of RSS that touch a ball, and a single coefficient."""
