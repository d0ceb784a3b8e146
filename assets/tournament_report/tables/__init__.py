"""The report's tables: a module each, from a frame of results to a piece of the page."""
