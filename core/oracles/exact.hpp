// Exact oracles of arc-eager and arc-hybrid for any gold tree (docs/exact-oracle.md). The loss of a configuration is n
// minus the largest number of gold arcs in a projective tree that contains the arcs built so far and whose other arcs
// are each reachable on their own.
#pragma once

#include <algorithm>
#include <vector>

#include "core/oracles/arc_eager.hpp"
#include "core/oracles/arc_hybrid.hpp"

namespace crossarc {

// Eisner's algorithm (1996) over the nodes that are still on the stack or in the buffer, with the allowed arcs weighing 1
// if they are gold and 0 if not.
class ConstrainedEisner {
  public:
    static constexpr int forbidden = -(1 << 20);

    // Starts on m nodes, every arc forbidden.
    void reset(int m);
    int size() const { return size_; }
    int& weight(int head, int dependent) {
        return weight_[static_cast<std::size_t>(head) * static_cast<std::size_t>(size_) +
                       static_cast<std::size_t>(dependent)];
    }
    // The largest weight of a projective tree rooted in the first or the last node.
    int best(bool root_first);

  private:
    int size_ = 0;
    std::vector<int> weight_;
    std::vector<int> open_left_, open_right_, closed_left_, closed_right_;
};

template <class System>
class ExactOracle final : public std::conditional_t<std::is_same_v<System, ArcEager>, ArcEagerDynamicOracle,
                                                    ArcHybridDynamicOracle> {
    using Dynamic =
        std::conditional_t<std::is_same_v<System, ArcEager>, ArcEagerDynamicOracle, ArcHybridDynamicOracle>;

  public:
    using Dynamic::Dynamic;

    // For projective gold trees, the reachable arcs are reachable together, and counting them is exact.
    int loss(const Configuration& c) override {
        return this->gold().is_projective() ? Dynamic::loss(c) : exact_loss(c);
    }

    void costs(const Configuration& c, Costs& costs) override {
        if (this->gold().is_projective()) return Dynamic::costs(c, costs);
        costs.fill(illegal);
        if (this->system().finished(c)) return;
        int least = gold_words();  // an exact loss is the least of what follows
        for (Transition t : this->system().transitions()) {
            if (this->system().why_not(c, t) != nullptr) continue;
            after_ = c;
            this->system().apply(after_, t);
            const int loss = costs[static_cast<std::size_t>(t)] = exact_loss(after_);
            least = std::min(least, loss);
        }
        for (int& cost : costs) {
            if (cost != illegal) cost -= least;
        }
    }

    int exact_loss(const Configuration& c);

  private:
    int gold_words() const { return this->gold().words(); }

    ConstrainedEisner eisner_;
    std::vector<Node> nodes_;
    Configuration after_;
};

extern template class ExactOracle<ArcEager>;
extern template class ExactOracle<ArcHybrid>;

}  // namespace crossarc
