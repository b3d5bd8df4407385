"""Solvers: active set, path following and Newton's method, with shared tools."""
