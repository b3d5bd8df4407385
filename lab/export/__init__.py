"""What can be taken away: pictures, scripts, notebooks."""
