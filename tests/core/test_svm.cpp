// Kernel machines: decisions by hand, and bytes that come back or are refused.
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/svm/kernel_machine.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

// Three classes with a vector each: {10, 20}, {20, 30}, {30}.
KernelMachine::Arrays three_classes() {
    return {{4, 0, 2}, {1, 1, 1}, {10, 20, 30}, {0, 1, 3, 5}, {0, 0, 1, 1, 2}, {1.0, -2.0, 3.0, 0.5, 1.5, -1.0}, {0.1, 0.2, 0.3}};
}

constexpr Kernel kernel{0.5, 1.0, 2};

template <typename Make>
bool is_refused(Make&& make) {
    try {
        make();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void decisions_by_hand() {
    const KernelMachine machine(kernel, three_classes(), 5);
    KernelMachine::Memory memory;
    const std::vector<FeatureKey> keys{20, 30, 99};
    machine.decide(keys, memory);
    const double one = std::pow(0.5 * 1 + 1.0, 2), two = std::pow(0.5 * 2 + 1.0, 2);  // shared features: 1, 2, 1
    CHECK_EQUAL(memory.decisions.size(), 3u);
    CHECK(std::abs(memory.decisions[0] - (0.1 + 1.0 * one - 2.0 * two)) < 1e-12);
    CHECK(std::abs(memory.decisions[1] - (0.2 + 0.5 * one + 3.0 * one)) < 1e-12);
    CHECK(std::abs(memory.decisions[2] - (0.3 + 1.5 * two - 1.0 * one)) < 1e-12);
    float scores[5] = {-9, -9, -9, -9, -9};
    machine.score(keys, memory, scores);
    CHECK_EQUAL(scores[1], -9.0f);
    CHECK(scores[0] > scores[4] && scores[4] > scores[2]);  // two pairs, one, none
}

void bytes_come_back() {
    const KernelMachine machine(kernel, three_classes(), 5);
    std::string bytes;
    machine.write(bytes);
    std::string_view rest = bytes;
    const KernelMachine again(kernel, rest, 5);
    CHECK_EQUAL(rest.size(), 0u);
    std::string same;
    again.write(same);
    CHECK(same == bytes);
    for (std::size_t size = 0; size < bytes.size(); size += 8) {
        std::string_view cut(bytes.data(), size);
        CHECK(is_refused([&] { KernelMachine(kernel, cut, 5); }));
    }
}

void nonsense_is_refused() {
    const auto refused = [](auto&& spoil) {
        KernelMachine::Arrays arrays = three_classes();
        spoil(arrays);
        CHECK(is_refused([&] { KernelMachine(kernel, std::move(arrays), 5); }));
    };
    refused([](auto& a) { a.classes[0] = 5; });
    refused([](auto& a) { a.supports[1] = -1; });
    refused([](auto& a) { a.keys[2] = 10; });
    refused([](auto& a) { a.offsets[1] = 4; });
    refused([](auto& a) { a.vectors[0] = 3; });
    refused([](auto& a) { a.coefficients.pop_back(); });
    refused([](auto& a) { a.intercepts[0] = NAN; });
    refused([](auto& a) { a = {}; });
}

}  // namespace

int main() {
    decisions_by_hand();
    bytes_come_back();
    nonsense_is_refused();
}
