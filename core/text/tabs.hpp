#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define CROSSARC_SSE2 1
#endif

namespace crossarc {

// Bit i is set where byte i of a block of 64 is a tab.
inline std::uint64_t tabs_in_block(const char* block) {
    std::uint64_t mask = 0;
#ifdef CROSSARC_SSE2
    const __m128i tab = _mm_set1_epi8('\t');
    for (int part = 0; part < 4; ++part) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, tab)));
        mask |= static_cast<std::uint64_t>(bits) << (16 * part);
    }
#else
    for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(block[i] == '\t') << i;
#endif
    return mask;
}

// Finds tabs one after the other, a block of 64 bytes at a time: a line of a treebank is mostly one or two blocks
// long, so that skipping to a column takes the time of a single memchr, whichever it is.
class TabFinder {
  public:
    TabFinder(const char* begin, const char* end) : block_(begin), end_(end) { load(); }

    // The n-th tab (from 1) behind the last one found, or the end if there are fewer.
    const char* skip(int n) {
        for (int count; (count = std::popcount(tabs_)) < n; load()) {
            n -= count;
            if (end_ - block_ <= 64) {
                tabs_ = 0;
                return end_;
            }
            block_ += 64;
        }
        for (; n > 1; --n) tabs_ &= tabs_ - 1;
        const char* const tab = block_ + std::countr_zero(tabs_);
        tabs_ &= tabs_ - 1;
        return tab;
    }

  private:
    void load() {
        const auto left = static_cast<std::size_t>(end_ - block_);
        if (left >= 64) {
            tabs_ = tabs_in_block(block_);
        } else {
            char last_block[64] = {};
            std::memcpy(last_block, block_, left);
            tabs_ = tabs_in_block(last_block);
        }
    }

    const char* block_;
    const char* end_;
    std::uint64_t tabs_ = 0;  // those of the block that are not found yet
};

}  // namespace crossarc
