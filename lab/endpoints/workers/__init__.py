"""Compute answers in threads and processes, equal work only once, and within time limits."""
