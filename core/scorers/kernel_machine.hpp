// A support vector machine with a polynomial kernel, one class against one (Chang & Lin 2001), over sets of features.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/features/templates.hpp"

namespace crossarc {

// Machines are told apart by a feature, their group. Those of labels are those of transitions within each of
// LabelKinds; in their place comes the kind.
constexpr std::uint64_t label_group(int kind, FeatureKey split) {
    const std::uint64_t mixed = (split ^ (static_cast<std::uint64_t>(kind + 1) << 32)) * 0x9E3779B97F4A7C15u;
    return mixed | (std::uint64_t{1} << 63);
}
inline constexpr std::uint64_t no_group = 0;  // the substitute of all others

// K(x, y) = (gamma · |x ∩ y| + coef0)^degree, as features are there or not.
struct Kernel {
    double gamma = 1.0, coef0 = 0.0;
    std::int32_t degree = 2;
};

// The support vectors are stored by feature: which vectors have it. An example then meets only the vectors that it
// shares a feature with.
class KernelMachine {
  public:
    struct Arrays {
        std::vector<std::int32_t> classes;   // in the order of the pairs: first with second, first with third …
        std::vector<std::int32_t> supports;  // how many of the vectors belong to each class, in the same order
        std::vector<FeatureKey> keys;        // ascending
        std::vector<std::int64_t> offsets;   // of each feature's vectors
        std::vector<std::int32_t> vectors;
        std::vector<double> coefficients;  // [classes - 1][vectors], as LIBSVM arranges them
        std::vector<double> intercepts;    // of the pairs
    };

    // Throw std::invalid_argument if something does not fit together. All classes must be below `class_count`.
    KernelMachine(const Kernel& kernel, Arrays arrays, int class_count);
    KernelMachine(const Kernel& kernel, std::string_view& bytes, int class_count);

    void write(std::string& bytes) const;

    std::span<const std::int32_t> classes() const { return arrays_.classes; }
    std::size_t size() const { return arrays_.coefficients.size(); }

    struct Memory {
        std::vector<std::int32_t> shared;  // how many features each vector shares with the example
        std::vector<double> values;        // of the kernel
        std::vector<double> decisions;     // of the pairs; positive: the first of the two
    };

    void decide(std::span<const FeatureKey> keys, Memory& memory) const;

    // For each of its classes the number of pairs it wins, and below one how clearly; classes that are not its own keep
    // what is in `scores`.
    void score(std::span<const FeatureKey> keys, Memory& memory, float* scores) const;

  private:
    void check(int class_count) const;

    Kernel kernel_;
    Arrays arrays_;
    std::size_t vectors_ = 0;
};

}  // namespace crossarc
