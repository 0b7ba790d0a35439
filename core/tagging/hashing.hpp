// Hashes of what features see, the same on every machine: models rely on them.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "core/features/templates.hpp"

namespace crossarc::tagging {

using Hash = std::uint64_t;

// The finalizer of SplitMix64.
inline Hash mixed(Hash value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

inline Hash hash_of(std::string_view string) {
    Hash hash = 0xCBF29CE484222325u;  // FNV-1a
    for (const char c : string) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return mixed(hash);
}

// The key of a feature: the number of its template and what it sees.
inline FeatureKey feature(unsigned number, Hash seen) { return mixed(seen + number * 0x9E3779B97F4A7C15u); }
inline FeatureKey feature(unsigned number, Hash first, Hash second) {
    return feature(number, first + std::rotl(second, 27) * 0xD6E8FEB86659FD93u);
}
inline FeatureKey feature(unsigned number, Hash first, Hash second, Hash third) {
    return feature(number, first + std::rotl(second, 27) * 0xD6E8FEB86659FD93u, third);
}

}  // namespace crossarc::tagging
