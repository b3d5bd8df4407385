"""The page SVM: the widest street, hard and soft margins."""
