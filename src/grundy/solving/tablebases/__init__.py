"""Whole games that are solved once and kept: building, reading, asking, verifying, reporting."""
