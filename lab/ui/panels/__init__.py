"""What a page shows of the rooms above this one."""
