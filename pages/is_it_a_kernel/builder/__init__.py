"""The builder: it splits a formula into steps, shows the rule of each step, and edits the steps."""
