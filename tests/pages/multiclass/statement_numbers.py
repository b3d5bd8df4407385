"""Where the statements of the page are shown; their numbers are those of any fit."""

NUMBERS: dict = {}
ADDRESSES = ({}, {"kernel": "linear", "intercept": "0"}, {"data": "blobs", "classes": "3"})
