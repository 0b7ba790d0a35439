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

// The n-th tab (from 1) at or behind `at`, or `end` if there are fewer. A line of a treebank is mostly one or two
// blocks long, so this takes the time of a single memchr whatever n is.
inline const char* nth_tab(const char* at, const char* end, int n) {
    while (at < end) {
        char last_block[64] = {};
        const auto left = static_cast<std::size_t>(end - at);
        if (left < 64) std::memcpy(last_block, at, left);
        std::uint64_t mask = tabs_in_block(left < 64 ? last_block : at);
        const int count = std::popcount(mask);
        if (count >= n) {
            for (int skipped = 1; skipped < n; ++skipped) mask &= mask - 1;
            return at + std::countr_zero(mask);
        }
        n -= count;
        at += 64;
    }
    return end;
}

}  // namespace crossarc
