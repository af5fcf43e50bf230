"""What lines of CGSuite's tutorial, and of its reference of values, are in a cell of ours, and what they give.

Commands and their answers only; lines that define classes, draw or loop with side effects are left out. What a line works
on, the cells of ours name again; lists of many thousand positions are shorter here.
"""

TUTORIAL: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Welcome to CGSuite!": (
        ("1 + 1", "1 + 1", "2"),
        ("13 * 5", "13·5", "65"),
        ("19/64", "19/64", "19/64"),
        ("2^100", "2.pow(100)", "1267650600228229401496703205376"),
        ("13 % 4", "mod(13, 4)", "1"),
        ("(19/64) % (1/4)", "(19/64) % (1/4)", "3/64"),
        ("{0|1,2}", "{0|1,2}", "1/2"),
        ("{3||2|1} + {1|0||-2}", "{3||2|1} + {1|0||-2}", "{3,{4|3}|2|||1||0|-1}"),
        ("5 * {3||2|0}", "5 * {3||2|0}", "{11||10|{9||||8|||7||6|4}}"),
        ("{0|*}", "{0|*}", "^"),
        ("^ + vv*", "^ + vv*", "v*"),
        ("^^ + ^^", "^^ + ^^", "^4"),
        ("*4 + *7", "*4 + *7", "*3"),
        ("6 * 5", "6·5", "30"),
        ("*(3+2)", "*(3+2)", "*5"),
        ("{0||0|-2}", "{0||0|-2}", "Tiny(2)"),
        ("{0|v*}", "{0|v*}", "^<2>"),
        ("{1,1+*|-1,-1+*}", "{1,1+*|-1,-1+*}", "+-{1,1*}"),
    ),
    "Using the Worksheet": (
        ("^^ > *", "^^ > *", "yes"),
        ("0 <| ^*", "0 <| ^*", "yes"),
        ("*4:*5", "*4:*5", "*9"),
        ("G := {2||1|0}", "G := {2||1|0}", "{2||1|0}"),
        ("G + ^*", "G := {2||1|0}; G + ^*", "{2^*||1^*|^*}"),
        ("G + G", "G := {2||1|0}; G + G", "{3||2,{3|2}|1}"),
        ("G.Mean", "G := {2||1|0}; G.Mean", "5/4"),
        ("G.Temperature", "G := {2||1|0}; G.Temperature", "3/4"),
        ("G.LeftStop", "G := {2||1|0}; G.LeftStop", "2"),
        ("G.RightOptions", "G := {2||1|0}; G.RightOptions", "[{1|0}]"),
        ("G.Birthday", "G := {2||1|0}; G.Birthday", "3"),
        ("G.Cool(1/2)", "G := {2||1|0}; G.Cool(1/2)", "{3/2|1*}"),
        ("G.Heat(1)", "G := {2||1|0}; G.Heat(1)", "{3||1|-2}"),
        (
            "G.Thermograph.Plot()",
            "G := {2||1|0}; G.Thermograph",
            "mean 5/4, temperature 3/4, Left's wall (3, -1) (5/4, 3/4), Right's wall (1, -1) (1, 1/2) (5/4, 3/4)",
        ),
        ("def f(x) := x + 1", "def f(x) := x + 1", "f(x)"),
        ("f(6)", "def f(x) := x + 1; f(6)", "7"),
        ("f(*2)", "def f(x) := x + 1; f(*2)", "1+*2"),
        (
            "def f(n) := if n == 1 then 0 elseif n.IsEven then 1 + Collatz(n/2) else … end",
            "def Collatz(n) = 0 if n == 1 else 1 + Collatz(n/2 if n.IsEven else 3n + 1)",
            "Collatz(n)",
        ),
        (
            "Collatz(97)",
            "def Collatz(n) = 0 if n == 1 else 1 + Collatz(n/2 if n.IsEven else 3n + 1); Collatz(97)",
            "118",
        ),
        ("4.Birthday", "4.Birthday", "4"),
        ("64.IsTwoPower", "64.IsTwoPower", "yes"),
        ("2.Tiny", "2.Tiny", "Tiny(2)"),
        ("(5/4).Floor", "(5/4).Floor", "1"),
        ("^^*.AtomicWeight", "^^*.AtomicWeight", "2"),
        ("(G + {2|*}).Temperature", "G := {2||1|0}; (G + {2|*}).Temperature", "1"),
        ("5.Class", "5.Class", "integer"),
        ("{2||1|0}.Class", "{2||1|0}.Class", "short game"),
        ("*2.Class", "*2.Class", "nimber"),
        ("(1/4).Class", "(1/4).Class", "dyadic fraction"),
        ("(1/7).Class", "(1/7).Class", "surreal number"),
        ("true.Class", "true.Class", "yes or no"),
        (
            "G := {2|*}; H := G + {1|0}; H.Thermograph.Plot()",
            "G := {2|*}; H := G + {1|0}; H.Thermograph",
            (
                "mean 3/2, temperature 1, Left's wall (2, -1) (2, 1/2) (3/2, 1), Right's wall (0, -1) (1, 0) "
                "(1, 1/2) (3/2, 1)"
            ),
        ),
    ),
    "Games and Rulesets": (
        ("{2||1|0} + *2", "{2||1|0} + *2", "{2+*2||1+*2|*2}"),
        ('G := game.grid.Clobber("xoxo|ox..")', 'G := clobber("xoxo|ox..")', "{^^*|v*}"),
        ("G.CanonicalForm", 'clobber("xoxo|ox..").CanonicalForm', "{^^*|v*}"),
        (
            "G.SensibleLeftOptions",
            'clobber("xoxo|ox..").SensibleOptions',
            "[clobber(XX.O|OX..), clobber(O.XO|OX..), clobber(X.XO|OO..)]",
        ),
        ("G.LeftOptions", 'clobber("xoxo|ox..").LeftOptions.length', "6"),
        ("H := G + G + *2", 'G := clobber("xoxo|ox.."); H := G + G + *2', "^*2"),
        ("H.CanonicalForm", 'G := clobber("xoxo|ox.."); H := G + G + *2; H.CanonicalForm', "^*2"),
        ("game.heap.Nim", "R := nim; R(12)", "*12"),
        ("game.heap.Wythoff", "R := wythoff; R(3, 4).NimValue", "2"),
        ("game.grid.Domineering", "domineering(4,4)", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
        ("game.strip.ToadsAndFrogs", 'toads-and-frogs("TT.FF")', "*"),
        (
            'Cutcake := game.heap.TakeAndBreak("4.0") CakeProduct game.heap.TakeAndBreak("4.0")',
            "[cutcake(2, n).value for n in 1..5]",
            "[-1, 0, 0, 1, 1]",
        ),
    ),
    "Impartial Games": (
        ('R := game.heap.TakeAndBreak("0.07")', 'R := "0.07 24"', "*3"),
        ("R(24)", 'R := "0.07 24"; R(24)', "*3"),
        ("R(24).CanonicalForm", 'R := "0.07 24"; R(24).CanonicalForm', "*3"),
        ("R(24).NimValue", 'R := "0.07 24"; R(24).NimValue', "3"),
        (
            "R.NimValueSequence(300)",
            'R := "0.07 24"; R.NimValueSequence(300)',
            (
                "[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, "
                "5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, "
                "1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, "
                "0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, "
                "1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, "
                "3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, "
                "5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, "
                "2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, "
                "3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, "
                "1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1]"
            ),
        ),
        ("R.CheckPeriodicity(300)", 'R := "0.07 24"; R.law', "period 34 from 53 on, proved"),
        (
            "R.NimValueSequence(300).PeriodicTable(34)",
            'R := "0.07 24"; R.NimValueSequence(300).PeriodicTable(34)',
            (
                "0  0  1  1  2  0  3  1  1  0  3  3  2  2  4  0  5  2  2  3  3  0  1  1  3  0  2  1  1  0  4  5 "
                " 2  7\n  4  0  1  1  2  0  3  1  1  0  3  3  2  2  4  4  5  5  2  3  3  0  1  1  3  0  2  1  1  "
                "0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  3  2  2  4  4  5  5  9  3  3  0  1  1  3  0  "
                "2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  3  2  2  4  4  5  5  9  3  3  0  1  "
                "1  3  0  2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  3  2  2  4  4  5  5  9  3  "
                "3  0  1  1  3  0  2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  3  2  2  4  4  5  "
                "5  9  3  3  0  1  1  3  0  2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  3  2  2  "
                "4  4  5  5  9  3  3  0  1  1  3  0  2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  1  0  3  "
                "3  2  2  4  4  5  5  9  3  3  0  1  1  3  0  2  1  1  0  4  5  3  7\n  4  8  1  1  2  0  3  1  "
                "1  0  3  3  2  2  4  4  5  5  9  3  3  0  1  1  3  0  2  1"
            ),
        ),
        ("R.NimValueSequence(100)", 'R := "0.07 24"; R.NimValueSequence(100).Max', "9"),
        ('game.heap.TakeAndBreak("4.0")', 'R := "4.0 7"; R.NimValueSequence(8)', "[0, 0, 1, 0, 1, 0, 1, 0]"),
        (
            'game.heap.TakeAndBreak("4!.0")',
            'R := "4!.0 7"; R.NimValueSequence(12)',
            "[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]",
        ),
        (
            'game.heap.TakeAndBreak("0.4!")',
            'R := "0.4! 7"; R.NimValueSequence(12)',
            "[0, 0, 0, 0, 1, 1, 2, 0, 0, 3, 1, 1]",
        ),
    ),
    "CGSuite In Action": (
        ("game.heap.PartizanEuclid((9, 6)).CanonicalForm", "partisan-euclid(9, 6).CanonicalForm", "*"),
        ("euc := game.heap.PartizanEuclid", "euc := partisan-euclid; euc(8, 5)", "0"),
        (
            "Table([euc((p, q)).CanonicalForm for q from 1 to 15] for p from 1 to 15)",
            "euc := partisan-euclid; Table([euc(p, q).CanonicalForm for q in 1..8] for p in 1..8)",
            (
                "0  0  0    0     0    0     0   0\n  0  0  *    0     *    0     *   0\n  0  *  0    ^     v    "
                "0     ^   v\n  0  0  ^    0   ^^*    *     *   0\n  0  *  v  ^^*     0   ^3  v[2]   0\n  0  0  0  "
                "  *    ^3    0   ^4*   ^\n  0  *  ^    *  v[2]  ^4*     0  ^5\n  0  0  v    0     0    ^    ^5   "
                "0"
            ),
        ),
        (
            "Table([euc((p, q)).CanonicalForm for q from 1 to p] for p from 1 to 15)",
            "euc := partisan-euclid; Table([euc(p, q).CanonicalForm for q in 1..p] for p in 1..8)",
            (
                "0\n  0  0\n  0  *  0\n  0  0  ^    0\n  0  *  v  ^^*     0\n  0  0  0    *    ^3    0\n  0  *  ^    "
                "*  v[2]  ^4*   0\n  0  0  v    0     0    ^  ^5  0"
            ),
        ),
        (
            "Table([euc((p, q)).AtomicWeight for q from 1 to 15] for p from 1 to 15)",
            "euc := partisan-euclid; Table([euc(p, q).AtomicWeight for q in 1..8] for p in 1..8)",
            (
                "0  0   0  0   0  0   0   0\n  0  0   0  0   0  0   0   0\n  0  0   0  1  -1  0   1  -1\n  0  0   "
                "1  0   2  0   0   0\n  0  0  -1  2   0  3  -1   0\n  0  0   0  0   3  0   4   1\n  0  0   1  0  "
                "-1  4   0   5\n  0  0  -1  0   0  1   5   0"
            ),
        ),
        (
            "row := [euc((10, q)).AtomicWeight for q from 1 to 100]",
            "euc := partisan-euclid; row := [euc(10, q).AtomicWeight for q in 1..30]",
            ("[0, 0, 1, 0, 0, -1, 1, 2, 7, 0, 8, 3, 2, -1, 0, 0, 2, 1, {5|2}, 0, 8, 3, 2, -1, 0, 0, 2, 1, {5|2}, 0]"),
        ),
        (
            "row.PeriodicTable(10)",
            "euc := partisan-euclid; row := [euc(10, q).AtomicWeight for q in 1..100]; row.PeriodicTable(10)",
            (
                "0  0  1   0  0  -1  1  2      7  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  "
                "2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  "
                "3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  "
                "1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0"
            ),
        ),
        (
            "def pRow(p) := [euc((p, q)).AtomicWeight for q from 1 to p^2].PeriodicTable(p)",
            "euc := partisan-euclid; def pRow(p) := [euc(p, q).AtomicWeight for q in 1..p^2].PeriodicTable(p)",
            "pRow(p)",
        ),
        (
            "pRow(10)",
            (
                "euc := partisan-euclid; def pRow(p) := [euc(p, q).AtomicWeight for q in "
                "1..p^2].PeriodicTable(p); pRow(10)"
            ),
            (
                "0  0  1   0  0  -1  1  2      7  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  "
                "2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  "
                "3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  "
                "1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0\n  8  3  2  -1  0   0  2  1  {5|2}  0"
            ),
        ),
        (
            "pRow(15)",
            (
                "euc := partisan-euclid; def pRow(p) := [euc(p, q).AtomicWeight for q in "
                "1..p^2].PeriodicTable(p); pRow(6)"
            ),
            (
                "0  0  0   0    3  0\n  4  1  0  -1  3/2  0\n  4  1  0  -1  3/2  0\n  4  1  0  -1  3/2  0\n  4  1  "
                "0  -1  3/2  0\n  4  1  0  -1  3/2  0"
            ),
        ),
        (
            "big := [euc((p,q)) for q from 1 to 200 for p from 1 to 200]",
            "euc := partisan-euclid; big := [euc(p, q) for q in 1..30 for p in 1..30]; big.Length",
            "900",
        ),
        (
            "hot := big.Filter(g -> g.AtomicWeight.Temperature > 0)",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; hot := big.Filter(g "
                "-> g.AtomicWeight.Temperature > 0); hot.First"
            ),
            "{^5|0}",
        ),
        (
            "hot.Size",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; hot := big.Filter(g "
                "-> g.AtomicWeight.Temperature > 0); hot.Size"
            ),
            "4",
        ),
        (
            "Table([g, g.AtomicWeight] for g in hot.Take(100))",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; hot := big.Filter(g "
                "-> g.AtomicWeight.Temperature > 0); Table([g, g.AtomicWeight] for g in hot.Take(10))"
            ),
            " {^5|0}  {3|2}\n  {^6*|0}  {4|2}\n   {^5|0}  {3|2}\n  {^6*|0}  {4|2}",
        ),
        (
            "multistop := hot.Filter(g -> g.AtomicWeight.StopCount > 2)",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; hot := big.Filter(g "
                "-> g.AtomicWeight.Temperature > 0); multistop := hot.Filter(g -> g.AtomicWeight.StopCount > "
                "2); multistop.Size"
            ),
            "0",
        ),
        (
            "Table([g, g.AtomicWeight, g.CanonicalForm] for g in multistop)",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; hot := big.Filter(g "
                "-> g.AtomicWeight.Temperature > 0); Table([g, g.AtomicWeight, g.CanonicalForm] for g in "
                "hot.Take(3))"
            ),
            " {^5|0}  {3|2}   {^5|0}\n  {^6*|0}  {4|2}  {^6*|0}\n   {^5|0}  {3|2}   {^5|0}",
        ),
        (
            "x := big.Filter(g -> g.AtomicWeight.Temperature == 0 and g.AtomicWeight.StopCount > 2)",
            (
                "euc := partisan-euclid; big := [euc(p, q) for q in 1..18 for p in 1..18]; x := big.Filter(g -> "
                "g.AtomicWeight.Temperature == 0 and g.AtomicWeight.StopCount > 1); x.Size"
            ),
            "2",
        ),
    ),
    "CGScript": (
        ("opts := *8.LeftOptions", "opts := (*8).LeftOptions.to_set", "{0, *, *2, *3, *4, *5, *6, *7}"),
        ("opts.Add(*8)", "opts := (*8).LeftOptions.to_set; opts.Add(*8)", "{0, *, *2, *3, *4, *5, *6, *7, *8}"),
        ("opts.Contains(*3)", "opts := (*8).LeftOptions; opts.Contains(*3)", "yes"),
        ("{ opts | opts }", "opts := (*8).LeftOptions.Add(*8); {opts|opts}", "*9"),
        ("{}", "{}", "{}"),
        ("{0,*,*2}", "{0,*,*2}", "{0, *, *2}"),
        ("[0,*,*2]", "[0,*,*2]", "[0, *, *2]"),
        ("{1,5,1,3}", "{1,5,1,3}", "{1, 3, 5}"),
        ("[1,5,1,3]", "[1,5,1,3]", "[1, 5, 1, 3]"),
        ("x := [1,5,1,3]", "x := [1,5,1,3]", "[1, 5, 1, 3]"),
        ("x[2]", "x := [1,5,1,3]; x[2]", "1"),
        (
            "g := examples.PartizanSubtraction({1,3},{2,3},10)",
            'g := "partisan-subtraction 10 left=1,3 right=2,3"; g',
            (
                "{1|1,{1|0}|||1|1,{1|0}||0,{1|0}|0||||{1|1,{1|0}|||1|1,{1|0}||0,{1|0}|0||||1|1,{1|0}||0,{1|0}|0|"
                "||0,{1|0}|0}}"
            ),
        ),
        (
            "g.CanonicalForm",
            'g := "partisan-subtraction 10 left=1,3 right=2,3"; g.CanonicalForm',
            (
                "{1|1,{1|0}|||1|1,{1|0}||0,{1|0}|0||||{1|1,{1|0}|||1|1,{1|0}||0,{1|0}|0||||1|1,{1|0}||0,{1|0}|0|"
                "||0,{1|0}|0}}"
            ),
        ),
        ("setof(g.CanonicalForm for g in x)", "x := domineering(2,2).options; {g.CanonicalForm for g in x}", "{-1, 1}"),
        ("setof(k^2 for k from 1 to 10)", "{k^2 for k in 1..10}", "{1, 4, 9, 16, 25, 36, 49, 64, 81, 100}"),
        ("setof(*k for k from 0 to n-1)", "n = 5; {*(k) for k in 0..n-1}", "{0, *, *2, *3, *4}"),
        (
            "tableof([n,examples.PartizanSubtraction({1,3},{2,3},n).CanonicalForm] for n from 1 to 10)",
            'g := "partisan-subtraction 10 left=1,3 right=2,3"; Table([n, g(n).CanonicalForm] for n in 1..5)',
            (
                "1                       1\n  2                   {1|0}\n  3             {0,{1|0}|0}\n  4          "
                "   {1|1,{1|0}}\n  5  {1|1,{1|0}||0,{1|0}|0}"
            ),
        ),
        ("{5|1}.Temperature", "{5|1}.Temperature", "2"),
        ("{5|1}.Cool(1)", "{5|1}.Cool(1)", "{4|2}"),
        ("f := {5|1}.Cool", "f := t -> {5|1}.Cool(t)", "t -> {5|1}.Cool(t)"),
        ("f(1)", "f := t -> {5|1}.Cool(t); f(1)", "{4|2}"),
        ("listof(f(k) for k from 0 to 2)", "def f(t) = {5|1}.Cool(t); [f(k) for k in 0..2]", "[{5|1}, {4|2}, 3*]"),
        (
            "f := examples.PartizanSubtraction",
            'g := "partisan-subtraction 10 left=1,3 right=2,3"; f := n -> g(n).value; f(3)',
            "{0,{1|0}|0}",
        ),
        ("sumof(n^2 for n from 1 to 5)", "sum([n^2 for n in 1..5])", "55"),
        ("d := DayN(3)", "d := born(3); d.Take(4)", "[0, *, -1, 1]"),
        ("d.Size", "d := born(3); d.Size", "1474"),
        ("d := DayN(3, allSmall => true)", "d := [g for g in born(3) if g.is_all_small]; d.Size", "67"),
        ("x -> x+1", "x -> x+1", "x -> x+1"),
        ("f := x -> x+1", "f := x -> x+1; f(5)", "6"),
        ("(x,y) -> (x+y)/2", "f := (x,y) -> (x+y)/2; f(3, 4)", "7/2"),
        ("C := g -> g.CanonicalForm", "C := g -> g.CanonicalForm; C(domineering(2,3))", "{2|-1/2}"),
        ("x.Class", "x := [1,5,1,3]; x.Class", "list"),
    ),
    "Control Flow and Scope": (
        ("x := if y % 2 == 0 then 1 else -1 end", "y = 7; x := 1 if y % 2 == 0 else -1", "-1"),
        ("for x from 1 to 5 do Print(x) end", "[x for x in 1..5]", "[1, 2, 3, 4, 5]"),
        ("for x from 1 to 5 by 2", "[2x - 1 for x in 1..3]", "[1, 3, 5]"),
        ("for x from 1 to 5 where x != 3", "[x for x in 1..5 where x != 3]", "[1, 2, 4, 5]"),
    ),
    "Three Examples": (
        ("g := examples.Nim(8)", "g := nim(8)", "*8"),
        (
            'game.grid.Amazons("x...|o...")',
            'amazons("x...|o...")',
            "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}",
        ),
        ("setof(Nim(k) for k from 0 to n-1)", "n = 4; {nim(k).value for k in 0..n-1}", "{0, *, *2, *3}"),
        (
            "setof(… for k in subtractionSet where n-k >= 0)",
            "n = 2; left = {1, 3}; {n - k for k in left where n - k >= 0}",
            "{1}",
        ),
    ),
    "Toads and Frogs Exhaustive Search": (
        ('game.strip.ToadsAndFrogs("ttt..fff")', 'toads-and-frogs("TTT..FFF")', "+-1/8"),
        (
            "def tfstrings(n) begin … end",
            'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]',
            "s(n)",
        ),
        (
            "tfstrings(5).Length",
            'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; s(5).Length',
            "243",
        ),
        (
            "positions := [game.strip.ToadsAndFrogs(str) for str in tfstrings(11)]",
            (
                'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; P := '
                "[toads-and-frogs(t) for t in s(5)]; P.Take(3)"
            ),
            "[0, 0, -4]",
        ),
        (
            "positions.Length",
            (
                'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; P := '
                "[toads-and-frogs(t) for t in s(5)]; P.Length"
            ),
            "243",
        ),
        (
            "[g.CanonicalForm.StopCount for g in positions].Max",
            (
                'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; P := '
                "[toads-and-frogs(t) for t in s(5)]; [g.CanonicalForm.StopCount for g in P].Max"
            ),
            "3",
        ),
        (
            "complicated := positions.Filter(g -> g.CanonicalForm.StopCount == 32)",
            (
                'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; P := '
                "[toads-and-frogs(t) for t in s(5)]; complicated := P.Filter(g -> g.CanonicalForm.StopCount == "
                "3)"
            ),
            "[^, {0|-1*}, {1*|0}, v]",
        ),
        (
            "complicated[1].CanonicalForm",
            (
                'def s(n) = [""] if n == 0 else [x + c for x in s(n-1) for c in [".", "T", "F"]]; P := '
                "[toads-and-frogs(t) for t in s(5)]; complicated := P.Filter(g -> g.CanonicalForm.StopCount == "
                "3); complicated[0].CanonicalForm"
            ),
            "^",
        ),
    ),
    "Using the Explorer": (("LLLLLLL LRLLLLL LLLLLLL", "clobber(XXXXXXX|XOXXXXX|XXXXXXX).AtomicWeight", "6"),),
    "Games on Graphs": (
        ('Graph.Parse(".-.-.-.")', 'graph("1-2-3-4")', "1-2-3-4"),
        ('Graph.Parse("--(-;--;---)")', 'graph("1-2-3-4 3-5-6 3-7-8-9")', "1-2-3-4 3-5 3-7 5-6 7-8-9"),
        ('Graph.Parse(".:A-.-.-.-.:A")', 'graph("1-2-3-4-1")', "1-2 1-4 2-3-4"),
        ('graph := Graph.Parse("L-R-L", vertexLabels => labels)', 'G := graph("1b-2r-3b")', "1b-2r-3b"),
        ('graph := Graph.Parse("lllrr", edgeLabels => labels)', "hackenbush(BBBRR)", "9/4"),
        ('game.graph.Col("L-R---L")', 'col("1b-2r-3-4-5b")', "1"),
        ('game.graph.Hackenbush("llrlrr")', "hackenbush(BBRBRR)", "25/16"),
        ("graph := Graph.Cycle(5)", "G := cycle(5)", "1-2-3-4-5-1"),
        ("graph.AdjacencyList", "cycle(5).AdjacencyList", "[[2, 5], [1, 3], [2, 4], [3, 5], [1, 4]]"),
        ("graph.DeleteVertex(1)", "cycle(5).DeleteVertex(1)", "2-3-4-5"),
        ("graph.Edges", "cycle(5).Edges", "[[1, 2], [1, 5], [2, 3], [3, 4], [4, 5]]"),
        ("graph.ConnectedComponents", "cycle(5).ConnectedComponents", "[1-2 1-5 2-3-4-5]"),
        (
            "graph.DeleteVertices([1,3]).ConnectedComponents",
            "cycle(5).DeleteVertices([1,3]).ConnectedComponents",
            "[2, 4-5]",
        ),
        ('Graph.Parse("----").EdgeCount', 'graph("1-2-3-4-5").EdgeCount', "4"),
        ('DirectedGraph.Parse(">>>>")', 'graph("1>2>3>4>5")', "1>2>3>4>5"),
    ),
    "Loopy Games": (
        ("on := {pass|}", "{pass|}", "on"),
        ("off := {|pass}", "{|pass}", "off"),
        ("over := {0|pass}", "{0|pass}", "over"),
        ("upon := {pass|*}", "{pass|*}", "upon"),
        ("uponth := {0|-upon+*}", "{0|-upon+*}", "uponth"),
        ("upover := {0|*,pass}", "{0|*,pass}", "upover"),
        ("tiny := on.Tiny", "t := on.Tiny", "{0|-ono}"),
        ("ace := {0|on.Tiny}", "{0|on.Tiny}", "ace"),
        ("upon + upon", "upon + upon", "{0|upon*}"),
        ("1:off", "1:off", "over"),
        ("G := upon Upsum uponth", "G := upon Upsum uponth", "{0|{*,0|-upon}}"),
        ("U := +-G", "G := upon Upsum uponth; U := +-G", "{{0|{*,0|-upon}}|{{upon|*,0}|0}}"),
        ("U.Degree", "G := upon Upsum uponth; U := +-G; U.Degree", "uponth"),
        ("U.Variety", "G := upon Upsum uponth; U := +-G; U.Variety", "{{0|uponth}|{-uponth|0}}"),
        ("over - over", "over - over", "over & under"),
        ("upon - upon", "upon - upon", "uponth & -uponth"),
        ("on + off", "on + off", "dud"),
        ("G := over & v", "G := over & v", "over & v"),
        ("G + 1 + *", "G := over & v; G + 1 + *", "1over & 1v*"),
        ("G.Offside", "G := over & v; G.Offside", "v"),
        ("a{0|a}", "a{0|a}", "over"),
        ("G := a{0||||0|||a|*||*}", "G := a{0||||0|||a|*||*}", "a{0|{0|{{a|*}|*}}}"),
        ("G.Degree", "G := a{0||||0|||a|*||*}; G.Degree", "{0|a{0|0,{0|{{a|0}|0}}}}"),
        (
            "{1+G | uponth || -uponth | -1+H }",
            "G := uponth; H := -uponth; {1+G|uponth||-uponth|-1+H}",
            "{{{1|{1|1,pass}}|uponth}|{-uponth|{{-1,pass|-1}|-1}}}",
        ),
        ("G = {0 | uponth || -uponth}", "G := {0|uponth||-uponth}; G.Variety", "{upon*,uponth|{-uponth|0}}"),
        ("G Upsum G", "G := {0|uponth||-uponth}; (G Upsum G).Variety", "{0,upon*|{-upon*,-uponth|{{-uponth|0}|0}}}"),
    ),
    "Misère Theory": (
        ("G := game.heap.GrundysGame(22)", '"grundys-game 22"', "*3"),
        ("G.MisereNimValue", 'G := "grundys-game 22"; G.MisereNimValue', "1"),
        ("G.Genus", 'G := "grundys-game 22"; G.Genus', "3^{1431}"),
        ("G.MisereCanonicalForm", 'G := "grundys-game 13"; G.MisereCanonicalForm', "{{*3, *2}, *2, *}"),
    ),
}
"""Lines of the tutorial, by its pages: theirs, ours, and the answer."""

REFERENCE = (
    ("^^ == ^+^", "^^ == ^+^", "yes"),
    ("* <> 0", "* <> 0", "yes"),
    ("*2 |> 0", "*2 |> 0", "yes"),
    ("1 != 2", "1 != 2", "yes"),
    ("1/7", "1/7", "1/7"),
    ("true", "true", "yes"),
    (
        "*14.Heat",
        "(*5).Heat",
        (
            "+-{1,{2|0},{2,{3|1}|0,+-1},{2,{3|1},{3,{4|2}|1,{2|0}}|0,+-1,+-{1,{2|0}}},{2,{3|1},{3,{4|2}|1,{2"
            "|0}},{3,{4|2},{4,{5|3}|2,{3|1}}|1,{2|0},{2,{3|1}|0,+-1}}|0,+-1,+-{1,{2|0}},+-{1,{2|0},{2,{3|1}|"
            "0,+-1}}}}"
        ),
    ),
    ("listof(k^2 for k from 1 to 10)", "[k^2 for k in 1..10]", "[1, 4, 9, 16, 25, 36, 49, 64, 81, 100]"),
    ("DayN(3, allSmall => true).Size", "[g for g in born(2) if g.is_all_small].Size", "7"),
    ("for g in collection", "[g for g in [0,*] if g > 0 or g <> 0]", "[*]"),
    ("x > 5 and y == 0", "x = 6; y = 0; x > 5 and y == 0", "yes"),
    ("GrundysGame(22).NimValue", '"grundys-game 22".NimValue', "3"),
    (
        "row.Filter(g -> g.Temperature > 0)",
        "[g for g in born(2) if g.Temperature > 0]",
        "[+-1, {*|-1}, {0,*|-1}, {0|-1}, {1|*}, {1|0,*}, {1|0}]",
    ),
    ("hot.Take(3)", "[g for g in born(2) if g.StopCount > 2]", "[*2, ^, ^*, v, v*, {*|-1}, {0,*|-1}, {1|*}, {1|0,*}]"),
    (
        "Table([G(n, m).CanonicalForm for m from 1 to 3] for n from 1 to 3)",
        "Table(domineering(n, m).CanonicalForm for n in 1..3 for m in 1..3)",
        (
            "   1         2         3\n  1  0        -1        -1\n  2  1       +-1  {2|-1/2}\n  3  1  "
            "{1/2|-2}       +-1"
        ),
    ),
    (
        "Table([n, R(n).NimValue] for n from 1 to 10)",
        "[[n, kayles(n).NimValue] for n in 1..10]",
        "[[1, 1], [2, 2], [3, 3], [4, 1], [5, 4], [6, 3], [7, 2], [8, 1], [9, 4], [10, 2]]",
    ),
    (
        "big := [nim(p,q) for q for p]; big.Length",
        "big := [nim(p, q) for p in 1..20 for q in 1..20]; big.Length",
        "400",
    ),
    ("AtomicWeight row", '[clobber(x).AtomicWeight for x in ["xo", "xxo", "xxxo"]]', "[0, 1, 2]"),
    ("G.OutcomeClass", "{1|-1}.OutcomeClass", "N"),
    ("G.Stops", "{1|-1}.Stops", "[1, -1]"),
    ("G.IsNumber", "{1|-1}.IsNumber", "no"),
    ("G.IsInfinitesimal", "(^*).IsInfinitesimal", "yes"),
    ("G.IsAllSmall", "Tiny(1).IsAllSmall", "no"),
    ("G.IsNumberish", "(1*).IsNumberish", "yes"),
    ("G.LeftIncentives", "^.LeftIncentives", "[v]"),
    ("G.RightIncentives", "^.RightIncentives", "[^*]"),
    ("G.Freeze", "{3|1}.Freeze", "2*"),
    ("G.ReducedCanonicalForm", "{1*|*}.ReducedCanonicalForm", "{1|0}"),
    ("G.NortonMultiply(^)", "(1/2).NortonMultiply(^)", "{^^*|v*}"),
    ("G.ConwayMultiply(*2)", "(*2).ConwayMultiply(*2)", "*3"),
    ("G.Companion", "^.Companion", "^*"),
    ("G.FarStar", "(*2).FarStar", "*3"),
    ("G.UptimalExpansion", "(^<2>+*).UptimalExpansion", "number 0, nimber 1, coefficients 0 1"),
    ("^.Pow(3)", "^.Pow(3)", "^<3>"),
    ("^.PowTo(3)", "^.PowTo(3)", "^[3]"),
    ("(3/4).Birthday", "(3/4).Birthday", "3"),
    ("omega", "omega", "w"),
    ("omega^2 + 1", "omega^2 + 1", "w^2+1"),
    ("omega * 2", "omega·2", "w·2"),
    ("(omega+1)*(omega-1)", "(omega+1)·(omega-1)", "w^2-1"),
    ("1 + omega", "1 + omega", "w+1"),
    ("omega > 1000", "omega > 1000", "yes"),
    ("*omega", "*omega", "*w"),
    ("*omega + *2", "*omega + *2", "*(w+2)"),
    ("(*omega).NimProduct(*omega)", "(*omega).NimProduct(*omega)", "*w^2"),
    ("omega^omega", "omega^omega", "w^w"),
    ("omega.IsOrdinal", "omega.IsOrdinal", "yes"),
    ("1.OrdinalSum(omega)", "1.OrdinalSum(omega)", "w"),
    ("2.OrdinalProduct(omega)", "2.OrdinalProduct(omega)", "w"),
    ("omega/2", "omega/2", "w·1/2"),
    ("1/3 + 1/6", "1/3 + 1/6", "1/2"),
    ("game.graph.Col path", "[snort(n).value for n in 1..3]", "[*, +-1, +-2]"),
    ("-G", "G := {2||1|0}; -G", "{0|-1||-2}"),
    ("G - G", "G := {2||1|0}; G - G", "0"),
    ("{G|-G}", "G := {2||1|0}; {G|-G}", "+-{2||1|0}"),
    ("+-G", "+-{3,2*}", "+-3"),
    ("{1||2|||3||||4}", "{1||2|||3||||4}", "3"),
    ("G.Overheat(1,1)", "(1/2).Overheat(1,1)", "{1|0}"),
    ("^[3]", "^[3]", "^[3]"),
    ("^.Birthday", "^.Birthday", "2"),
    ("^<2> < ^", "^<2> < ^", "yes"),
    ("Miny(2)", "Miny(2)", "Miny(2)"),
    ("G.StopCount", "{2||1|0}.StopCount", "3"),
    ("-G.LeftStop", "-({2||1|0}).LeftStop", "-2"),
    (
        "[a,b] for a from 0 to n - 1 for b from 0 to a - 1",
        "n = 3; [[a, b] for a in 0..n-1 for b in 0..a-1]",
        "[[1, 0], [2, 0], [2, 1]]",
    ),
    ("max of list", "max([1, 3, 2])", "3"),
    ("sorted", "sorted([3, *, 1/2])", "[1/2, 3, *]"),
    ("row sum", "[n for n in 1..100].Sum", "5050"),
)
"""Lines that say what the reference of values, or of the language, tells of."""
