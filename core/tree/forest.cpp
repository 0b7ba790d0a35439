#include "core/tree/forest.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/interruption.hpp"
#include "core/tree/cycle.hpp"

namespace crossarc {

void check_forest(const Forest& forest, MissingHeads missing) {
    const auto offsets = forest.offsets;
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(forest.heads.size()) ||
        !std::is_sorted(offsets.begin(), offsets.end()))
        throw std::invalid_argument("the offsets of the sentences must rise from 0 to the number of heads");
    const Node least = missing == MissingHeads::allowed ? no_node : 0;
    std::vector<std::int32_t> trail;
    for (std::size_t s = 0; s < forest.sentences(); ++s) {
        const auto heads = forest.sentence(s);
        const auto where = [&](std::size_t word) {
            const std::string sentence = forest.sentences() > 1 ? "sentence " + std::to_string(s + 1) + ", " : "";
            return sentence + "word " + std::to_string(word);
        };
        for (std::size_t w = 0; w < heads.size(); ++w)
            if (heads[w] < least || heads[w] > static_cast<std::int64_t>(heads.size()))
                throw std::invalid_argument(where(w + 1) + ": head " + std::to_string(heads[w]) + " is not a word or 0");
        if (const std::int32_t word = find_cycle(heads, trail); word != 0)
            throw std::invalid_argument(where(static_cast<std::size_t>(word)) + ": its heads form a cycle");
        poll(static_cast<std::int64_t>(4 * heads.size()));
    }
}

}  // namespace crossarc
