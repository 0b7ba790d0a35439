#include "core/conllu/tree_problem.hpp"

#include "core/tree/cycle.hpp"

namespace crossarc {
namespace {

std::string told_cycle(std::span<const std::int32_t> heads, std::int32_t word) {
    constexpr int longest = 8;
    std::string cycle = std::to_string(word);
    std::int32_t next = heads[static_cast<std::size_t>(word) - 1];
    for (int shown = 1; next != word && shown < longest; ++shown) {
        cycle += ", " + std::to_string(next);
        next = heads[static_cast<std::size_t>(next) - 1];
    }
    return "the heads of words " + cycle + (next == word ? "" : ", …") + " form a cycle";
}

}  // namespace

std::optional<TreeProblem> tree_problem(std::span<const std::int32_t> heads, std::vector<std::int32_t>& trail) {
    const auto words = static_cast<std::int32_t>(heads.size());
    for (std::int32_t word = 1; word <= words; ++word) {
        const std::int32_t head = heads[static_cast<std::size_t>(word) - 1];
        if (head > words)
            return TreeProblem{word, "HEAD " + std::to_string(head) + " is outside of the sentence, which has " +
                                         std::to_string(words) + (words == 1 ? " word" : " words")};
        if (head == word) return TreeProblem{word, "word " + std::to_string(word) + " is its own head"};
    }
    const std::int32_t word = find_cycle(heads, trail);
    return word == 0 ? std::nullopt : std::optional(TreeProblem{word, told_cycle(heads, word)});
}

}  // namespace crossarc
