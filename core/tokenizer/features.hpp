// Features of a decision, as numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crossarc::tokenizer {

using Feature = std::uint64_t;

inline std::uint64_t mixed(std::uint64_t value) {  // the finalizer of SplitMix64
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

inline std::uint64_t joined(std::uint64_t first, std::uint64_t second) {
    return mixed(first * 0x9E3779B97F4A7C15u + second);
}

// The features of one decision: each is a template's number and what the template saw.
class FeatureList {
  public:
    static constexpr std::size_t most = 64;

    void clear() { size_ = 0; }
    void add(std::uint64_t kind, std::uint64_t value) { features_[size_++] = joined(kind, value); }
    void add(std::uint64_t kind, std::uint64_t first, std::uint64_t second) { add(kind, joined(first, second)); }
    void add(std::uint64_t kind, std::uint64_t first, std::uint64_t second, std::uint64_t third) {
        add(kind, joined(joined(first, second), third));
    }
    void add_all(std::span<const Feature> features) {
        for (const Feature feature : features) features_[size_++] = feature;
    }
    std::span<const Feature> all() const { return {features_.data(), size_}; }

  private:
    std::array<Feature, most> features_;
    std::size_t size_ = 0;
};

// Lengths in steps that grow: 0 to 4, 5–6, 7–9, 10–14, 15–29, more.
inline std::uint64_t length_step(std::size_t length) {
    if (length < 5) return length;
    return length < 7 ? 5 : length < 10 ? 6 : length < 15 ? 7 : length < 30 ? 8 : 9;
}

}  // namespace crossarc::tokenizer
