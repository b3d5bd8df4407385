"""Solvers: active set, path following and Newton's method, and the linear algebra they share."""
