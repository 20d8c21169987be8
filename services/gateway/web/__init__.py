"""The web table: the page on which people play, and its files."""
