"""A worksheet: cells that name positions and values, calculate with them and compare them, each with its answer.

What a cell can say is what `grundy.Value` and ``grundy value`` read (see `grundy.values.notation`), and besides:

- ``G = domineering(4, 4)`` gives a value, or a position, a name;
- ``nim(3, 5)``, ``clobber("xo.")``, ``"0.77 12"``: a position as it is printed, or in quotation marks as the shell reads it;
  it stands for its value, ``nim`` or ``nim()`` for the usual start;
- ``G > H``, ``<``, ``>=``, ``<=``, ``==``, ``!=`` and ``||`` (confused) compare two values, ``G ? H`` asks how they compare;
- ``# …`` is a note. A line, or what stands between semicolons, is a cell.

>>> print(Worksheet("G = domineering(2, 3); G + ^*; G > 0"))
G = domineering(2, 3)
  {2|-1/2}
  first player wins, mean 3/4, temperature 5/4
G + ^*
  {2^*|-1/2^*}
  first player wins, mean 3/4, temperature 5/4
G > 0
  no: G || 0
"""

from __future__ import annotations

from grundy.faces.worksheet.expressions import Answer, Comparison, cells, compared, facts
from grundy.faces.worksheet.sheet import Answers, Worksheet

__all__ = ["Answer", "Answers", "Comparison", "Worksheet", "cells", "compared", "facts"]
