"""The glossary: each term with its definition, spellings and picture, and the symbols.

`terms` and `symbols` contain the texts, `pictures` draws `assets/glossary.svg`. The pages declare
in which step each term is first used.
"""
