"""Examples, networks, and how they are trained, tuned and exported."""
