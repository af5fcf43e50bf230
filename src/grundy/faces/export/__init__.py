"""A game in one HTML file: a board, the rules, hints and a perfect opponent, played from a disk without network."""

from grundy.faces.export.html_file import LIMIT, Page, export_html, page

__all__ = ["LIMIT", "Page", "export_html", "page"]
