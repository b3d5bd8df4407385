"""Export of quiz questions and predictions: Moodle XML, QTI 2.1, QTI 1.2 for Ilias, GIFT, Anki."""
