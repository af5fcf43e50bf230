// The nimber of the empty board of impartial NoGo, where both players may place a stone of either colour, from a table of
// all 3^cells fillings: ./impartial_nogo ROWS COLUMNS prints the nimber and how many fillings are positions of the game.
//
// A filling is a number with a digit of base 3 a cell (free, black, white). A move changes a digit from 0, so options are
// larger numbers, and going down from the largest each nimber is the least that no option has. Half a byte a filling.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Cells = uint32_t;
using Number = uint64_t;

const int NONE = 15;  // the entry of a filling that is no position

struct Table {
    std::vector<uint8_t> halves;

    explicit Table(Number fillings) : halves((fillings + 1) / 2, NONE | NONE << 4) {}
    int at(Number filling) const { return halves[filling >> 1] >> (filling & 1) * 4 & 15; }
    void put(Number filling, int value) { halves[filling >> 1] ^= (at(filling) ^ value) << (filling & 1) * 4; }
};

struct Board {
    int cells, columns;
    Cells all, first, last;  // all cells, those of the first and of the last column

    Board(int rows, int columns) : cells(rows * columns), columns(columns), all((Cells(1) << cells) - 1), first(0) {
        for (int row = 0; row < rows; row++) first |= Cells(1) << row * columns;
        last = first << (columns - 1);
    }
    Cells beside(Cells some) const {
        return (some << columns | some >> columns | (some & ~last) << 1 | (some & ~first) >> 1) & all;
    }
    bool breathes(Cells stones, Cells free) const {
        Cells reached = 0;
        for (Cells front = beside(free) & stones; front; front = beside(front) & stones & ~reached) reached |= front;
        return reached == stones;
    }
};

int main(int count, char** words) {
    if (count != 3) return 2;
    const Board board(atoi(words[1]), atoi(words[2]));
    std::vector<Number> power(board.cells + 1, 1);
    for (int i = 0; i < board.cells; i++) power[i + 1] = 3 * power[i];

    Table table(power[board.cells]);
    Number positions = 0;
    Cells black = 0, white = board.all;
    for (Number filling = power[board.cells]; filling-- > 0;) {
        const Cells free = board.all & ~(black | white);
        if (free && board.breathes(black, free) && board.breathes(white, free)) {
            uint32_t seen = 0;
            for (Cells left = free; left; left &= left - 1) {
                const Number digit = power[__builtin_ctz(left)];
                seen |= 1u << table.at(filling + digit) | 1u << table.at(filling + 2 * digit);
            }
            const int mex = __builtin_ctz(~(seen & ~(1u << NONE)));
            if (mex == NONE) return 3;  // half a byte does not hold it
            table.put(filling, mex);
            positions++;
        }
        Cells digit = 1;  // the digits of the next filling: those that are 0 become 2, the first other one becomes less
        for (; digit & free; digit <<= 1) white |= digit;
        if (digit & white) white ^= digit, black ^= digit;
        else black &= ~digit;
    }
    printf("%d %llu\n", table.at(0), (unsigned long long)positions);
}
