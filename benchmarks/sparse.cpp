// The textbook's sparse space (Winning Ways, chapter 4) by hand, as the peer of benchmarks/sequences.py.
// Usage: sparse DIGITS UNEQUAL FROM TO, the digits d0 d1 d2 ... as one word; prints values a second between FROM and TO.
// One thread, 32-bit marks that need no clearing, a mask by Walsh-Hadamard transform at powers of two.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Values = std::vector<uint16_t>;
static const int V = 4096;

struct Space {
    uint32_t mask = 0;
    bool position = false;
    int odd = 0;  // parity of the digits that split
    bool common(uint32_t value, int64_t n) const {
        return (__builtin_popcount(value & mask) + (position ? n + odd : 0)) & 1;
    }
};

static Space choose(const Values& g, int64_t n, int odd, bool may) {
    std::vector<int64_t> sums[2] = {std::vector<int64_t>(V), std::vector<int64_t>(V)};
    for (int64_t i = 1; i < n; i++) sums[i & 1][g[i]]++;
    for (auto& s : sums)
        for (int h = 1; h < V; h *= 2)
            for (int i = 0; i < V; i += 2 * h)
                for (int k = i; k < i + h; k++) {
                    int64_t a = s[k], b = s[k + h];
                    s[k] = a + b;
                    s[k + h] = a - b;
                }
    Space best;
    best.odd = odd;
    int64_t least = n;
    for (int m = 1; m < V; m++) {
        if (sums[0][m] + sums[1][m] < least) least = sums[0][m] + sums[1][m], best.mask = m, best.position = false;
        int64_t by = (odd ? -1 : 1) * (sums[0][m] - sums[1][m]);
        if (may && by < least) least = by, best.mask = m, best.position = true;
    }
    return best;
}

int main(int argc, char** argv) {
    std::string digits = argv[1];
    bool unequal = atoi(argv[2]) != 0;
    int64_t from = atoll(argv[3]), to = atoll(argv[4]);
    std::vector<int> splits;
    for (size_t m = 0; m < digits.size(); m++)
        if ((digits[m] - '0') & 4) splits.push_back(int(m));
    bool may = true;
    for (int m : splits) may &= (m & 1) == (splits[0] & 1);
    Values g(to);
    std::vector<uint32_t> marks(V), rares;
    Space space;
    space.odd = splits[0] & 1;
    auto start = std::chrono::steady_clock::now();
    for (int64_t n = 0; n < to; n++) {
        if (n == from) start = std::chrono::steady_clock::now();
        if (n >= 1024 && (n & (n - 1)) == 0) {
            space = choose(g, n, splits[0] & 1, may);
            rares.clear();
            for (int64_t i = 1; i < n; i++)
                if (!space.common(g[i], i)) rares.push_back(uint32_t(i));
        }
        uint32_t stamp = uint32_t(n + 1);
        for (size_t m = 0; m < digits.size() && int64_t(m) <= n; m++) {
            int d = digits[m] - '0';
            if (d & 1 && int64_t(m) == n) marks[0] = stamp;
            if (d & 2 && int64_t(m) < n) marks[g[n - m]] = stamp;
        }
        bool sparse = n >= 1024;
        if (sparse)
            for (int m : splits)
                for (uint32_t r : rares) {
                    if (int64_t(r) >= n - m) break;
                    if (!unequal || 2 * int64_t(r) != n - m) marks[g[r] ^ g[n - m - r]] = stamp;
                }
        else
            for (int m : splits)
                for (int64_t a = 1; 2 * a + unequal <= n - m; a++) marks[g[a] ^ g[n - m - a]] = stamp;
        uint32_t value = 0;
        if (sparse) {
            int missing = 0;
            for (; marks[value] == stamp || !space.common(value, n); value++) missing += marks[value] != stamp;
            uint32_t low = 0;
            for (int m : splits)
                for (int64_t a = 1; missing && 2 * a + unequal <= n - m; a++) {
                    uint32_t v = g[a] ^ g[n - m - a];
                    if (marks[v] != stamp) {
                        marks[v] = stamp;
                        missing -= v < value;
                    }
                }
            if (missing) {
                while (marks[low] == stamp) low++;
                value = low;
                rares.push_back(uint32_t(n));
            }
        } else {
            while (marks[value] == stamp) value++;
        }
        g[n] = uint16_t(value);
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    uint64_t sum = 0;
    for (int64_t n = 0; n < to; n++) sum = sum * 31 + g[n];
    printf("%.0f %llu\n", double(to - from) / took.count(), (unsigned long long)sum);
}
