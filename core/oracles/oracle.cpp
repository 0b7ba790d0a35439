#include "core/oracles/oracle.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/interruption.hpp"

namespace crossarc {

void Oracle::aim(std::span<const Node> heads, Target& target) const {
    if (!takes_unknown() && std::any_of(heads.begin(), heads.end(), [](Node head) { return head == no_node; }))
        throw std::invalid_argument("this oracle needs the heads of all words");
    target.options = options_;
    target.gold.assign(heads);
    system_->aim(target);
}

int Oracle::walk(const Target& target, Configuration& c, Scratch& scratch, RandomStream& random) const {
    Costs entries;
    int steps = 0;
    for (costs(target, c, scratch, entries); !entries.empty(); costs(target, c, scratch, entries), ++steps) {
        const int least = entries.least();
        const auto is_best = [&](const Priced& entry) { return entry.cost == least; };
        const auto count = static_cast<std::uint32_t>(std::count_if(entries.begin(), entries.end(), is_best));
        auto chosen = std::find_if(entries.begin(), entries.end(), is_best);
        for (std::uint32_t others = count == 1 ? 0 : random.below(count); others > 0; --others)
            chosen = std::find_if(chosen + 1, entries.end(), is_best);
        system_->apply(c, chosen->transition);
        poll(work_of_transition);
    }
    return steps;
}

}  // namespace crossarc
