"""The words of the course: each term's sentence, its spellings, its picture; the symbols.

`terms` and `symbols` have the words, `pictures` draws `assets/glossary.svg`. Which step says a term
first, the pages hand in.
"""
