"""Random rules in more ways of writing: those of `random_rules`, with what is rewritten before it is read."""

from __future__ import annotations

from random_rules import RandomRule


class StyledRule(RandomRule):
    """A random rule with ``else`` of loops, ``match``, ``:=``, changed lists, keys, sets and loops of `itertools`."""

    within = 0  # comprehensions, where ':=' may not bind what they do

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.9):
            return super().number(depth)
        x, y, seq = self.number(depth - 1), self.constant(), self.sequence(depth - 1)
        key = self.pick("k % 3", "-k", "abs(k - 2)", f"k * {y}", "(k % 2, -k)")
        forms = [
            f"{self.pick('min', 'max')}({seq}, key=lambda k: {key}, default={y})",
            f"{self.pick('min', 'max')}({seq}, default={x})",
        ]
        if not self.within:
            forms += [f"({self.variable()} := {x})"] * 3
            forms += [f"({b} and {b}.pop())" if self.often(0.8) else f"{b}.pop()" for b in self.lists[:1]]
        return self.random.choice(forms)

    def condition(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.92):
            return super().condition(depth)
        x, y = self.number(depth - 1), self.number(0)
        return self.pick(f"{x} {self.pick('in', 'not in')} {{1, 2, {y}}}", f"({self.condition(0)} and {x} > {y})")

    def comprehension(self, depth: int, test: bool = False) -> str:
        self.within += 1
        found = super().comprehension(depth, test)
        self.within -= 1
        return found

    def act(self) -> str:
        if self.often(0.65) or not self.lists:
            return super().act()
        b, c, x, seq = self.random.choice(self.lists), self.random.choice(self.lists), self.variable(), self.sequence(1)
        i, j, n, y = self.index(), self.index(), self.number(1), self.number(0)
        there, safe = (f"if {b}: ", f"{self.random.choice(self.numbers)} % len({b})") if self.often(0.9) else ("", i)
        some = f"(0, *{seq})" if there else seq
        return self.pick(
            f"{there}{b}.pop()",
            f"{there}{x} = {b}.pop({safe})",
            f"{there}del {b}[{safe}]",
            f"{there}del {b}[{i}:{j}]",
            f"{b}.insert({i}, {n})",
            f"{b}[{i}:{j}] = {seq}",
            f"{x}, *{b} = {some}",
            f"*{b}, {x} = {some}",
            f"{b}.reverse()",
            f"{there}{b}.remove({b}[{safe}])",
            f"{there}{c}.append({b}.pop())",
            f"{b}.sort(key=lambda k: {self.pick('-k', 'k % 2', '(k % 3, k)')})",
            f"{b} = [*{b}, *map(lambda k: k + 1, {seq})][{i}:][:6]",
            f"{b} = list(filter(lambda k: k % 2 == {y}, {seq}))",
        )

    def statement(self, depth: int, inside: bool = True) -> list[str]:
        if depth > 0 and self.often(0.1):
            return self.matched(depth, inside)
        lines = super().statement(depth, inside)
        if lines[0].startswith(("for ", "while ")) and "else:" not in lines and self.often(0.3):
            lines = [*lines, "else:", "    " + self.act(), *self.block(0, inside)]
        return lines

    def matched(self, depth: int, inside: bool) -> list[str]:
        x, y = self.random.sample([*self.numbers[:3], "q1", "q2"], 2)
        first, second = self.pick("0", "1", "1 | 2", x, "_"), self.pick("0", "2", y, f"{y} if {y} > 1", "_")
        head = f"match {self.number(1)} % 3, {self.number(1)}:"
        held = list(self.numbers)
        lines = [head, f"    case {first}, {second}:"]
        given = [name for name in (first, second.split(" ")[0]) if name.isidentifier() and name != "_"]
        self.numbers = [*dict.fromkeys([*self.numbers, *given])]
        lines += ["    " + line for line in self.block(depth - 1, inside)]
        self.numbers = held
        if first == x and second in (y, "_"):
            return lines
        lines += [
            f"    case {self.pick('_', '(2, _)', '[0, *_]')}:",
            *("    " + line for line in self.block(0, inside)),
        ]
        return lines

    def over_items(self, depth: int, inside: bool = True) -> list[str]:
        lines = super().over_items(depth, inside)
        if self.often(0.75) or not lines[0].startswith("for ") or lines[0].count(",") > 0 or " in " not in lines[0]:
            return lines
        name = lines[0].split()[1]
        seq, k = self.name_of_sequence(), self.pick("1", "2")
        over = self.pick(
            f"(k * {k} for k in {seq} if k % 3)",
            f"map(lambda k: k - {k}, {seq})",
            f"filter(lambda k: k > {k}, {seq})",
            f"(j - k for k in {seq} for j in {self.name_of_sequence()})",
            f"chain({seq}, {self.name_of_sequence()})",
        )
        pair = self.pick("product({0}, range({1}))", "combinations({0}, 2)", "pairwise({0})", "permutations({0}, 2)")
        pair = pair.format(seq, k)
        if self.often(0.5):
            return [f"for {name}, spare in {pair}:", *lines[1:]]
        return [f"for {name} in {over}:", *lines[1:]]
