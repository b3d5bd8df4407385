"""The page RBF bandwidth: how far the influence of one example reaches."""
