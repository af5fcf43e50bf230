"""Figures for papers and lessons: nim-sequences, heat maps of games on two heaps, folded periods, thermographs.

Every function returns a figure of matplotlib, which a notebook shows as it is; `save` writes it as .svg, .pdf or .png, the
same bytes every time. matplotlib comes with the extra ``plot``.

>>> import grundy as gr
>>> from grundy import plots
>>> law = gr.octal("0.77").law()
>>> figure = plots.sequence(gr.octal("0.77").sequence(100), law, "Kayles")
>>> plots.period(law, "Kayles").axes[0].get_xlabel()
'n mod 12'
"""

from grundy.common.extras import extra

extra("matplotlib", "plot")  # one sentence where it is missing

from grundy.faces.plots.figures import Picture, check, heatmap, period, save, sequence, tablebase, thermograph

__all__ = ["Picture", "check", "heatmap", "period", "save", "sequence", "tablebase", "thermograph"]
