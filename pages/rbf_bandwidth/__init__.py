"""The page RBF bandwidth: how far one example reaches."""
