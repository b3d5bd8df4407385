"""Curves and planes as sound: each picture has *Listen* beside *Save*."""
