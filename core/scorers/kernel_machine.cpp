#include "core/scorers/kernel_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace crossarc {
namespace {

constexpr std::size_t alignment = 8;

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

template <typename T>
void write_array(const std::vector<T>& values, std::string& bytes) {
    const std::uint64_t count = values.size();
    bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

template <typename T>
std::vector<T> read_array(std::string_view& bytes) {
    std::uint64_t count = 0;
    if (bytes.size() < sizeof count) refuse("a support vector machine is cut off");
    std::memcpy(&count, bytes.data(), sizeof count);
    bytes.remove_prefix(sizeof count);
    if (count > bytes.size() / sizeof(T)) refuse("a support vector machine is cut off");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
    const std::size_t taken = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    bytes.remove_prefix(std::min(taken, bytes.size()));
    return values;
}

KernelMachine::Arrays read_arrays(std::string_view& bytes) {
    KernelMachine::Arrays arrays;
    arrays.classes = read_array<std::int32_t>(bytes);
    arrays.supports = read_array<std::int32_t>(bytes);
    arrays.keys = read_array<FeatureKey>(bytes);
    arrays.offsets = read_array<std::int64_t>(bytes);
    arrays.vectors = read_array<std::int32_t>(bytes);
    arrays.coefficients = read_array<double>(bytes);
    arrays.intercepts = read_array<double>(bytes);
    return arrays;
}

}  // namespace

KernelMachine::KernelMachine(const Kernel& kernel, Arrays arrays, int class_count)
    : kernel_(kernel), arrays_(std::move(arrays)) {
    check(class_count);
    vectors_ = std::accumulate(arrays_.supports.begin(), arrays_.supports.end(), std::size_t{0});
}

KernelMachine::KernelMachine(const Kernel& kernel, std::string_view& bytes, int class_count)
    : KernelMachine(kernel, read_arrays(bytes), class_count) {}

void KernelMachine::check(int class_count) const {
    const Arrays& a = arrays_;
    const std::size_t classes = a.classes.size();
    if (classes == 0 || a.supports.size() != classes) refuse("a support vector machine has no classes");
    for (const std::int32_t of_class : a.classes)
        if (of_class < 0 || of_class >= class_count) refuse("a support vector machine has a class that is none");
    std::int64_t vectors = 0;
    for (const std::int32_t support : a.supports) {
        if (support < 0) refuse("a class has fewer than no support vectors");
        vectors += support;
    }
    if (vectors > INT32_MAX || static_cast<std::size_t>(vectors) * (classes - 1) != a.coefficients.size() ||
        a.intercepts.size() != classes * (classes - 1) / 2)
        refuse("a support vector machine lacks coefficients");
    if (a.offsets.size() != a.keys.size() + 1 || a.offsets.front() != 0 ||
        a.offsets.back() != static_cast<std::int64_t>(a.vectors.size()) ||
        !std::is_sorted(a.offsets.begin(), a.offsets.end()))
        refuse("the features of a support vector machine do not fit");
    if (std::adjacent_find(a.keys.begin(), a.keys.end(), std::greater_equal<>()) != a.keys.end())
        refuse("the features of a support vector machine are not in order");
    for (const std::int32_t vector : a.vectors)
        if (vector < 0 || vector >= vectors) refuse("a feature belongs to no support vector");
    const auto is_finite = [](double value) { return std::isfinite(value); };
    if (!std::all_of(a.coefficients.begin(), a.coefficients.end(), is_finite) ||
        !std::all_of(a.intercepts.begin(), a.intercepts.end(), is_finite))
        refuse("a support vector machine has coefficients that are no numbers");
}

void KernelMachine::write(std::string& bytes) const {
    write_array(arrays_.classes, bytes);
    write_array(arrays_.supports, bytes);
    write_array(arrays_.keys, bytes);
    write_array(arrays_.offsets, bytes);
    write_array(arrays_.vectors, bytes);
    write_array(arrays_.coefficients, bytes);
    write_array(arrays_.intercepts, bytes);
}

void KernelMachine::decide(std::span<const FeatureKey> keys, Memory& memory) const {
    const Arrays& a = arrays_;
    memory.shared.assign(vectors_, 0);
    for (const FeatureKey key : keys) {
        const auto found = std::lower_bound(a.keys.begin(), a.keys.end(), key);
        if (found == a.keys.end() || *found != key) continue;
        const auto feature = static_cast<std::size_t>(found - a.keys.begin());
        for (std::int64_t k = a.offsets[feature]; k < a.offsets[feature + 1]; ++k)
            ++memory.shared[static_cast<std::size_t>(a.vectors[static_cast<std::size_t>(k)])];
    }
    // Many vectors share the same number of features: the power is taken once for each number.
    std::vector<double>& values = memory.values;
    double powers[256];
    const std::size_t most = std::min<std::size_t>(keys.size(), 255);
    for (std::size_t count = 0; count <= most; ++count)
        powers[count] = std::pow(kernel_.gamma * static_cast<double>(count) + kernel_.coef0, kernel_.degree);
    values.resize(vectors_);
    for (std::size_t v = 0; v < vectors_; ++v) {
        const auto count = static_cast<std::size_t>(memory.shared[v]);
        values[v] = count <= most
                        ? powers[count]
                        : std::pow(kernel_.gamma * static_cast<double>(count) + kernel_.coef0, kernel_.degree);
    }
    const std::size_t classes = a.classes.size();
    memory.decisions.assign(a.intercepts.begin(), a.intercepts.end());
    std::vector<std::size_t> starts(classes + 1, 0);
    for (std::size_t k = 0; k < classes; ++k) starts[k + 1] = starts[k] + static_cast<std::size_t>(a.supports[k]);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t j = i + 1; j < classes; ++j, ++pair) {
            const double* const of_i = a.coefficients.data() + (j - 1) * vectors_;
            const double* const of_j = a.coefficients.data() + i * vectors_;
            double sum = 0.0;
            for (std::size_t v = starts[i]; v < starts[i + 1]; ++v) sum += of_i[v] * values[v];
            for (std::size_t v = starts[j]; v < starts[j + 1]; ++v) sum += of_j[v] * values[v];
            memory.decisions[pair] += sum;
        }
    }
}

void KernelMachine::score(std::span<const FeatureKey> keys, Memory& memory, float* scores) const {
    decide(keys, memory);
    const std::size_t classes = arrays_.classes.size();
    std::vector<double> votes(classes, 0.0), confidences(classes, 0.0);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t j = i + 1; j < classes; ++j, ++pair) {
            const double decision = memory.decisions[pair];
            confidences[i] += decision;
            confidences[j] -= decision;
            votes[decision > 0 ? i : j] += 1.0;
        }
    }
    for (std::size_t k = 0; k < classes; ++k)
        scores[arrays_.classes[k]] =
            static_cast<float>(votes[k] + confidences[k] / (3.0 * (std::abs(confidences[k]) + 1.0)));
}

}  // namespace crossarc
