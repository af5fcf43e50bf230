"""Reports for whoever makes a game: its faults, and what it is like to play, counted in all positions of small boards."""

from grundy.playing.reports.report import GameReport, Opening, SizeReport, of_game

__all__ = ["GameReport", "Opening", "SizeReport", "of_game"]
