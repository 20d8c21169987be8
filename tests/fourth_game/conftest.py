"""What lies in `files` is tested where it is copied to."""

collect_ignore = ["files"]
