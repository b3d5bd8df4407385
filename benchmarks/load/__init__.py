"""A class of learners at once: their actions, and the load on the servers."""
