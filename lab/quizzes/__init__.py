"""What each page asks at its end, one file a page; see lab/quiz.py."""
