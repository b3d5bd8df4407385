"""Syntax trees of the project's files, each parsed once for all tests of a process."""

import ast
from functools import cache

parse = cache(ast.parse)
