"""Values of play that may be endless: nimbers and ∞(K) of impartial games, stoppers and pairs of them of partizan ones.

In come graphs whose arrows are moves; out go values that add, compare and print themselves. C. A. B. Smith, Graphs and
composite games (1966); J. H. Conway, Loopy games (1978); *Winning Ways* ch. 11, 12; A. N. Siegel, Coping with cycles
(*Games of No Chance* 3, 2009); A. N. Siegel, *Combinatorial Game Theory*, ch. IV.4, VI.
"""
