// The peer of `dense_loopy.py`: the same algorithm by hand, with the rules inlined.
//   g++ -O3 -march=native -pthread -o dense_loopy dense_loopy.cpp && ./dense_loopy SIDE THREADS
// A word of 16 bits holds a position's status, or how many of its children are not yet known to be won for the opponent.
// Prints positions, the sum of all words, and seconds.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

using u64 = std::uint64_t;
using i64 = std::int64_t;
using u16 = std::uint16_t;

static i64 n, cells, size;
static u16* status;
static const u64 CHUNK = 1 << 16;

// Children, or parents: those who move to the other place before the turn changes; a parent is no ending.
template <bool back> static inline int steps(u64 key, i64* out) {
    u64 pair = key >> 1, cop = pair / cells, robber = pair - cop * cells;
    bool chased = (key & 1) != back;
    i64 cell = chased ? robber : cop, other = back ? (chased ? cop : robber) : -1, scale = chased ? 2 : 2 * cells;
    i64 row = static_cast<u64>(cell) / static_cast<u64>(n), column = cell - row * n, base = (key ^ 1) - cell * scale;
    int found = 0;
    for (i64 r = std::max<i64>(row - 1, 0); r <= std::min(row + 1, n - 1); r++)
        for (i64 c = std::max<i64>(column - 1, 0); c <= std::min(column + 1, n - 1); c++) {
            i64 place = r * n + c;
            out[found] = base + place * scale;
            found += place != other;
        }
    return found;
}

static void begin(i64 low, i64 high) {
    i64 out[10];
    for (i64 key = low; key < high; key++) {
        u64 pair = key >> 1, cop = pair / cells, robber = pair - cop * cells;
        status[key] = cop == robber ? (key & 1 ? 2 : 1) : steps<false>(key, out) << 2;
    }
}

static void parents(u64 key, unsigned moves, bool alone, std::vector<i64>& settled) {
    i64 out[10];
    int found = steps<true>(key, out);
    bool lost = (status[key] & 3) == 2;
    for (int k = 0; k < found; k++) {
        u16 word = __atomic_load_n(&status[out[k]], __ATOMIC_RELAXED);
        while (!(word & 3) && word) {
            u16 made = lost ? (moves + 1) << 2 | 1 : word == 4 ? (moves + 1) << 2 | 2 : word - 4;
            if (alone)
                status[out[k]] = made;
            else if (!__atomic_compare_exchange_n(
                         &status[out[k]], &word, made, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                continue;
            if (made & 3) settled.push_back(out[k]);
            break;
        }
    }
}

template <class Work> static void all(int threads, u64 total, Work work) {
    std::atomic<u64> next{0};
    auto take = [&](int mine) {
        for (u64 low; (low = next.fetch_add(CHUNK)) < total;) work(mine, low, std::min(low + CHUNK, total));
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads && total > CHUNK; t++) others.emplace_back(take, t);
    take(0);
    for (auto& each : others) each.join();
}

int main(int argc, char** argv) {
    n = argc > 1 ? std::atoll(argv[1]) : 40;
    int threads = argc > 2 ? std::atoi(argv[2]) : 1;
    cells = n * n;
    size = 2 * cells * cells;
    auto since = std::chrono::steady_clock::now();
    status = static_cast<u16*>(std::calloc(size, 2));
    all(threads, size, [](int, u64 low, u64 high) { begin(low, high); });
    std::vector<std::vector<i64>> now(threads), next(threads);
    const u64 room = size / 64 / threads + 4096;
    bool scan = true;
    for (unsigned moves = 0;; moves++) {
        if (scan) {
            all(threads, size, [&](int mine, u64 low, u64 high) {
                for (u64 key = low; key < high; key++)
                    if (status[key] >> 2 == moves && status[key] & 3) parents(key, moves, threads == 1, next[mine]);
            });
        } else {
            for (auto& list : now)
                all(threads, list.size(), [&](int mine, u64 low, u64 high) {
                    for (u64 k = low; k < high; k++) parents(list[k], moves, threads == 1, next[mine]);
                });
        }
        u64 found = 0;
        scan = false;
        for (int t = 0; t < threads; t++) {
            found += next[t].size();
            scan |= next[t].size() > room;
            now[t].swap(next[t]);
            next[t].clear();
        }
        if (!found) break;
    }
    u64 sum = 0;
    for (i64 key = 0; key < size; key++) {
        if (!(status[key] & 3)) status[key] = 0;
        sum += status[key];
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
    std::printf("%lld %llu %.6f\n", static_cast<long long>(size), static_cast<unsigned long long>(sum), took.count());
}
