"""Turn sweeps into bytes for the browser: solve them, compute what pictures show, and pack it."""
