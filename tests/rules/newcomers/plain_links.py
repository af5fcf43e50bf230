"""The games of `links` once more, on rows of letters."""

from newcomers.plainly import cells, changed, other, text

AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
HONEY = (*AROUND, (-1, 1), (1, -1))


def put(state, letters=""):
    """Each free cell gets each letter, or that of the player, and the turn goes over."""
    rows, who = state if isinstance(state, tuple) else (state, None)
    for at, shown in cells(rows).items():
        for letter in letters or who:
            if shown == ".":
                yield (changed(rows, {at: letter}), other(who)) if who else changed(rows, {at: letter})


def lined(rows, letter, ways=((0, 1), (1, 0), (1, 1), (1, -1)), wrap=0):
    at = cells(rows)

    def shows(r, c):
        return at.get((r % wrap, c % wrap) if wrap else (r, c))

    return any(all(shows(r + k * a, c + k * b) == letter for k in range(3)) for r, c in at for a, b in ways)


def three_or_full(state, **how):
    rows, who = state
    return -1 if lined(rows, other(who), **how) else 0 if "." not in rows else None


def joined(rows, letter, begins, ends, ways=AROUND):
    mine = {at for at, shown in cells(rows).items() if shown == letter}
    reached = {at for at in mine if begins(*at)}
    for _turn in mine:
        reached |= {(r + a, c + b) for r, c in reached for a, b in ways} & mine
    return any(ends(*at) for at in reached)


def drop_three(state):
    rows, who = state
    at = cells(rows)
    for c in range(rows.index("|")):
        free = [r for r, column in at if column == c and at[r, c] == "."]
        if free:
            yield changed(rows, {(max(free), c): who}), other(who)


notakto = canal = lambda rows: put(rows, "X")
waterfall = small_hex = honey_line = ring_three = put


def wild(rows):
    return put(rows, "XO")


def drop_three_over(state):
    return three_or_full(state)


def notakto_over(rows):
    return 1 if lined(rows, "X") else None


def wild_over(rows):
    return -1 if lined(rows, "X") or lined(rows, "O") else 0 if "." not in rows else None


def small_hex_over(state):
    rows, who = state
    last = rows.count("|")
    if who == "O":
        return -1 if joined(rows, "X", lambda r, c: r == 0, lambda r, c: r == last, HONEY) else None
    return -1 if joined(rows, "O", lambda r, c: c == 0, lambda r, c: c == last, HONEY) else None


def waterfall_over(state):
    rows, who = state
    last = rows.count("|")
    over = joined(rows, other(who), lambda r, c: r == 0, lambda r, c: r == last)
    return -1 if over else 0 if "." not in rows else None


def canal_over(rows):
    last = rows.index("|") - 1
    return -1 if joined(rows, "X", lambda r, c: c == 0, lambda r, c: c == last) else None


def pairs(rows, ways, wrap=0):
    at = cells(rows)
    for (r, c), (a, b) in ((each, way) for each in at for way in ways):
        end = ((r + a) % wrap, (c + b) % wrap) if wrap else (r + a, c + b)
        if at[r, c] == at.get(end) == "." and end != (r, c):
            yield changed(rows, {(r, c): "#", end: "#"})


def honey_dominoes(rows):
    return pairs(rows, HONEY)


def ring_dominoes(rows):
    return pairs(rows, AROUND, 3)


def honey_line_over(state):
    return three_or_full(state, ways=((0, 1), (1, 0), (-1, 1)))


def ring_three_over(state):
    return three_or_full(state, wrap=3)


def shy_bees(rows):
    at = cells(rows)
    for r, c in at:
        if at[r, c] == "." and not any(at.get((r + a, c + b)) == "X" for a, b in HONEY):
            yield changed(rows, {(r, c): "X"})


def astronaut(rows):
    at = cells(rows)
    high, wide = max(at)[0] + 1, max(at)[1] + 1
    r, c = next(each for each in at if at[each] == "X")
    for a, b in AROUND:
        end = ((r + a) % high, (c + b) % wide)
        if at[end] == ".":
            yield text({**at, (r, c): "#", end: "X"})
