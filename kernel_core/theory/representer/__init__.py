"""The representer theorem: span, null space, spectrum, stationarity."""
