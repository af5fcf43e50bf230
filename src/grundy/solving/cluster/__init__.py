"""The same by the workers of a Ray cluster."""
