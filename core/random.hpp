#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace crossarc {

// Random numbers that are the same on every machine: xoshiro256** (Blackman & Vigna 2018). Each stream of a seed
// is a sequence of its own, so that work can be shared out between threads without changing the result.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t mixer = mixed(seed) + stream;
        for (std::uint64_t& word : state_) word = mixed(mixer += golden_ratio);
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A number below `bound`, each with the same chance (Lemire 2019).
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t too_low = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < too_low) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

  private:
    static constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15u;

    // The finalizer of SplitMix64.
    static std::uint64_t mixed(std::uint64_t value) {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
        return value ^ (value >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace crossarc
