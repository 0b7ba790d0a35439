#include "core/transforms/sparing_lifting.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

std::size_t at(Node word) { return static_cast<std::size_t>(word) - 1; }

// The shorter arc first, of two that are as long the one into the first word.
auto by_length(std::span<const Node> heads) {
    return [heads](Node a, Node b) {
        const int one = std::abs(a - heads[at(a)]), other = std::abs(b - heads[at(b)]);
        return one != other ? one < other : a < b;
    };
}

}  // namespace

std::span<const Node> SparingLifting::find(std::span<const Node> heads, const TreeTest& passes) {
    lifts_.clear();
    tests_left_ = most_words / static_cast<std::int64_t>(heads.size());
    steps_left_ = most_steps;
    if (!find_fewest(heads, passes)) take_back(heads, passes);
    return lifts_;
}

bool SparingLifting::is_passed(const TreeTest& passes) {
    --tests_left_;
    const int before = std::min(steps_left_, most_steps_of_one);
    int left = before;
    const bool result = passes(heads_, left);
    steps_left_ -= before - left;
    return result;
}

// Breadth first: what passes first has the fewest lifts. Half of tests and steps are left for what comes after.
bool SparingLifting::find_fewest(std::span<const Node> heads, const TreeTest& passes) {
    const auto most = static_cast<std::size_t>(std::min(most_trees, tests_left_ / 2));
    tried_.clear();
    tried_.push_back({{heads.begin(), heads.end()}, 0, 0});
    for (std::size_t from = 0; from < tried_.size(); ++from) {
        find_nonprojective(tried_[from].heads);
        for (const Node word : nonprojective_) {
            heads_ = tried_[from].heads;
            heads_[at(word)] = heads_[at(heads_[at(word)])];
            const auto is_same = [&](const Tried& other) { return other.heads == heads_; };
            if (std::any_of(tried_.begin(), tried_.end(), is_same)) continue;
            if (tried_.size() > most || steps_left_ < most_steps / 2) return false;
            tried_.push_back({heads_, from, word});
            if (!is_passed(passes)) continue;
            for (std::size_t k = tried_.size() - 1; k > 0; k = tried_[k].before) lifts_.push_back(tried_[k].lifted);
            std::reverse(lifts_.begin(), lifts_.end());
            return true;
        }
    }
    return false;
}

// Shorter arcs are put back first: they are the likelier to be what a system can build.
void SparingLifting::take_back(std::span<const Node> heads, const TreeTest& passes) {
    constexpr std::int32_t unlimited = std::numeric_limits<std::int32_t>::max();
    limits_.assign(heads.size(), unlimited);
    lift_within_limits(heads);
    lifts_ = new_lifts_;
    words_ = lifts_;
    std::sort(words_.begin(), words_.end(), by_length(heads));
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    for (const Node word : words_) {
        const auto times = static_cast<std::int32_t>(std::count(lifts_.begin(), lifts_.end(), word));
        std::int32_t& limit = limits_[at(word)];
        for (limit = 0; limit < times; ++limit) {
            if (tests_left_ == 0) return;
            lift_within_limits(heads);
            if (!is_passed(passes)) continue;
            lifts_ = new_lifts_;
            break;
        }
        if (limit >= times) limit = unlimited;
    }
}

// The lifts that make a tree projective (Nivre & Nilsson 2005), but for the words that may not be lifted so often.
void SparingLifting::lift_within_limits(std::span<const Node> heads) {
    heads_.assign(heads.begin(), heads.end());
    new_lifts_.clear();
    times_.assign(heads.size(), 0);
    lifting_.start(heads_);
    while (const Node word = lifting_.shortest()) {
        if (times_[at(word)] == limits_[at(word)]) {
            lifting_.leave_shortest();
            continue;
        }
        ++times_[at(word)];
        new_lifts_.push_back(word);
        lifting_.lift_shortest();
    }
}

void SparingLifting::find_nonprojective(std::span<const Node> heads) {
    tree_.assign(heads);
    flags_.resize(heads.size());
    check_.mark_nonprojective(tree_, flags_);
    nonprojective_.clear();
    for (Node word = 1; word <= tree_.size(); ++word)
        if (flags_[at(word)] != 0) nonprojective_.push_back(word);
    std::sort(nonprojective_.begin(), nonprojective_.end(), by_length(heads));
    poll(static_cast<std::int64_t>(32 * heads.size()));
}

}  // namespace crossarc
