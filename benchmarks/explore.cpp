// The peer of `explore.py`: the same search, written by hand as well as we can, with the rule inlined.
//   g++ -O3 -march=native -o explore explore.cpp && ./explore HEAPS SIZE
// Game: some heaps; a move takes 1 to 3 counters from one heap. Prints positions, moves, seconds, and a hash of the arrows.
// A position is one word. Words stand in the hash table beside their numbers, so that a move costs one miss; the places of
// the options of 32 positions are fetched before any is looked up; memory is asked for in huge pages and never zeroed twice.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
struct Array {
    T* data = nullptr;
    u64 room = 0;
    void need(u64 count) {
        if (count <= room) return;
        u64 wanted = room ? room : 4096;
        while (wanted < count) wanted += wanted / 2;
        void* place = data ? mremap(data, room * sizeof(T), wanted * sizeof(T), MREMAP_MAYMOVE)
                           : mmap(nullptr, wanted * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        madvise(place, wanted * sizeof(T), MADV_HUGEPAGE);
        data = static_cast<T*>(place);
        room = wanted;
    }
};

struct Slot {
    u64 key;  // a word + 1; 0 is an empty slot
    u64 number;
};

constexpr int block = 32, most = 24;
static Array<u64> words;
static Array<u32> offsets, edges;
static Slot* table = nullptr;
static u64 size = 0;
static int shift;

static inline u64 slot_of(u64 word) {
    word *= 0x9E3779B97F4A7C15ull;
    word ^= word >> 32;
    return word * 0xD6E8FEB86659FD93ull >> shift;
}

static void enlarge(u64 count) {
    if (table) munmap(table, size * sizeof(Slot));
    size = size ? 4 * size : 1 << 13;
    shift = 64 - __builtin_ctzll(size);
    void* place = mmap(nullptr, size * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(place, size * sizeof(Slot), MADV_HUGEPAGE);
    table = static_cast<Slot*>(place);
    for (u64 i = 0; i < count; i += block) {
        u64 end = i + block < count ? i + block : count, slots[block];
        for (u64 j = i; j < end; j++) __builtin_prefetch(&table[slots[j - i] = slot_of(words.data[j])], 1);
        for (u64 j = i; j < end; j++) {
            u64 slot = slots[j - i];
            while (table[slot].key) slot = (slot + 1) & (size - 1);
            table[slot] = {words.data[j] + 1, j};
        }
    }
}

int main(int argc, char** argv) {
    const int width = argc > 1 ? std::atoi(argv[1]) : 3;
    const u64 heap = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
    const int bits = 64 - __builtin_clzll(heap | 1);
    const u64 mask = (u64(1) << bits) - 1;
    auto begin = std::chrono::steady_clock::now();
    u64 count = 1, total = 0, options[block * most], slots[block * most];
    words.need(1);
    for (int h = 0; h < width; h++) words.data[0] |= heap << (h * bits);
    enlarge(1);
    for (u64 i = 0; i < count;) {
        u64 end = i + block < count ? i + block : count;
        words.need(count + block * most);
        offsets.need(end + 2);
        edges.need(total + block * most);
        if (2 * (count + block * most) > size) enlarge(count);
        u64 held = 0;
        for (u64 j = i; j < end; j++) {
            const u64 word = words.data[j];
            for (int h = 0; h < width; h++) {
                const u64 counters = word >> (h * bits) & mask;
                for (u64 take = 1; take <= 3 && take <= counters; take++) {
                    options[held] = word - (take << (h * bits));
                    __builtin_prefetch(&table[slots[held] = slot_of(options[held])], 1);
                    held++;
                }
            }
            offsets.data[j + 1] = static_cast<u32>(total + held);
        }
        for (u64 k = 0; k < held; k++) {
            u64 slot = slots[k], key = options[k] + 1;
            while (table[slot].key && table[slot].key != key) slot = (slot + 1) & (size - 1);
            if (!table[slot].key) {
                words.data[count] = options[k];
                table[slot] = {key, count++};
            }
            edges.data[total + k] = static_cast<u32>(table[slot].number);
        }
        total += held;
        i = end;
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    u64 hash = 0;
    for (u64 k = 0; k < total; k++) hash = hash * 31 + edges.data[k];
    std::printf("%llu %llu %.6f %llu\n", (unsigned long long)count, (unsigned long long)total, took.count(), (unsigned long long)hash);
}
