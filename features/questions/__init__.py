"""Quiz questions and predictions for other platforms: Moodle XML, QTI 2.1, QTI 1.2 of Ilias, GIFT,
Anki.

`make questions` writes those of all pages.
"""
