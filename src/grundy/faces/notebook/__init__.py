"""In a notebook: a board to play on, person against the perfect player.

>>> import grundy as gr
>>> from grundy.faces.notebook import Play
>>> game = Play(gr.nim(3, 4, 5))
>>> game.view["moves"][0]["text"], game.view["moves"][0]["verdict"]
('heap 1: 3 → 1', 'win')
"""

from grundy.common.extras import extra

extra("anywidget", "notebook")  # one sentence where it is missing

from grundy.faces.notebook.play import Play

__all__ = ["Play"]
