"""Where people meet the library: the shell, the browser, the notebook, plots, drawings and worksheets.

In comes what somebody typed or clicked; a face reads it, calls the wings below, and shows what they say. No game theory is
here, and no face imports another but `drawing`. `ahead` compiles what a wheel holds.
"""
