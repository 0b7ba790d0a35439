// Buffer transitions (2012 buffer §3.1, §4.1): early arcs to the first two nodes of the buffer, on any stack-based
// system. They are added to the system's own transitions, which stay as they are.
#pragma once

#include <array>

#include "core/systems/system.hpp"

namespace crossarc {

// Such a transition as a value; buffer_transitions.cpp has them as types.
struct BufferTransition {
    std::string_view suffix;  // of the system's name
    Kind kind;
    bool is_projective;
    Arc (*arc)(const Configuration& c);
    Reason (*why_not)(const Configuration& c);
    void (*apply)(Configuration& c, Label label);
};
std::span<const BufferTransition> buffer_transitions();

class WithBufferTransitions final : public System {
  public:
    // `added` are some of those above, in their order.
    WithBufferTransitions(SharedSystem base, std::vector<const BufferTransition*> added);

    void start(Configuration& c, int n) const override { base_->start(c, n); }
    bool finished(const Configuration& c) const override { return base_->finished(c); }
    void legal(const Configuration& c, Moves& moves) const override;
    Reason why_not(const Configuration& c, Transition t) const override;
    Arc arc(const Configuration& c, Transition t) const override;
    void apply(Configuration& c, Transition t, Label label) const override;
    Transition face(Configuration& c, Node head, Node dependent) const override {
        return base_->face(c, head, dependent);
    }
    void aim(Target& target) const override { base_->aim(target); }
    Transition policy(const Configuration& c, const Target& target) const override;
    bool covers(Target& target, int& patience) const override;
    bool may_miss(const Target& target) const override;
    std::vector<OracleEntry> oracles() const override;
    const System& base() const override { return *base_; }
    SharedSystem shared_base() const { return base_; }
    std::span<const BufferTransition* const> added() const { return added_; }

  private:
    const BufferTransition* added_at(Transition t) const;

    SharedSystem base_;
    std::vector<const BufferTransition*> added_;
    std::uint8_t first_;  // of the added ones in the list
    bool builds_crossing_arcs_;
};

}  // namespace crossarc
