// The peer of `explore.py`: the same search, written by hand, with the rule inlined.
//   g++ -O3 -march=native -o explore explore.cpp && ./explore HEAPS SIZE
// Game: some heaps; a move takes 1 to 3 counters from one heap. Prints positions, moves and seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using u64 = std::uint64_t;
using i64 = std::int64_t;

static int width;
static std::vector<i64> states;
static std::vector<std::uint32_t> table;

static inline u64 mix(const i64* numbers) {
    u64 h = 0;
    for (int k = 0; k < width; k++) {
        u64 x = static_cast<u64>(numbers[k]);
        h = (h + (x ^ (x >> 32))) * 0xD6E8FEB86659FD93ull;
    }
    h ^= h >> 32;
    return (h * 0xD6E8FEB86659FD93ull) >> 32;
}

static void rehash(std::size_t count, std::size_t size) {
    std::vector<std::uint32_t>().swap(table);
    table.assign(size, 0);
    for (std::size_t i = 0; i < count; i++) {
        u64 slot = (mix(&states[i * width]) * size) >> 32;
        while (table[slot]) slot = slot + 1 == size ? 0 : slot + 1;
        table[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

static std::int32_t enter(const i64* child, std::size_t& count) {
    u64 size = table.size();
    u64 slot = (mix(child) * size) >> 32;
    while (std::uint32_t held = table[slot]) {
        const i64* known = &states[static_cast<std::size_t>(held - 1) * width];
        int k = 0;
        while (k < width && known[k] == child[k]) k++;
        if (k == width) return static_cast<std::int32_t>(held - 1);
        slot = slot + 1 == size ? 0 : slot + 1;
    }
    states.insert(states.end(), child, child + width);
    table[slot] = static_cast<std::uint32_t>(++count);
    return static_cast<std::int32_t>(count - 1);
}

int main(int argc, char** argv) {
    width = argc > 1 ? std::atoi(argv[1]) : 3;
    i64 heap = argc > 2 ? std::atoll(argv[2]) : 100;
    auto begin = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> offsets{0};
    std::vector<std::int32_t> edges;
    std::vector<i64> state(width), child(width);
    std::size_t count = 1;
    states.assign(width, heap);
    rehash(1, 8192);
    for (std::size_t i = 0; i < count; i++) {
        if ((count + 3 * width) * 3 / 2 > table.size()) rehash(count, table.size() * 3 / 2);
        state.assign(states.begin() + i * width, states.begin() + (i + 1) * width);
        child = state;
        for (int h = 0; h < width; h++) {
            for (i64 take = 1; take <= 3 && take <= state[h]; take++) {
                child[h] = state[h] - take;
                edges.push_back(enter(child.data(), count));
            }
            child[h] = state[h];
        }
        offsets.push_back(static_cast<std::uint32_t>(edges.size()));
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%zu %zu %.6f\n", count, edges.size(), took.count());
}
