"""What can be taken away of any page: scripts, notebooks, figures, the link."""
