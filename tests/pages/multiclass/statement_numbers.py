"""The addresses at which the page's statements are shown; their numbers are those of any fit."""

NUMBERS: dict = {}
ADDRESSES = ({}, {"kernel": "linear", "intercept": "0"}, {"data": "blobs", "classes": "3"})
