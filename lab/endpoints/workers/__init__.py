"""Compute answers in threads and processes: equal work once, and within time limits."""
