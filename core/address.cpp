#include "core/address.hpp"

#include <stdexcept>
#include <string>

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
        default:
            refuse("it begins with S (stack), T (inactive stack), B (buffer), CL or CR (between the two)");
    }
    if (base_ <= Base::buffer) {
        if (!is_digit(k)) refuse("a number follows the first letter");
        while (is_digit(k) && depth_ < 1000) depth_ = 10 * depth_ + (at(k++) - '0');
    }
    while (k < text.size()) {
        const char step = at(k++);
        const bool second = (step == 'l' || step == 'r') && at(k) == '2';
        const bool near = (step == 'l' || step == 'r') && at(k) == '\'';
        if (second || near) ++k;
        if (step == 'h') {
            steps_.push_back(Step::head);
        } else if (step == 'l') {
            steps_.push_back(second ? Step::left2 : near ? Step::left_near : Step::left);
        } else if (step == 'r') {
            steps_.push_back(second ? Step::right2 : near ? Step::right_near : Step::right);
        } else {
            refuse("after the number come h, l, l2, l', r, r2 or r'");
        }
    }
}

}  // namespace crossarc
