// The peer of `large_games.py`: Connect Four of any size solved level by level, written by hand for it alone.
//   g++ -O3 -march=native -o large_games large_games.cpp && ./large_games WIDTH HEIGHT
// Prints positions, moves, the result of the empty board (0 lost, 1 tied, 2 won), its remoteness, and seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using u64 = std::uint64_t;
using u16 = std::uint16_t;

static int width, height;
static u64 bottoms;

static inline u64 mix(u64 key) {
    key *= 0xD6E8FEB86659FD93ull;
    key ^= key >> 32;
    return (key * 0xD6E8FEB86659FD93ull) >> 32;
}

// An open table: keys + 1, and beside them a word.
struct Table {
    std::vector<u64> slots;
    u64 size = 0, used = 0;

    void clear(u64 room) {
        size = room * 5 / 3 + 16;
        used = 0;
        slots.assign(2 * size, 0);
    }

    // The place of a key, which is entered where it is not there yet.
    u64* at(u64 key, bool& fresh) {
        u64 slot = (mix(key) * size) >> 32;
        while (slots[2 * slot] && slots[2 * slot] != key + 1) slot = slot + 1 == size ? 0 : slot + 1;
        fresh = !slots[2 * slot];
        if (fresh) { slots[2 * slot] = key + 1; used++; }
        return &slots[2 * slot + 1];
    }

    void grow() {
        std::vector<u64> old;
        old.swap(slots);
        clear(2 * used);
        bool fresh;
        for (u64 i = 0; i < old.size(); i += 2)
            if (old[i]) at(old[i] - 1, fresh);
    }
};

static inline bool won(u64 stones) {
    for (int step : {1, height, height + 1, height + 2}) {
        u64 two = stones & stones >> step;
        if (two & two >> 2 * step) return true;
    }
    return false;
}

// A key is own + filled + the cells below the lowest free ones, as is usual; this takes it apart.
static inline void apart(u64 key, u64& own, u64& filled) {
    own = filled = 0;
    for (int c = 0; c < width; c++) {
        u64 column = key >> c * (height + 1) & ((1ull << (height + 1)) - 1);
        int top = 63 - __builtin_clzll(column);
        own |= (column ^ 1ull << top) << c * (height + 1);
        filled |= ((1ull << top) - 1) << c * (height + 1);
    }
}

int main(int argc, char** argv) {
    width = argc > 1 ? std::atoi(argv[1]) : 4;
    height = argc > 2 ? std::atoi(argv[2]) : 5;
    for (int c = 0; c < width; c++) bottoms |= 1ull << c * (height + 1);
    auto begin = std::chrono::steady_clock::now();
    int cells = width * height;
    std::vector<std::vector<u64>> levels(cells + 1);
    u64 tops = bottoms << height, positions = 0, moves = 0, own, filled;
    levels[0].push_back(bottoms);
    Table table;
    bool fresh;
    for (int level = 0; level <= cells; level++) {
        positions += levels[level].size();
        if (level == cells) break;
        auto& next = levels[level + 1];
        table.clear(levels[level].size() + 16);
        for (u64 key : levels[level]) {
            apart(key, own, filled);
            if (won(own ^ filled)) continue;
            for (u64 free = (filled + bottoms) & ~tops; free; free &= free - 1) {
                u64 now = filled | (free & -free);
                u64 child = (own ^ filled) + now + bottoms;
                moves++;
                table.at(child, fresh);
                if (fresh) {
                    next.push_back(child);
                    if (table.used * 5 > table.size * 3) table.grow();
                }
            }
        }
    }
    // A word is 1 + 3 * remoteness + result.
    std::vector<u16> words, below;
    for (int level = cells; level >= 0; level--) {
        if (level < cells) {
            table.clear(levels[level + 1].size());
            for (u64 i = 0; i < levels[level + 1].size(); i++) *table.at(levels[level + 1][i], fresh) = below[i];
        }
        words.assign(levels[level].size(), 0);
        for (u64 i = 0; i < levels[level].size(); i++) {
            apart(levels[level][i], own, filled);
            if (won(own ^ filled)) { words[i] = 1; continue; }
            if (level == cells) { words[i] = 1 + 1; continue; }
            int best = -1 << 20;
            for (u64 free = (filled + bottoms) & ~tops; free; free &= free - 1) {
                u64 now = filled | (free & -free);
                int word = *table.at((own ^ filled) + now + bottoms, fresh) - 1;
                int result = 2 - word % 3, far = word / 3 + 1;
                int score = result == 2 ? 1000 - far : result == 1 ? -far : far - 2000;
                if (score > best) best = score;
            }
            int result = best > 500 ? 2 : best > -1000 ? 1 : 0;
            int far = result == 2 ? 1000 - best : result == 1 ? -best : best + 2000;
            words[i] = 1 + 3 * far + result;
        }
        below.swap(words);
        if (level < cells) std::vector<u64>().swap(levels[level + 1]);
    }
    double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%llu %llu %d %d %.3f\n", (unsigned long long)positions, (unsigned long long)moves, (below[0] - 1) % 3,
                (below[0] - 1) / 3, took);
}
