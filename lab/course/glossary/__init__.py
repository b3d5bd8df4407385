"""The glossary: terms, each with its definition, spellings and picture; symbols; and lecture notes.

`terms`, `symbols` and `notes` contain the texts, `pictures` draws `assets/glossary.svg`. The pages
declare in which step each term is first used.
"""
