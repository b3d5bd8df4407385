"""The page SVM: the widest margin, hard and soft margins."""
