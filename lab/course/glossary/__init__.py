"""The glossary: each term's sentence, spellings and picture, and the symbols.

`terms` and `symbols` have the words, `pictures` draws `assets/glossary.svg`. The pages declare
which step uses a term first.
"""
