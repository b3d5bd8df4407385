"""The glossary: each term with its definition, spellings and picture, the symbols, and the
lecture notes.

`terms`, `symbols` and `notes` contain the texts, `pictures` draws `assets/glossary.svg`. The pages
declare in which step each term is first used.
"""
