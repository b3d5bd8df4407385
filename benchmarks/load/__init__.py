"""Load tests: the actions of a class of learners, and the load on the servers."""
