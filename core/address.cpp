#include "core/address.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace crossarc {

Address::Address(std::string_view text) {
    const auto refuse = [&](const char* why) {
        throw std::invalid_argument("'" + std::string(text) + "' is not an address: " + why);
    };
    std::size_t k = 0;
    const auto at = [&](std::size_t index) { return index < text.size() ? text[index] : '\0'; };
    const auto is_digit = [&](std::size_t index) { return at(index) >= '0' && at(index) <= '9'; };
    switch (at(k++)) {
        case 'S':
            base_ = Base::active;
            break;
        case 'T':
            base_ = Base::inactive;
            break;
        case 'B':
            base_ = Base::buffer;
            break;
        case 'C':
            if (at(k) != 'L' && at(k) != 'R') refuse("L or R follows C");
            base_ = at(k++) == 'L' ? Base::first_between : Base::last_between;
            break;
        case 'U':
            if (at(k) != 'L' && at(k) != 'R') refuse("L or R follows U");
            base_ = at(k++) == 'L' ? Base::first_unlinked : Base::last_unlinked;
            break;
        default:
            refuse("it begins with S (stack), T (inactive stack), B (buffer), CL, CR, UL or UR (between the two)");
    }
    if (base_ <= Base::buffer) {
        if (!is_digit(k)) refuse("a number follows the first letter");
        while (is_digit(k) && depth_ < 1000) depth_ = 10 * depth_ + (at(k++) - '0');
    }
    constexpr std::pair<std::string_view, Step> steps[] = {
        {"l2", Step::left2},         {"l'", Step::left_near},     {"l", Step::left},
        {"r2", Step::right2},        {"r'", Step::right_near},    {"r", Step::right},
        {"h", Step::head},           {"L1", Step::left_link1},    {"L2", Step::left_link2},
        {"L3", Step::left_link3},    {"R1", Step::right_link1},   {"R2", Step::right_link2},
        {"R3", Step::right_link3},   {"LS", Step::left_sibling},  {"RS", Step::right_sibling},
    };
    while (k < text.size()) {
        const auto* const step = std::find_if(std::begin(steps), std::end(steps),
                                              [&](const auto& known) { return text.substr(k).starts_with(known.first); });
        if (step == std::end(steps)) refuse("after the number come h, l, l2, l', r, r2, r', L1 to L3, R1 to R3, LS or RS");
        steps_.push_back(step->second);
        k += step->first.size();
    }
}

int Address::link(const Configuration& c, Node x, Step step) {
    if (x == no_node) return Configuration::no_link;
    switch (step) {
        case Step::left_link1:
        case Step::left_link2:
        case Step::left_link3:
            return c.left_link(x, static_cast<int>(step) - static_cast<int>(Step::left_link1) + 1);
        case Step::right_link1:
        case Step::right_link2:
        case Step::right_link3:
            return c.right_link(x, static_cast<int>(step) - static_cast<int>(Step::right_link1) + 1);
        case Step::left_sibling:
            return c.left_sibling(x);
        default:
            return c.right_sibling(x);
    }
}

Node Address::along_link(const Configuration& c, Node x, Step step) {
    const int k = link(c, x, step);
    if (k == Configuration::no_link) return no_node;
    return step <= Step::left_link3 || step == Step::left_sibling ? c.edge(k).left : c.edge(k).right;
}

Node Address::between(const Configuration& c) const {
    const Node left = std::min(c.top(), c.first()), right = std::max(c.top(), c.first());
    if (left == no_node) return no_node;
    const bool by_links = base_ >= Base::first_unlinked;
    const auto is_tied = [&](Node x) {
        if (!by_links) return left <= c.head(x) && c.head(x) <= right;
        return c.nearest_left(x) >= left || (c.nearest_right(x) != no_node && c.nearest_right(x) <= right);
    };
    const Node step = base_ == Base::first_between || base_ == Base::first_unlinked ? 1 : -1;
    for (Node x = step > 0 ? left + 1 : right - 1; left < x && x < right; x += step)
        if (!is_tied(x)) return x;
    return no_node;
}

}  // namespace crossarc
