"""Rules as students write them, of one number, two or three, and of heaps: what `benchmarks/one_door.py` asks about.

Some have a short law, some a long one, some none that anyone knows, and of some nothing can be proved in this way.
"""

import grundy as gr

# -- one number --------------------------------------------------------------------------------------------------------


@gr.game(least=0)
def up_to(n: int, *, m: int = 3):
    """Take 1 to m."""
    for k in range(1, min(m, n) + 1):
        yield n - k


@gr.game(least=0)
def some_of(n: int, *, s: tuple[int, ...] = (1, 3, 4)):
    """Take one of the numbers of a set."""
    for k in s:
        if k <= n:
            yield n - k


@gr.game(least=0)
def none_of(n: int, *, s: tuple[int, ...] = (2,)):
    """Take any number but those of a set."""
    for k in range(1, n + 1):
        if k not in s:
            yield n - k


@gr.game(least=0)
def part(n: int, *, of: int = 1, parts: int = 2):
    """Take at most a part of what is there: of / parts of it, rounded down."""
    for k in range(1, of * n // parts + 1):
        yield n - k


@gr.game(least=0)
def part_up(n: int, *, parts: int = 2):
    """Take at most the parts-th part of what is there, rounded up."""
    for k in range(1, (n + parts - 1) // parts + 1):
        yield n - k


@gr.game(least=0)
def at_least_part(n: int, *, parts: int = 2):
    """Take at least the parts-th part of what is there."""
    for k in range(1, n + 1):
        if k * parts >= n:
            yield n - k


@gr.game(least=0)
def less_than_half(n: int):
    """Take less than half."""
    for k in range(1, n):
        if 2 * k < n:
            yield n - k


@gr.game(least=0)
def twothird(n: int):
    """Take at most two thirds, and at least one third."""
    for k in range(1, n + 1):
        if n <= 3 * k <= 2 * n:
            yield n - k


@gr.game(least=0)
def one_or_part(n: int, *, parts: int = 2):
    """Take one, or leave the parts-th part."""
    if n > 0:
        yield n - 1
    if n > 1:
        yield n // parts


@gr.game(least=0)
def halved_or_thirded(n: int):
    """Leave the half, or the third, rounded down."""
    if n > 0:
        yield n // 2
        yield n // 3


@gr.game(least=0)
def by_rest(n: int, *, by: int = 2):
    """Take 1 to 1 + the rest by some number."""
    for k in range(1, min(n, 1 + n % by) + 1):
        yield n - k


@gr.game(least=0)
def odd_numbers(n: int):
    """Take an odd number."""
    for k in range(1, n + 1, 2):
        yield n - k


@gr.game(least=0)
def odd_from_odd(n: int):
    """Take an even number from an even one and any from an odd one."""
    for k in range(1, n + 1):
        if n % 2 == 1 or k % 2 == 0:
            yield n - k


@gr.game(least=0)
def squares(n: int):
    """Take a square number."""
    for k in range(1, n + 1):
        if k * k <= n:
            yield n - k * k


@gr.game(least=0)
def two_powers(n: int):
    """Take a power of two."""
    k = 1
    while k <= n:
        yield n - k
        k *= 2


@gr.game(least=1)
def divisors(n: int):
    """Take a divisor that is not the whole."""
    for k in range(1, n):
        if n % k == 0:
            yield n - k


@gr.game(least=0)
def late(n: int, *, m: int = 3, at: int = 500):
    """Take 1 to m, but from one number nothing."""
    if n != at:
        for k in range(1, min(m, n) + 1):
            yield n - k


@gr.game(least=0)
def not_thrice(n: int, *, by: int = 3):
    """Take 1 or 2, and never leave a multiple of a number but 0."""
    for k in range(1, min(2, n) + 1):
        if (n - k) % by != 0 or n == k:
            yield n - k


@gr.game(least=0)
def ended(n: int, *, m: int = 2):
    """Take 1 to m; whoever is left with three or fewer has won."""
    for k in range(1, min(m, n) + 1):
        yield n - k


@ended.ending
def reached(n: int, *, m: int = 2):
    return gr.WIN if n <= 3 else None


# -- two numbers and three ---------------------------------------------------------------------------------------------


@gr.game(least=0)
def two_heaps(a: int, b: int):
    """Nim."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k


@gr.game(least=0)
def three_heaps(a: int, b: int, c: int):
    """Nim."""
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a, b - k, c
    for k in range(1, c + 1):
        yield a, b, c - k


@gr.game(least=0)
def capped(a: int, b: int, *, m: int = 3):
    """Nim where at most m are taken."""
    for k in range(1, m + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k


@gr.game(least=0)
def diagonal(a: int, b: int, *, most: int = 0, by: int = 1):
    """Nim, or a multiple of a number from both (at most a number)."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        if k % by == 0 and (most == 0 or k <= most):
            yield a - k, b - k


@gr.game(least=0)
def near_diagonal(a: int, b: int, *, t: int = 2):
    """Nim, or from both, where the numbers taken differ by less than t."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for more in range(1 - t, t):
        for k in range(1, a + 1):
            if 1 <= k + more <= b:
                yield a - k, b - k - more


@gr.game(least=0)
def double(a: int, b: int):
    """Nim, or twice as much from one as from the other."""
    for k in range(1, a + 1):
        yield a - k, b
        if 2 * k <= b:
            yield a - k, b - 2 * k
    for k in range(1, b + 1):
        yield a, b - k
        if 2 * k <= a:
            yield a - 2 * k, b - k


@gr.game(least=0)
def king(a: int, b: int):
    """A king goes home."""
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1
    if a > 0 and b > 0:
        yield a - 1, b - 1


@gr.game(least=0)
def knight(a: int, b: int):
    """A knight goes home."""
    if a > 1:
        yield a - 2, b + 1
        if b > 0:
            yield a - 2, b - 1
    if b > 1:
        yield a + 1, b - 2
        if a > 0:
            yield a - 1, b - 2


@gr.game(least=0)
def bishop(a: int, b: int):
    """Both lose as much, or one of them one."""
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1


@gr.game(least=0)
def pushed(a: int, b: int, *, m: int = 2):
    """Take from the first, or push up to m from the second to the first."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, min(m, b) + 1):
        yield a + k, b - k


@gr.game(least=0)
def stairs(a: int, b: int, c: int):
    """Three stairs: counters go down a stair."""
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a + k, b - k, c
    for k in range(1, c + 1):
        yield a, b + k, c - k


@gr.game(least=0)
def chomp2(a: int, b: int):
    """Chomp with two rows, the first at least as long, of which the first square is poison."""
    for k in range(1, a):
        yield k, min(b, k)
    for k in range(b):
        yield a, k


@gr.game(least=0)
def larger_only(a: int, b: int):
    """Nim, where no more may be taken than the smaller heap has, or all of it."""
    for k in range(1, a + 1):
        if k <= b or k == a:
            yield a - k, b
    for k in range(1, b + 1):
        if k <= a or k == b:
            yield a, b - k


@gr.game(least=0)
def half_each(a: int, b: int):
    """From a heap at most half of it."""
    for k in range(1, a // 2 + 1):
        yield a - k, b
    for k in range(1, b // 2 + 1):
        yield a, b - k


@gr.game(least=1)
def steps(a: int, b: int, *, m: int = 1):
    """Euclid, where at most m times the smaller number is taken."""
    for k in range(1, m + 1):
        if a > k * b:
            yield a - k * b, b
        if b > k * a:
            yield a, b - k * a


@gr.game(least=0)
def thrown_away(a: int, b: int):
    """One heap is thrown away, and of the other a smaller one is left, but not none."""
    for k in range(1, a):
        yield k, 0
        yield 0, k
    for k in range(1, b):
        yield k, 0
        yield 0, k


@gr.game(least=0)
def split_other(a: int, b: int):
    """Throw one heap away and split the other."""
    for k in range(1, a):
        yield k, a - k
    for k in range(1, b):
        yield k, b - k


@gr.game(least=0)
def passes(a: int, b: int, left: int):
    """Nim where so many moves may be passed, but not at the end."""
    for k in range(1, a + 1):
        yield a - k, b, left
    for k in range(1, b + 1):
        yield a, b - k, left
    if left > 0 and a + b > 0:
        yield a, b, left - 1


@gr.game(least=0)
def stops(a: int, b: int, *, left: int = 1):
    """Wythoff's game that ends when few counters are left."""
    if a + b > left:
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


@gr.game(least=0)
def stuck(a: int, b: int):
    """Wythoff's game, but no move leads away from one place."""
    if a != 150 or b != 243:
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


@gr.game(least=0)
def quota(n: int, most: int, *, times: int = 2):
    """Take at most so many, and the next at most so many times that."""
    for k in range(1, min(n, most) + 1):
        yield n - k, times * k


@gr.game(least=0)
def more_each_time(n: int, last: int):
    """Take at most one more than was taken before."""
    for k in range(1, min(n, last + 1) + 1):
        yield n - k, k


@gr.game(least=0)
def unlike_before(n: int, last: int, *, m: int = 3):
    """Take 1 to m, but not as many as the other just took."""
    for k in range(1, min(m, n) + 1):
        if k != last:
            yield n - k, k


# -- heaps -------------------------------------------------------------------------------------------------------------


@gr.heap_game
def take_or_split(n: int, *, m: int = 0):
    """Take any number (at most m), or split a heap."""
    for k in range(1, n + 1):
        if m == 0 or k <= m:
            yield (n - k,)
    for k in range(1, n // 2 + 1):
        yield k, n - k


@gr.heap_game
def take_and_split(n: int, *, m: int = 2):
    """Take 1 to m and perhaps split what is left."""
    for k in range(1, min(m, n) + 1):
        for rest in range((n - k) // 2 + 1):
            yield rest, n - k - rest


@gr.heap_game
def exactly(n: int, *, k: int = 2):
    """Take so many and perhaps split what is left."""
    if n >= k:
        for rest in range((n - k) // 2 + 1):
            yield rest, n - k - rest


@gr.heap_game
def split_any(n: int):
    """Take some, or take some and split the rest."""
    for k in range(1, n + 1):
        for rest in range((n - k) // 2 + 1):
            yield rest, n - k - rest


@gr.heap_game
def unequal(n: int, *, by: int = 1):
    """Split a heap into two that differ by at least so many."""
    for k in range(1, n // 2 + 1):
        if n - k - k >= by:
            yield k, n - k


@gr.heap_game
def halve(n: int):
    """Leave the half, or split a heap into halves."""
    if n > 1:
        yield (n // 2,)
        yield n // 2, n - n // 2


@gr.heap_game
def thirds(n: int):
    """Split a heap into three."""
    for a in range(1, n // 3 + 1):
        for b in range(a, (n - a) // 2 + 1):
            yield a, b, n - a - b


@gr.heap_game
def even_split(n: int):
    """Split an even heap into two, take one from an odd one."""
    if n % 2 == 0:
        for k in range(1, n // 2 + 1):
            yield k, n - k
    else:
        yield (n - 1,)


@gr.heap_game
def look_back(n: int, *, c: int = 3):
    """Take 1, 4 or 9, or leave 1 and a heap that is smaller by c."""
    for k in (1, 4, 9):
        if k <= n:
            yield (n - k,)
    if n >= c:
        yield 1, n - c


@gr.heap_game
def beside(n: int, *, c: int = 2):
    """Take c, or leave 2 and 3 beside a heap that is smaller by c + 4."""
    if n >= c:
        yield (n - c,)
    if n >= c + 4:
        yield 2, 3, n - c - 4


@gr.heap_game
def at_most_half(n: int):
    """Take at most half of a heap."""
    for k in range(1, n // 2 + 1):
        yield (n - k,)


@gr.heap_game
def half_or_split(n: int):
    """Take at most half of a heap, or leave 1 beside one that is smaller by 1."""
    for k in range(1, n // 2 + 1):
        yield (n - k,)
    if n > 2:
        yield 1, n - 1


@gr.heap_game
def mod_three(n: int):
    """Take 1 or 2, of a multiple of three also 3."""
    for k in range(1, min(n, 3) + 1):
        if k < 3 or n % 3 == 0:
            yield (n - k,)
