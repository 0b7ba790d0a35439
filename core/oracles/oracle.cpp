#include "core/oracles/oracle.hpp"

#include <algorithm>
#include <stdexcept>

namespace crossarc {

void Oracle::aim(std::span<const Node> heads, Target& target) const {
    if (!takes_unknown() && std::any_of(heads.begin(), heads.end(), [](Node head) { return head == no_node; }))
        throw std::invalid_argument("this oracle needs the heads of all words");
    target.options = options_;
    target.gold.assign(heads);
    system_->aim(target);
}

}  // namespace crossarc
