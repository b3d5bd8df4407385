"""Curves and planes as sound, with a button *Listen* beside *Save*."""
