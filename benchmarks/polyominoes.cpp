// The values of all connected Domineering boards of n squares, one of each eight that are turned and reflected into each
// other: ./polyominoes N writes 32 bytes a board to the output, its shape (256 * rows + columns), two words of its squares
// (bit row * columns + column, the low word first), and a hash of the canonical form of its value.
//
// Boards are enumerated by D. H. Redelmeier's method (*Counting polyominoes: yet another attack*, 1981); a value is built
// from those of boards with two squares less, which are kept. A number is written as the game that it is, {0|} and so on.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using Word = uint64_t;
using Mask = unsigned __int128;
using Ids = std::vector<int>;

Word mixed(Word x) {  // the last steps of splitmix64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

// -- canonical forms -------------------------------------------------------------------------------------------------------

struct Options {
    Ids left, right;
    bool operator==(const Options& other) const { return left == other.left && right == other.right; }
};

struct OptionsHash {
    size_t operator()(const Options& options) const {
        Word h = 1;
        for (int x : options.left) h = mixed(h + x);
        h = mixed(h + 0x9E3779B97F4A7C15);
        for (int x : options.right) h = mixed(h + x);
        return h;
    }
};

struct PairHash {
    size_t operator()(Word pair) const { return mixed(pair); }
};

void sort_out(Ids& ids) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

class Games {
    std::vector<Options> games;
    std::vector<Word> hashes;
    Ids negatives;
    std::unordered_map<Options, int, OptionsHash> known, built;  // ids by canonical options; by any
    std::unordered_map<Word, bool, PairHash> orders;
    std::unordered_map<Word, int, PairHash> sums;

    static Word pair(int x, int y) { return Word(x) << 32 | unsigned(y); }

    // Whether x <= {left|right}, and whether {left|right} <= x, for options that are no game yet.
    bool below(int x, const Options& g) {
        for (int l : games[x].left)
            if (below(g, l)) return false;
        for (int r : g.right)
            if (below(r, x)) return false;
        return true;
    }
    bool below(const Options& g, int x) {
        for (int l : g.left)
            if (below(x, l)) return false;
        for (int r : games[x].right)
            if (below(r, g)) return false;
        return true;
    }

    // Take the place of a reversible option by what it is reversed to; whether there was one.
    bool reversed(Options& g) {
        for (size_t i = 0; i < g.left.size(); i++)
            for (int back : games[g.left[i]].right)
                if (below(back, g)) {
                    g.left.erase(g.left.begin() + i);
                    g.left.insert(g.left.end(), games[back].left.begin(), games[back].left.end());
                    sort_out(g.left);
                    return true;
                }
        for (size_t i = 0; i < g.right.size(); i++)
            for (int back : games[g.right[i]].left)
                if (below(g, back)) {
                    g.right.erase(g.right.begin() + i);
                    g.right.insert(g.right.end(), games[back].right.begin(), games[back].right.end());
                    sort_out(g.right);
                    return true;
                }
        return false;
    }

    void undominated(Ids& options, bool greatest) {
        Ids kept;
        for (int x : options) {
            bool best = true;
            for (int y : options) best &= x == y || !(greatest ? below(x, y) : below(y, x));
            if (best) kept.push_back(x);
        }
        options = kept;
    }

    int interned(const Options& g) {
        auto [place, fresh] = known.try_emplace(g, int(games.size()));
        if (fresh) {
            Word left = 0, right = 0;
            for (int x : g.left) left += mixed(hashes[x] ^ 1);
            for (int x : g.right) right += mixed(hashes[x] ^ 2);
            games.push_back(g);
            hashes.push_back(mixed(left + 3 * right + 5));
            negatives.push_back(-1);
        }
        return place->second;
    }

public:
    Games() { interned({}); }
    size_t size() const { return games.size(); }
    Word hash(int x) const { return hashes[x]; }

    bool below(int x, int y) {
        if (x == y) return true;
        if (auto found = orders.find(pair(x, y)); found != orders.end()) return found->second;
        bool answer = true;
        for (size_t i = 0; answer && i < games[x].left.size(); i++) answer = !below(y, games[x].left[i]);
        for (size_t i = 0; answer && i < games[y].right.size(); i++) answer = !below(games[y].right[i], x);
        return orders[pair(x, y)] = answer;
    }

    int game(Options g) {
        sort_out(g.left), sort_out(g.right);
        if (auto found = built.find(g); found != built.end()) return found->second;
        const Options asked = g;
        while (reversed(g)) {}
        undominated(g.left, true), undominated(g.right, false);
        return built[asked] = interned(g);
    }

    int negative(int x) {
        if (negatives[x] < 0) {
            Options g;
            const Options own = games[x];
            for (int r : own.right) g.left.push_back(negative(r));
            for (int l : own.left) g.right.push_back(negative(l));
            sort_out(g.left), sort_out(g.right);
            const int y = interned(g);
            negatives[x] = y, negatives[y] = x;
        }
        return negatives[x];
    }

    int sum(int x, int y) {
        if (x > y) std::swap(x, y);
        if (x == 0) return y;
        if (auto found = sums.find(pair(x, y)); found != sums.end()) return found->second;
        const Options one = games[x], other = games[y];
        Options g;
        for (int l : one.left) g.left.push_back(sum(l, y));
        for (int l : other.left) g.left.push_back(sum(x, l));
        for (int r : one.right) g.right.push_back(sum(r, y));
        for (int r : other.right) g.right.push_back(sum(x, r));
        return sums[pair(x, y)] = game(g);
    }
};

// -- boards ----------------------------------------------------------------------------------------------------------------

struct Square {
    int row, column;
};

struct Board {
    int rows, columns;
    Mask squares;
    Mask key() const { return Mask(rows << 8 | columns) << 96 | squares; }
};

struct Folded {
    Board board;
    bool turned;  // the least image is one with rows for columns: its value is the negative
};

// Return the least of the eight images of some squares within a rectangle; `Bits` holds its cells.
template <typename Bits>
Folded folded(const Square* squares, int count, int top, int left, int rows, int columns) {
    Bits least = ~Bits(0);
    bool negative = false;
    for (int turned = rows > columns; turned <= (rows >= columns); turned++) {
        const int high = turned ? columns : rows, wide = turned ? rows : columns;
        for (int flips = 0; flips < 4; flips++) {
            Bits image = 0;
            for (int i = 0; i < count; i++) {
                int row = squares[i].row - top, column = squares[i].column - left;
                if (turned) std::swap(row, column);
                if (flips & 1) row = high - 1 - row;
                if (flips & 2) column = wide - 1 - column;
                image |= Bits(1) << (row * wide + column);
            }
            if (image < least) least = image, negative = turned;
        }
    }
    return {{std::min(rows, columns), std::max(rows, columns), least}, negative};
}

Folded folded(const Square* squares, int count) {
    int top = 99, left = 99, bottom = 0, right = 0;
    for (int i = 0; i < count; i++) {
        top = std::min(top, squares[i].row), bottom = std::max(bottom, squares[i].row);
        left = std::min(left, squares[i].column), right = std::max(right, squares[i].column);
    }
    const int rows = bottom - top + 1, columns = right - left + 1;
    return rows * columns <= 64 ? folded<Word>(squares, count, top, left, rows, columns)
                                : folded<Mask>(squares, count, top, left, rows, columns);
}

// The values of boards that were met, by their keys: open addresses, the zero key is free.
class Values {
    std::vector<Mask> keys;
    std::vector<int> values;
    size_t count = 0;

    size_t place(Mask key) const {
        size_t at = mixed(Word(key) ^ mixed(Word(key >> 64))) & (keys.size() - 1);
        while (keys[at] && keys[at] != key) at = (at + 1) & (keys.size() - 1);
        return at;
    }

public:
    Values() : keys(1024), values(1024) {}
    int at(Mask key) const { return values[place(key)]; }
    void put(Mask key, int value) {
        if (2 * ++count > keys.size()) {
            Values larger;
            larger.keys.assign(2 * keys.size(), 0), larger.values.assign(2 * keys.size(), 0);
            for (size_t i = 0; i < keys.size(); i++)
                if (keys[i]) {
                    const size_t to = larger.place(keys[i]);
                    larger.keys[to] = keys[i], larger.values[to] = values[i];
                }
            keys.swap(larger.keys), values.swap(larger.values);
        }
        const size_t to = place(key);
        keys[to] = key, values[to] = value;
    }
};

const int MOST = 20, WIDE = 2 * MOST + 1;  // squares of a board; columns of the half-plane in which it grows

// Squares as bits of rows, with a border around them.
struct Rows {
    uint32_t rows[MOST + 2] = {};

    bool has(Square square) const { return rows[square.row] >> square.column & 1; }
    void put(Square square) { rows[square.row] |= 1u << square.column; }
    bool take(Square square) {
        const bool there = has(square);
        rows[square.row] &= ~(1u << square.column);
        return there;
    }
};

class Census {
    Games games;
    Values values;
    int size = 0;
    bool kept = false, written = false;
    Square squares[MOST];
    bool met[MOST + 1][WIDE] = {};

    static const int* step(int way) {
        static const int steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return steps[way];
    }

    // Return the value of what is left when two squares of a board are covered: the sum over its connected parts.
    int value_without(Rows left, const Square* board, Square one, Square other) {
        left.take(one), left.take(other);
        int total = 0;
        for (int i = 0; i < size; i++) {
            if (!left.take(board[i])) continue;
            Square part[MOST];
            int count = 0;
            part[count++] = board[i];
            for (int k = 0; k < count; k++)
                for (int way = 0; way < 4; way++) {
                    const Square next{part[k].row + step(way)[0], part[k].column + step(way)[1]};
                    if (left.take(next)) part[count++] = next;
                }
            if (count == 1) continue;
            const Folded found = folded(part, count);
            const int value = values.at(found.board.key());
            total = games.sum(total, found.turned ? games.negative(value) : value);
        }
        return total;
    }

    int value(const Board& board) {
        Rows there;
        Square own[MOST];
        int count = 0;
        for (int row = 0; row < board.rows; row++)
            for (int column = 0; column < board.columns; column++)
                if (board.squares >> (row * board.columns + column) & 1) {
                    own[count++] = {row + 1, column + 1};
                    there.put(own[count - 1]);
                }
        Options g;
        for (int i = 0; i < size; i++)
            for (int way = 0; way < 2; way++) {
                const Square other{own[i].row + step(way)[0], own[i].column + step(way)[1]};
                if (there.has(other))
                    (way == 0 ? g.left : g.right).push_back(value_without(there, own, own[i], other));
            }
        return games.game(g);
    }

    // A board as it was grown: looked at where it is the least of its images.
    void look() {
        const Folded found = folded(squares, size);
        int top = 99, left = 99;
        for (int i = 0; i < size; i++) top = std::min(top, squares[i].row), left = std::min(left, squares[i].column);
        Mask own = 0;
        for (int i = 0; i < size; i++) {
            const int at = (squares[i].row - top) * found.board.columns + squares[i].column - left;
            if (at >= found.board.rows * found.board.columns) return;
            own |= Mask(1) << at;
        }
        if (own != found.board.squares || !inside(found.board, left)) return;
        const int value_of_it = value(found.board);
        if (kept) values.put(found.board.key(), value_of_it);
        if (written) {
            const Word record[4] = {Word(found.board.rows << 8 | found.board.columns), Word(found.board.squares),
                                    Word(found.board.squares >> 64), games.hash(value_of_it)};
            fwrite(record, sizeof record, 1, stdout);
        }
    }
    bool inside(const Board& board, int left) const {
        for (int i = 0; i < size; i++)
            if (squares[i].column - left >= board.columns) return false;
        return true;
    }

    // Grow the board of `count` squares by those of `open` from `first` on.
    void grow(int count, std::vector<Square>& open, size_t first) {
        const size_t end = open.size();
        for (size_t i = first; i < end; i++) {
            squares[count] = open[i];
            if (count + 1 == size) {
                look();
                continue;
            }
            for (int way = 0; way < 4; way++) {
                const Square next{open[i].row + step(way)[0], open[i].column + step(way)[1]};
                if (next.row < 0 || (next.row == 0 && next.column < MOST) || met[next.row][next.column]) continue;
                met[next.row][next.column] = true;
                open.push_back(next);
            }
            grow(count + 1, open, i + 1);
            for (; open.size() > end; open.pop_back()) met[open.back().row][open.back().column] = false;
        }
    }

public:
    void run(int most) {
        for (size = 1; size <= most; size++) {
            kept = size <= most - 2, written = size == most;
            if (!kept && !written) continue;  // nothing asks for boards with one square less
            std::vector<Square> open{{0, MOST}};
            met[0][MOST] = true;
            grow(0, open, 0);
        }
        fprintf(stderr, "%zu canonical forms\n", games.size());
    }
};

int main(int count, char** words) {
    if (count != 2 || atoi(words[1]) < 1 || atoi(words[1]) > MOST) return 2;
    static Census census;
    census.run(atoi(words[1]));
}
