"""The glossary: each term's sentence, spellings and picture, and the symbols.

`terms` and `symbols` have the words, `pictures` draws `assets/glossary.svg`. The pages declare in
which step each term is first used.
"""
