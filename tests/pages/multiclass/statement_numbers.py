"""The addresses at which the page's statements are checked. Every number in the statements is a
number of a fit."""

NUMBERS: dict = {}
ADDRESSES = ({}, {"kernel": "linear", "intercept": "0"}, {"data": "blobs", "classes": "3"})
