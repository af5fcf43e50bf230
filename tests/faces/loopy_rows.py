"""Rows of loopy values: what a cell is, and what it gives, in the kinds that another program is tested by.

Each is found to be true by `second_loopy`, which reads both sides again and plays the graphs (see `test_loopy_rows`); a
sentence that begins with ! is why there is no answer.
"""

from __future__ import annotations

TABLE: dict[str, str] = {
    "games by their options: Winning Ways ch. 11, and what is left of options that are dominated or reversible": """
{pass|} → on; {|pass} → off; {pass|pass} → dud; {0|pass} → over; {pass|0} → under; {pass|*} → upon;
{*|pass} → -upon; {0|*,pass} → upover; {*,pass|0} → -upover; a{{|a}|} → tis; a{|{a|}} → tisn; {on|off} → hot;
{on|0} → ono; {0|off} → -ono; {on||0|off} → hi; {on|0||off} → -hi; {0||0|0,pass} → uponth; {0,pass|0||0} → -uponth;
{0|Tiny(on)} → ace; {Miny(on)|0} → -ace; {0||0|off} → {0|-ono}; {on|0||0} → {ono|0}; a{0|a} → over; a{a|0} → under;
{0||0|pass} → over; a{0|b{a|0}} → 1 & {0|-1}; a{b{0|a}|0} → {1|0} & -1; {1|pass} → 1over; {pass|1} → 1under;
{1/4|pass} → 1/4over; {1*|pass} → {1*|pass}; {pass|1*} → {pass|1*}; {^|pass} → over; {pass|^} → {pass|^};
{^*|pass} → {^*|pass}; {pass|v*} → {pass|v*}; {0|on} → 1; {0|over} → over; {0|under} → {0|under};
{0|upon} → {0|upon}; {0|tis} → 1/2 & *; {0|dud} → 1 & -ono; {*|on} → 0; {*|off} → {*|off}; {*|over} → 0;
{*|under} → {*|under}; {*|upon} → 0; {*|tis} → 0 & v; {*|dud} → 0 & {*|off}; {1|on} → 2; {1|off} → {1|off};
{1|over} → {1|over}; {1|under} → {1|under}; {1|upon} → {1|upon}; {1|tis} → 1* & {1|0}; {1|dud} → 2 & {1|off};
{^|on} → 1; {^|off} → {^|off}; {^|over} → over; {^|under} → {^|under}; {^|upon} → {0|upon}; {^|tis} → 1/2 & *;
{^|dud} → 1 & {^|off}; {on|*} → {on|*}; {on|1} → {on|1}; {on|^} → {on|^}; {on|on} → on; {on|over} → {on|over};
{on|under} → {on|under}; {on|upon} → {on|upon}; {on|tis} → {on|1} & ono; {on|dud} → on & hot; {on|pass} → on;
{off|0} → -1; {off|*} → 0; {off|1} → 0; {off|^} → 0; {off|on} → 0; {off|off} → off; {off|over} → 0;
{off|under} → -1; {off|upon} → 0; {off|tis} → tisn; {off|dud} → 0 & off; {off|pass} → off; {over|0} → {over|0};
{over|*} → {over|*}; {over|1} → 1/2; {over|^} → {over|^}; {over|on} → 1; {over|off} → {over|off};
{over|over} → over; {over|under} → {over|under}; {over|upon} → {over|upon}; {over|tis} → 1/2 & {over|0};
{over|dud} → 1 & {over|off}; {over|pass} → over; {under|0} → under; {under|*} → 0; {under|1} → 0; {under|^} → 0;
{under|on} → 0; {under|off} → {under|off}; {under|over} → 0; {under|under} → under; {under|upon} → 0;
{under|tis} → 0 & under; {under|dud} → 0 & {under|off}; {under|pass} → under; {upon|0} → *; {upon|*} → upon;
{upon|1} → 1/2; {upon|^} → ^^*; {upon|on} → 1; {upon|off} → {upon|off}; {upon|over} → over;
{upon|under} → {upon|under}; {upon|upon} → {0|upon}; {upon|tis} → 1/2 & *; {upon|dud} → 1 & {upon|off};
{upon|pass} → over; {tis|0} → {1|0} & *; {tis|*} → {1|*} & ^; {tis|1} → 1* & 1/2; {tis|^} → {1|^} & ^^*;
{tis|on} → 2 & 1; {tis|off} → {1|off} & -ono; {tis|over} → {1|over} & over; {tis|under} → {1|under} & {0|under};
{tis|upon} → {1|upon} & {0|upon}; {tis|tis} → 1* & *; {tis|dud} → 2 & -ono; {tis|pass} → 1over & over;
{dud|0} → ono & -1; {dud|*} → {on|*} & 0; {dud|1} → {on|1} & 0; {dud|^} → {on|^} & 0; {dud|on} → on & 0;
{dud|off} → hot & off; {dud|over} → {on|over} & 0; {dud|under} → {on|under} & -1; {dud|upon} → {on|upon} & 0;
{dud|tis} → {on|1} & -1; {dud|dud} → dud; {dud|pass} → dud; {pass|on} → on; {pass|off} → off; {pass|over} → over;
{pass|under} → under; {pass|upon} → {0|upon}; {pass|tis} → 1under & under; {pass|dud} → dud
""",
    "sums of two: Winning Ways ch. 11; Conway, Loopy games (1978)": """
{0,pass|0} → upon*; {0|0,pass} → -upon*; a{a,0|0} → upon*; {pass|-1/2} → -1/2under; on + on → on; on + off → dud;
on + over → on; on + under → on; on + upon → on; on + downon → on; on + upon* → on; on + upover → on;
on + hot → on & hot; on + ono → on; on + hi → on; on + tis → on; on + tisn → on; on + dud → dud; on + 1over → on;
on + 1under → on; on + ace → on; on + ^ → on; on + * → on; off + off → off; off + over → off; off + under → off;
off + upon → off; off + downon → off; off + upon* → off; off + upover → off; off + hot → hot & off;
off + ono → hot & off; off + hi → hot & off; off + tis → off; off + tisn → off; off + dud → dud; off + 1over → off;
off + 1under → off; off + ace → off; off + ^ → off; off + * → off; over + over → over; over + under → over & under;
over + upon → over; over + downon → over; over + upon* → over; over + upover → over; over + hot → hot;
over + ono → {on|over}; over + hi → {on|{over|off}}; over + tis → 1over & over; over + tisn → over & -1over;
over + dud → dud; over + 1over → 1over; over + 1under → 1over & 1under; over + ace → over; over + ^ → over;
over + * → over; under + under → under; under + upon → under; under + downon → under; under + upon* → under;
under + upover → under; under + hot → hot; under + ono → {on|under}; under + hi → {on|{under|off}};
under + tis → 1under & under; under + tisn → under & -1under; under + dud → dud; under + 1over → 1over & 1under;
under + 1under → 1under; under + ace → under; under + ^ → under; under + * → under; upon + upon → {0|upon*};
upon + downon → uponth & -uponth; upon + upon* → {0|upon}; upon + upover → {0|{*,0|0,pass}}; upon + hot → hot;
upon + ono → {on|upon}; upon + hi → {on|{upon|off}}; upon + tis → {pass|1*} & upon;
upon + tisn → upon & {pass|-1*}; upon + dud → dud; upon + 1over → 1over; upon + 1under → 1under;
upon + ace → {0|upon}; upon + ^ → {pass|^*}; upon + * → upon*; downon + downon → {-upon*|0};
downon + upon* → {*,0|-upon} & {upon|*,0}; downon + upover → {{*,0|0,pass}|0}; downon + hot → hot;
downon + ono → {on|-upon}; downon + hi → {on|{-upon|off}}; downon + tis → {1*|pass} & -upon;
downon + tisn → -upon & {-1*|pass}; downon + dud → dud; downon + 1over → 1over; downon + 1under → 1under;
downon + ace → {*,0|-upon}; downon + ^ → {^*|pass}; downon + * → -upon*; upon* + upon* → {0|upon*};
upon* + upover → {0|upover}; upon* + hot → hot; upon* + ono → {on|upon*}; upon* + hi → {on|{upon*|off}};
upon* + tis → {1,pass|1} & upon*; upon* + tisn → upon* & {-1,pass|-1}; upon* + dud → dud; upon* + 1over → 1over;
upon* + 1under → 1under; upon* + ace → {0|upon*}; upon* + ^ → {pass|^}; upon* + * → upon;
upover + upover → {0|{*,0|0,pass}}; upover + hot → hot; upover + ono → {on|upover};
upover + hi → {on|{upover|off}}; upover + tis → {1|1*,pass} & upover; upover + tisn → upover & {-1|-1*,pass};
upover + dud → dud; upover + 1over → 1over; upover + 1under → 1under; upover + ace → {0|upover};
upover + ^ → {0|{*,0|0,pass}}; upover + * → {*,0|0,pass}; hot + hot → dud; hot + ono → on & hot;
hot + hi → on & hot; hot + tis → hot; hot + tisn → hot; hot + dud → dud; hot + 1over → hot; hot + 1under → hot;
hot + ace → hot; hot + ^ → hot; hot + * → hot; ono + ono → on; ono + hi → on & ono; ono + tis → {on|1} & ono;
ono + tisn → ono & {on|-1}; ono + dud → dud; ono + 1over → {on|1over}; ono + 1under → {on|1under};
ono + ace → {on|ace}; ono + ^ → {on|^}; ono + * → {on|*}; hi + hi → on & hi; hi + tis → {on|{1|off}} & hi;
hi + tisn → hi & {on|{-1|off}}; hi + dud → dud; hi + 1over → {on|{1over|off}}; hi + 1under → {on|{1under|off}};
hi + ace → {on|{ace|off}}; hi + ^ → {on|{^|off}}; hi + * → {on|{*|off}}; tis + tis → 2 & 0; tis + tisn → 1 & -1;
tis + dud → dud; tis + 1over → 2over & 1over; tis + 1under → 2under & 1under; tis + ace → {1|{1|{1|off}}} & ace;
tis + ^ → 1^ & ^; tis + * → 1* & *; tisn + tisn → 0 & -2; tisn + dud → dud; tisn + 1over → 1over & over;
tisn + 1under → 1under & under; tisn + ace → ace & {-1|{-1|{-1|off}}}; tisn + ^ → ^ & -1^; tisn + * → * & -1*;
dud + dud → dud; dud + 1over → dud; dud + 1under → dud; dud + ace → dud; dud + ^ → dud; dud + * → dud;
1over + 1over → 2over; 1over + 1under → 2over & 2under; 1over + ace → 1over; 1over + ^ → 1over; 1over + * → 1over;
1under + 1under → 2under; 1under + ace → 1under; 1under + ^ → 1under; 1under + * → 1under; ace + ace → {0|ace};
ace + ^ → {0|{^|{^|off}}}; ace + * → {0|{*,0|{*|off}}}
""",
    "order: Siegel, Combinatorial Game Theory, ch. VI.2": """
on <= over → no; on >= under → yes; on < upon → no; on > upover → yes; on == hi → no; on <> hot → no;
on <= ono → no; on >= ace → yes; on < tis → no; on > dud → yes; on == 1over → no; on <> Tiny(on) → no;
on <= ^ → no; on >= * → yes; on < 0 → no; over > under → yes; over == upon → no; over <> upover → no;
over <= hi → no; over >= hot → no; over < ono → no; over > ace → yes; over == tis → no; over <> dud → yes;
over <= 1over → yes; over >= Tiny(on) → yes; over < ^ → no; over > * → yes; over == 0 → no; under <> upon → no;
under <= upover → yes; under >= hi → no; under < hot → no; under > ono → no; under == ace → no; under <> tis → no;
under <= dud → no; under >= 1over → no; under < Tiny(on) → yes; under > ^ → no; under == * → no; under <> 0 → no;
upon <= upover → no; upon >= hi → no; upon < hot → no; upon > ono → no; upon == ace → no; upon <> tis → yes;
upon <= dud → no; upon >= 1over → no; upon < Tiny(on) → no; upon > ^ → yes; upon == * → no; upon <> 0 → no;
upover <= hi → no; upover >= hot → no; upover < ono → no; upover > ace → no; upover == tis → no;
upover <> dud → yes; upover <= 1over → yes; upover >= Tiny(on) → yes; upover < ^ → yes; upover > * → no;
upover == 0 → no; hi <> hot → no; hi <= ono → no; hi >= ace → no; hi < tis → no; hi > dud → no; hi == 1over → no;
hi <> Tiny(on) → no; hi <= ^ → no; hi >= * → no; hi < 0 → no; hot > ono → no; hot == ace → no; hot <> tis → yes;
hot <= dud → no; hot >= 1over → no; hot < Tiny(on) → no; hot > ^ → no; hot == * → no; hot <> 0 → yes;
ono <= ace → no; ono >= tis → no; ono < dud → no; ono > 1over → no; ono == Tiny(on) → no; ono <> ^ → yes;
ono <= * → no; ono >= 0 → no; ace < tis → no; ace > dud → no; ace == 1over → no; ace <> Tiny(on) → no;
ace <= ^ → no; ace >= * → yes; ace < 0 → no; tis > dud → no; tis == 1over → no; tis <> Tiny(on) → yes;
tis <= ^ → no; tis >= * → no; tis < 0 → no; dud > 1over → no; dud == Tiny(on) → no; dud <> ^ → yes; dud <= * → no;
dud >= 0 → no; 1over < Tiny(on) → no; 1over > ^ → yes; 1over == * → no; 1over <> 0 → no; Tiny(on) <= ^ → yes;
Tiny(on) >= * → no; Tiny(on) < 0 → no; under < v → yes; under > v → no; under == v → no; under <> v → no;
over < 1/1024 → yes; over > 1/1024 → no; over == 1/1024 → no; over <> 1/1024 → no; upon < ^^ → yes; upon > ^^ → no;
upon == ^^ → no; upon <> ^^ → no; Tiny(on) < Tiny(100) → yes; Tiny(on) > Tiny(100) → no;
Tiny(on) == Tiny(100) → no; Tiny(on) <> Tiny(100) → no; Tiny(on) < Tiny(over) → yes; Tiny(on) > Tiny(over) → no;
Tiny(on) == Tiny(over) → no; Tiny(on) <> Tiny(over) → no; Tiny(over) < Tiny(1) → no; Tiny(over) > Tiny(1) → yes;
Tiny(over) == Tiny(1) → no; Tiny(over) <> Tiny(1) → no; upon < upon* → no; upon > upon* → no; upon == upon* → no;
upon <> upon* → yes; upon + * < upon* → no; upon + * > upon* → no; upon + * == upon* → yes; upon + * <> upon* → no;
1over < 1 → no; 1over > 1 → yes; 1over == 1 → no; 1over <> 1 → no; 1under < 1 → yes; 1under > 1 → no;
1under == 1 → no; 1under <> 1 → no; uponth < 0 → no; uponth > 0 → yes; uponth == 0 → no; uponth <> 0 → no;
uponth < ^[5] → yes; uponth > ^[5] → no; uponth == ^[5] → no; uponth <> ^[5] → no; ^[7] < upon → yes;
^[7] > upon → no; ^[7] == upon → no; ^[7] <> upon → no; ^<9> < ^<on> → no; ^<9> > ^<on> → yes; ^<9> == ^<on> → no;
^<9> <> ^<on> → no; ^<on> < 0 → no; ^<on> > 0 → yes; ^<on> == 0 → no; ^<on> <> 0 → no; upon < ^[100] → no;
upon > ^[100] → yes; upon == ^[100] → no; upon <> ^[100] → no; dud < 0 → no; dud > 0 → no; dud == 0 → no;
dud <> 0 → yes; dud < on & off → no; dud > on & off → no; dud == on & off → yes; dud <> on & off → no;
on & 0 < 0 → no; on & 0 > 0 → yes; on & 0 == 0 → no; on & 0 <> 0 → no; tis > 0 → yes; tis == 0 → no; tis <> 0 → no;
tis < 1 → yes; tis > 1 → no; tis == 1 → no; tis <> 1 → no; tisn < 0 → yes; tisn > 0 → no; tisn == 0 → no;
tisn <> 0 → no; over & v < over → yes; over & v > over → no; over & v == over → no; over & v <> over → no;
over & v < v → no; over & v > v → yes; over & v == v → no; over & v <> v → no; over & under < 0 → no;
over & under > 0 → no; over & under == 0 → no; over & under <> 0 → yes; hi < -hi → no; hi > -hi → yes;
hi == -hi → no; hi <> -hi → no; hi < lo → no; hi > lo → yes; hi == lo → no; hi <> lo → no; ace < Tiny(on) → no;
ace > Tiny(on) → yes; ace == Tiny(on) → no; ace < ^ → no; ace > ^ → no; ace == ^ → no; ace <> ^ → yes;
ace < uponth → no; ace > uponth → no; ace == uponth → no; ace <> uponth → yes; {0|upon} < upon → no;
{0|upon} > upon → yes; {0|upon} == upon → no; {0|upon} <> upon → no; upover > ^ → no; upover == ^ → no;
upover <> ^ → no; upover < upon → yes; upover > upon → no; upover == upon → no; upover <> upon → no;
upover < over → yes; upover > over → no; upover == over → no; upover <> over → no; 1 & 0 < tis → no;
1 & 0 > tis → no; 1 & 0 == tis → yes; 1 & 0 <> tis → no; 1under < 1over → yes; 1under > 1over → no;
1under == 1over → no; 1under <> 1over → no; 3/4over < 1 → yes; 3/4over > 1 → no; 3/4over == 1 → no;
3/4over <> 1 → no; 1/2under < 1/2 → yes; 1/2under > 1/2 → no; 1/2under == 1/2 → no; 1/2under <> 1/2 → no;
hot < 0 → no; hot > 0 → no; hot == 0 → no; hot < * → no; hot > * → no; hot <> * → yes; ono < 0 → no; ono > 0 → no;
ono == 0 → no; ono <> 0 → yes; ono < 1 → no; ono > 1 → no; ono == 1 → no; ono <> 1 → yes; on < 100 → no
""",
    "copies": """
2·upon → {0|upon*}; 3·upon → {0|{0|upon}}; 4·upon → {0|{0|{0|upon*}}}; 2·over → over; 5·over → over; 2·hot → dud;
2·hi → on & hi; 3·hi → on & hi; 2·ono → on; 2·ace → {0|ace}; 3·ace → {0|{0|ace}}; 2·tis → 2 & 0; 3·tis → 3 & 0;
2·tisn → 0 & -2; 2·upover → {0|{*,0|0,pass}}; 2·uponth → uponth
""",
    "ordinal sums: Siegel ch. II, VI": """
1:on → on; 1:off → over; 1:over → 1over; 1:under → 1under; 0:on → on; 0:over → over; *:on → upon*; *:off → -upon*;
*:over → {*,0|0,pass}; *:upon → {0,pass|0,*2}; ^:on → upon; ^:off → upover; ^:over → {^|*,pass}; 1/2:on → 1under;
1/2:off → over; 2:on → on; ^:under → {pass|*,^}; Tiny(1):on → {pass|{0|-1}}; Tiny(1):off → {0|{0|-1},pass};
on:off → on; on:1 → on; over:1 → over; over:on → over; upon:1 → upon; upon:* → upon; hi:1 → hi;
{1|-1}:on → {1,pass|-1}; *2:on → {*,0,pass|*,0}; *2:off → {*,0|*,0,pass}; 1.ordinal_sum(over) → 1over;
^.ordinal_sum(on) → upon; over.ordinal_sum(*) → over; upon.ordinal_sum(-1) → upon; (-1):on → under; (-1):off → off;
under:(-1) → under; {1|-1}:over → {1,+-1|-1,pass}
""",
    "powers {0 | H - G to the x - 1, summed}, and sums of them, G:y where x is 1:y: Siegel ch. II, VI": """
^.pow(on) → uponth; ^.pow_to(on) → upon; ^.pow_to(over) → upover; ^.pow(1over) → {0|{0,pass|*,0}};
^.pow_to(1over) → {^|*,pass}; ^.pow_to(1under) → {pass|*,^}; ^.pow_to(2over) → {^[2]|*,pass};
^.pow(2over) → {0|{0,pass|0,v*}}; ^.pow(2under) → {0|{0,v*|0,pass}}; ^.pow_to(5over) → {^[5]|*,pass};
^.pow_to(5under) → {pass|*,^[5]}; ^.pow_to(3/2over) → {{^|*,^[2]}|*,pass}; ^.pow_to(4) → ^[4];
{0|^*}.pow_to(on) → {pass|^*}; over.pow_to(2) → over; upon.pow_to(on) → upon; ^.pow(3over) → {0|{0,pass|0,v[2]*}};
^.pow(3under) → {0|{0,v[2]*|0,pass}}; ^.pow(5over) → {0|{0,pass|0,v[4]*}}; ^.pow(5under) → {0|{0,v[4]*|0,pass}};
^.pow(3/2over) → {0|{0,pass|0,{0,v*|0,*}}}; ^.pow_to(1/2over) → {{0|*,^}|*,pass}; ^.pow(4) → ^<4>;
Tiny(1).pow(on) → {0|{0|-1,pass}}; Tiny(1).pow_to(on) → {pass|{0|-1}};
Tiny(1).pow(2over) → {0|{0,pass|-1,{0|-1,{0|-1}}}}; Tiny(1).pow_to(2under) → {pass|{0|-1},{Tiny(1)||0|-1}};
Tiny(2).pow(on) → {0|{0|-2,pass}}; Tiny(2).pow_to(on) → {pass|{0|-2}};
Tiny(2).pow(5over) → {0|{0,pass|-2,{0|-2,{0|-2,{0|-2,{0|-2,{0|-2}}}}}}}; Tiny(1/2).pow(on) → {0|{0|-1/2,pass}};
Tiny(on).pow_to(on) → {0|-ono}; Tiny(on).pow_to(2) → {0|-ono}; Tiny(on).pow(2) → {0|-ono} & {0|{{ono|0}|off}};
Tiny(over).pow_to(on) → {0|{0|under}}; {0|v*}.pow(on) → uponth; {0|v*}.pow_to(on) → {pass|v*};
{0|v*}.pow_to(over) → {0|v*,pass}; {1|-1}.pow_to(on) → {1,pass|-1}; {1|-1}.pow_to(over) → {1|-1,pass}
""",
    "what is added ordinally": """
over.subordinate(1) → off; on.subordinate(1) → on; upon.subordinate(^) → on; upover.subordinate(^) → off;
(1over).subordinate(1) → over; (2over).subordinate(1) → 1over; (1/2over).subordinate(1/2) → over;
(-1under).subordinate(-1) → under; upon*.subordinate(*) → on; (-upon*).subordinate(*) → off;
{0,*|0,pass}.subordinate(*) → over; {*,0|pass,0}.subordinate(*) → over; {0,pass|0}.subordinate(*) → on;
(*:over).subordinate(*) → over; (^:under).subordinate(^) → under; (Tiny(1):on).subordinate(Tiny(1)) → on;
(upon:1).subordinate(upon) → 0; (over:0).subordinate(over) → 0; on.subordinate(0) → on; hot.subordinate(0) → hot;
({1|-1}:over).subordinate({1|-1}) → over; ({1|-1}:hi).subordinate({1|-1}) → hi
""",
    "onsides and offsides of sums: Siegel, Coping with cycles (2009)": """
upon.upsum(uponth) → {0|{*,0|-upon}}; upon.downsum(uponth) → upon; upon.upsum(-upon) → uponth;
upon.downsum(-upon) → -uponth; upon.upsum(upon) → {0|upon*}; upon.downsum(upon) → {0|upon*};
over.upsum(under) → over; over.downsum(under) → under; on.upsum(off) → on; on.downsum(off) → off;
hi.upsum(lo) → hi; hi.downsum(lo) → -hi; ace.upsum(-ace) → {0|{0|{-ace|off}}};
ace.downsum(-ace) → {{{on|ace}|0}|0}; hot.upsum(1) → hot; ono.upsum(-ono) → hi; ono.downsum(-ono) → -hi;
^.upsum(over) → over; ^.downsum(upon) → {pass|^*}; uponth.upsum(-uponth) → uponth;
uponth.downsum(-uponth) → -uponth; (1over).upsum(under) → 1over; (1over).downsum(under) → 1under;
upover.upsum(-upover) → {0|{0,pass|*,0}}; upover.downsum(-upover) → {{*,0|0,pass}|0};
upover.upsum(-upon) → {{*,0|0,pass}|0}
""",
    "tinies, extremes, absolute values": """
tiny(on) → {0|-ono}; miny(on) → {ono|0}; tiny(over) → {0|{0|under}}; miny(over) → {{over|0}|0}; tiny(upon) → ^;
tiny(hot) → 1/2; tiny(ono) → ace; tiny(1over) → {0|{0|-1under}}; tiny(under) → over; tiny(off) → 1/2;
tiny(dud) → 1/2 & {0|-ono}; miny(dud) → {ono|0} & -1/2; tiny(over & v) → ^3 & {0|{0|under}};
miny(over & v) → {{over|0}|0} & v3; tiny(tis) → ^ & Tiny(1); on.tiny → {0|-ono}; over.max(1) → 1;
over.min(1) → over; upon.max(^) → upon; upon.min(^) → ^; on.max(dud) → on; over.max(under) → over; hi.min(0) → 0;
1.max(over) → 1; 2.min(on) → 2; under.abs → over; over.abs → over; (-upon).abs → upon; off.abs → on;
tisn.abs → tis; dud.miny → {ono|0} & -1/2; (-1over).abs → 1under; (over & under).tiny → over & {0|{0|under}}
""",
    "games with two sides": """
over & v → over & v; (over & v) + ^ → over & 0; (over & v) + (over & v) → over & vv;
(over & v) - (over & v) → over & under; (over & v) + over → over; (over & v) + under → over & under;
(over & under) + upon → over & under; (on & 0) + 1 → on & 1; (on & 0) + (on & 0) → on & 0; (on & 0) - 1 → on & -1;
(^ & v) + * → ^* & v*; (1 & 0) + (0 & -1) → 1 & -1; (over & under) + (over & under) → over & under;
(upon & -upon) + 1 → {pass|1*} & {1*|pass}; dud + tis → dud; {tis|tisn} → {1|0} & {0|-1}; {tisn|tis} → 1/2 & -1/2;
{pass|tisn} → under & -1under; {tis,0|pass} → 1over & over; {0|dud,*} → ^ & -ono; {dud,*|0} → ono & v;
{0,{|dud}|*} → ^; {0|{dud|}} → 1 & *; {{|dud}|0} → * & -1; {{dud|}|{|dud}} → ono & -ono;
{tis||0|tisn} → {1|*} & Tiny(1); {over & v|0} → {over|0} & vv*; {0|over & under} → over & {0|under};
{on & 0|off} → hot & -ono
""",
    "games that come round: Winning Ways ch. 11; Siegel ch. VI": """
{hot|0} → -1; {hot|hot} → 0; {0|hot} → 1; {hi|lo} → *; {ace|0} → {ace|0}; {0|ace} → {0|ace}; {ono|-ono} → 0;
{on,hot|off} → hot; {0,upon|*,pass} → upon; {upon*|*} → 0; {0|upon*} → {0|upon*}; {0|uponth} → {0|uponth};
{uponth|0} → *; {1over|1under} → {1over|1under}; {1under|1over} → 1; {0|1over} → 1; {1over|2} → 3/2;
{1/2over|1} → 3/4; {-1over|1under} → 0; {2|over} → {2|over}; {over|-1} → {over|-1}; a{0||1|a} → 1; a{1||0|a} → 1*;
a{*||0|a} → 0; a{a|*||0} → *; a{0|b{1|a}} → 1; a{1|b{0|a}} → 1*; a{b{a|0}|*} → 0; a{b{a|*}|0} → *; a{0|b{*|a}} → *;
a{0,b{0|a}|*} → {1|*} & ^; a{^|b{0|a}} → over; a{0|b{a|1}} → 1 & *; a{1|b{a|-1}} → 2 & {1|-2};
a{0||||0|||a|*||*} → a{0|{0|{{a|*}|*}}}; a{0|b{0|c{0|a}}} → over; a{b{c{a|0}|0}|0} → under;
a{0|{a|off}} → 1 & -ono; a{on|{a|off}} → on & hot; a{{on|a}|{a|off}} → dud; a{0,a|a,0} → upon* & -upon*;
a{*,a|a} → on & -upon; a{a|b{b|a}} → dud; a{1,a|*} → {1,pass|*}; a{*|-1,a} → {*|-1,pass}; a{a,1|2} → 2under;
a{a,1|a,3} → 3under & 1over; a{a,on|0} → ono; a{0,a|b{0,a|b}} → on & over; a{0||||0|||a|*||*}.outcome → L
""",
}
"""Rows of one kind, between semicolons."""

KINDS = [
    "idempotent",
    "infinitesimal",
    "numberish",
    "number_tiny",
    "plumtree",
    "pseudonumber",
    "stopper",
    "loopfree",
    "number",
    "stopper_sided",
    "integer",
    "nimber",
    "zero",
    "ordinal",
    "uptimal",
    "loopy",
    "even",
    "dyadic",
]
"""What each value is or is not."""

VALUES: dict[str, tuple[str, str]] = {
    "on": (
        "idempotent plumtree pseudonumber stopper stopper_sided loopy",
        """
.degree → on; .variety → on; .is_stable → yes; .left_options → [on]; .right_options → []; .options(Right) → [];
.left_stop → on; .right_stop → on; .strong_left_stop → on; .strong_right_stop → on; .stop(Left) → on;
.strong_stop(Right) → on; .follower_count → 1; .negative → off; .outcome → L; .onside → on
""",
    ),
    "off": (
        "idempotent plumtree pseudonumber stopper stopper_sided loopy",
        """
.degree → on; .variety → off; .is_stable → yes; .left_options → []; .right_options → [off];
.options(Right) → [off]; .left_stop → off; .right_stop → off; .strong_left_stop → off; .strong_right_stop → off;
.stop(Left) → off; .strong_stop(Right) → off; .follower_count → 1; .negative → on; .outcome → R; .onside → off
""",
    ),
    "over": (
        "idempotent infinitesimal numberish plumtree pseudonumber stopper stopper_sided loopy",
        """
.degree → over; .variety → over; .is_stable → yes; .left_options → [0]; .right_options → [over];
.options(Right) → [over]; .left_stop → over; .right_stop → over; .strong_left_stop → 0; .strong_right_stop → 0;
.stop(Left) → over; .strong_stop(Right) → 0; .follower_count → 2; .negative → under; .outcome → L; .onside → over
""",
    ),
    "3/2under": (
        "numberish plumtree pseudonumber stopper stopper_sided loopy",
        """
.degree → over; .variety → under; .is_stable → yes; .left_options → [3/2under]; .right_options → [3/2];
.options(Right) → [3/2]; .left_stop → 3/2under; .right_stop → 3/2under; .strong_left_stop → 3/2;
.strong_right_stop → 3/2; .stop(Left) → 3/2under; .strong_stop(Right) → 3/2; .follower_count → 5;
.negative → -3/2over; .outcome → L; .onside → 3/2under
""",
    ),
    "upon": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → -uponth; .is_stable → yes; .left_options → [upon]; .right_options → [*];
.options(Right) → [*]; .left_stop → 0; .right_stop → 0; .strong_left_stop → 0; .strong_right_stop → 0;
.stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 3; .negative → -upon; .outcome → L; .onside → upon
""",
    ),
    "upon*": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → -uponth; .is_stable → yes; .negative → -upon*; .outcome → N; .onside → upon*;
.left_options → [upon*, 0]; .right_options → [0]; .options(Right) → [0]; .left_stop → 0; .right_stop → 0;
.strong_left_stop → 0; .strong_right_stop → 0; .stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 2
""",
    ),
    "{pass|-1/4*}": (
        "numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → -uponth; .is_stable → yes; .left_options → [{pass|-1/4*}]; .right_options → [-1/4*];
.options(Right) → [-1/4*]; .left_stop → -1/4; .right_stop → -1/4; .strong_left_stop → -1/4;
.strong_right_stop → -1/4; .stop(Left) → -1/4; .strong_stop(Right) → -1/4; .follower_count → 6;
.negative → {1/4*|pass}; .outcome → R; .onside → {pass|-1/4*}
""",
    ),
    "upover": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → {0|{0,pass|*,0}}; .variety → {{*,0|0,pass}|0}; .is_stable → yes; .left_options → [0];
.right_options → [upover, *]; .options(Right) → [upover, *]; .left_stop → 0; .right_stop → 0;
.strong_left_stop → 0; .strong_right_stop → 0; .stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 3;
.negative → -upover; .outcome → L; .onside → upover
""",
    ),
    "uponth": (
        "idempotent infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → uponth; .is_stable → yes; .left_options → [0]; .right_options → [-upon*];
.options(Right) → [-upon*]; .left_stop → 0; .right_stop → 0; .strong_left_stop → 0; .strong_right_stop → 0;
.stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 3; .negative → -uponth; .outcome → L; .onside → uponth
""",
    ),
    "{0|^<on>||v<on>}": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → {upon*,uponth|{-uponth|0}}; .is_stable → yes; .left_options → [{0|uponth}];
.right_options → [-uponth]; .options(Right) → [-uponth]; .left_stop → 0; .right_stop → 0; .strong_left_stop → 0;
.strong_right_stop → 0; .stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 7;
.negative → {uponth|{-uponth|0}}; .outcome → N; .onside → {{0|uponth}|-uponth}
""",
    ),
    "ace": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → {0|{0|{-ace|off}}}; .left_options → [0]; .right_options → [{0|-ono}]; .options(Right) → [{0|-ono}];
.left_stop → 0; .right_stop → 0; .strong_left_stop → 0; .strong_right_stop → 0; .stop(Left) → 0;
.strong_stop(Right) → 0; .follower_count → 5; .negative → -ace; .outcome → L; .onside → ace;
.variety → !is neither stable nor unstable; .is_stable → !is not idempotent
""",
    ),
    "Miny(on)": (
        "idempotent infinitesimal numberish number_tiny plumtree stopper stopper_sided loopy",
        """
.degree → {0|-ono}; .variety → {ono|0}; .is_stable → yes; .left_options → [ono]; .right_options → [0];
.options(Right) → [0]; .left_stop → 0; .right_stop → 0; .strong_left_stop → 0; .strong_right_stop → 0;
.stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 4; .negative → {0|-ono}; .outcome → R;
.onside → {ono|0}
""",
    ),
    "Tiny(over)": (
        "idempotent infinitesimal numberish number_tiny plumtree stopper stopper_sided loopy",
        """
.degree → {0|{0|under}}; .variety → {0|{0|under}}; .is_stable → yes; .left_options → [0];
.right_options → [{0|under}]; .options(Right) → [{0|under}]; .left_stop → 0; .right_stop → 0;
.strong_left_stop → 0; .strong_right_stop → 0; .stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 4;
.negative → {{over|0}|0}; .outcome → L; .onside → {0|{0|under}}
""",
    ),
    "a{0||||0|||a|*||*}": (
        "infinitesimal numberish stopper stopper_sided loopy",
        """
.degree → {0|a{0|0,{0|{{a|0}|0}}}}; .variety → {a{0,{{0|{0|a}}|0}|0}|0}; .is_stable → yes; .left_options → [0];
.right_options → [a{0|{{{0|a}|*}|*}}]; .options(Right) → [a{0|{{{0|a}|*}|*}}]; .left_stop → 0; .right_stop → 0;
.strong_left_stop → 0; .strong_right_stop → 0; .stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 6;
.negative → a{{{*|{*|a}}|0}|0}; .outcome → L; .onside → a{0|{0|{{a|*}|*}}}
""",
    ),
    "hot": (
        "plumtree stopper stopper_sided loopy",
        """
.degree → on; .variety → hot; .is_stable → yes; .left_options → [on]; .right_options → [off];
.options(Right) → [off]; .left_stop → on; .right_stop → off; .strong_left_stop → on; .strong_right_stop → off;
.stop(Left) → on; .strong_stop(Right) → off; .follower_count → 3; .negative → hot; .outcome → N; .onside → hot
""",
    ),
    "ono": (
        "plumtree stopper stopper_sided loopy",
        """
.degree → hi; .left_options → [on]; .right_options → [0]; .options(Right) → [0]; .left_stop → on; .right_stop → 0;
.strong_left_stop → on; .strong_right_stop → 0; .stop(Left) → on; .strong_stop(Right) → 0; .follower_count → 3;
.negative → -ono; .outcome → N; .onside → ono; .variety → !is neither stable nor unstable;
.is_stable → !is not idempotent
""",
    ),
    "hi": (
        "plumtree stopper stopper_sided loopy",
        """
.degree → hi; .left_options → [on]; .right_options → [-ono]; .options(Right) → [-ono]; .left_stop → on;
.right_stop → 0; .strong_left_stop → on; .strong_right_stop → 0; .stop(Left) → on; .strong_stop(Right) → 0;
.follower_count → 5; .negative → -hi; .outcome → L; .onside → hi; .variety → !is neither stable nor unstable;
.is_stable → !is not idempotent
""",
    ),
    "1over": (
        "numberish plumtree pseudonumber stopper stopper_sided loopy",
        """
.degree → over; .variety → over; .is_stable → yes; .left_options → [1]; .right_options → [1over];
.options(Right) → [1over]; .left_stop → 1over; .right_stop → 1over; .strong_left_stop → 1; .strong_right_stop → 1;
.stop(Left) → 1over; .strong_stop(Right) → 1; .follower_count → 3; .negative → -1under; .outcome → L;
.onside → 1over
""",
    ),
    "{1|over}": (
        "plumtree stopper stopper_sided loopy",
        """
.degree → {{1under|over}|{0|-1over}}; .left_options → [1]; .right_options → [over]; .options(Right) → [over];
.left_stop → 1; .right_stop → over; .strong_left_stop → 1; .strong_right_stop → 0; .stop(Left) → 1;
.strong_stop(Right) → 0; .follower_count → 4; .negative → {under|-1}; .outcome → L; .onside → {1|over};
.variety → !is neither stable nor unstable; .is_stable → !is not idempotent
""",
    ),
    "{0|upon}": (
        "infinitesimal numberish plumtree stopper stopper_sided loopy",
        """
.degree → uponth; .variety → -uponth; .is_stable → yes; .left_options → [0]; .right_options → [upon];
.options(Right) → [upon]; .left_stop → 0; .right_stop → 0; .strong_left_stop → 0; .strong_right_stop → 0;
.stop(Left) → 0; .strong_stop(Right) → 0; .follower_count → 4; .negative → {-upon|0}; .outcome → L;
.onside → {0|upon}
""",
    ),
    "dud": (
        "idempotent stopper_sided loopy",
        """
.onside → on; .offside → off; .negative → dud; .outcome → D
""",
    ),
    "tis": (
        "stopper_sided loopy",
        """
.onside → 1; .offside → 0; .negative → tisn; .outcome → P^
""",
    ),
    "tisn": (
        "stopper_sided loopy",
        """
.onside → 0; .offside → -1; .negative → tis; .outcome → Pv
""",
    ),
    "over & under": (
        "idempotent infinitesimal numberish stopper_sided loopy",
        """
.onside → over; .offside → under; .negative → over & under
""",
    ),
    "over & v": (
        "infinitesimal numberish stopper_sided loopy",
        """
.onside → over; .offside → v; .negative → ^ & under
""",
    ),
    "on & 0": (
        "idempotent stopper_sided loopy",
        """
.onside → on; .offside → 0; .negative → 0 & off
""",
    ),
    "{0|{dud|},*}": (
        "infinitesimal numberish stopper_sided loopy",
        """
.onside → ^; .offside → v*; .negative → ^* & v; .outcome → N^
""",
    ),
    "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}": (
        "loopy",
        """
.outcome → N; .onside → a{{1|1,{{1*|a}|*}}|0}; .offside → a{0,{1|{{1*|a}|*}}|0};
.negative → a{0|0,{{*|{a|-1*}}|-1}} & a{0|{-1,{*|{a|-1*}}|-1}}
""",
    ),
}
"""Of each value which kinds it is of, and what else it is asked."""


def _rows(text: str) -> list[tuple[str, str]]:
    pairs = (each.split(" → ") for each in text.replace("\n", " ").split(";"))
    return [(cell.strip(), answer.strip()) for cell, answer in pairs]


ROWS = [row for text in TABLE.values() for row in _rows(text)]
ROWS += [
    (f"({cell}).{asked}", answer)
    for cell, (holds, text) in VALUES.items()
    for asked, answer in (
        *((f"is_{kind}", "yes" if kind in holds.split() else "no") for kind in KINDS),
        *((asked.removeprefix("."), answer) for asked, answer in _rows(text)),
    )
]
"""All rows: a cell, and what it gives."""
