// What the rest of the program sees of a transition system: one call for each configuration, not for each transition.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/oracles/options.hpp"
#include "core/systems/transition.hpp"
#include "core/tree/labelled_tree.hpp"

namespace crossarc {

class Oracle;
class System;
struct Target;
using SharedSystem = std::shared_ptr<const System>;

// Which trees a system builds.
enum class TreeClass : std::uint8_t { projective, some_crossing, all };

// What is true of a system in all of its configurations.
struct Traits {
    TreeClass trees = TreeClass::projective;
    // Configurations hold a root that attaches words. If not, words that are left without a head hang from it, and
    // derivations of one sentence differ in length.
    bool has_root = false;
    int planes = 0;  // that oracles share out the gold arcs on; 0 if they do not
    bool is_directed = true;
    bool takes_buffer_transitions = false;
    // Two words that have both left the buffer can still be linked.
    bool shifted_words_meet = false;
    // Arcs that are reachable one by one are so together, as long as no two of them cross.
    bool is_arc_decomposable = false;
    // The first two nodes of the buffer can be others than neighbours when a projective buffer transition links them.
    bool has_long_buffer_arcs = false;
};

// What `crossarc systems` prints about a system.
struct SystemDescription {
    std::string_view name;
    std::string_view trees;
    std::string_view longest;  // derivation of n words
    std::string_view paper;
};

// One of a system's oracles.
struct OracleEntry {
    std::string_view name;
    std::unique_ptr<Oracle> (*make)(SharedSystem system, const OracleOptions& options);
    bool is_alias = false;  // another name for one that is listed
};

class System {
  public:
    virtual ~System() = default;

    std::string_view name() const { return name_; }  // without what buffer transitions add to it

    // Its transitions, in a fixed order: names and order are part of the format of models.
    const std::vector<Kind>& kinds() const { return kinds_; }
    std::optional<Transition> transition_named(
        std::string_view name) const;  // "LEFT-ARC", or "LEFT-ARC-3" if it has a k
    std::string name_of(Transition t) const;

    virtual void start(Configuration& c, int n) const = 0;
    virtual bool finished(const Configuration& c) const = 0;
    virtual void legal(const Configuration& c, Moves& moves) const = 0;  // none once the derivation has ended
    virtual Reason why_not(const Configuration& c, Transition t) const = 0;
    virtual Arc arc(const Configuration& c, Transition t) const = 0;  // that t would build; none if it builds none
    virtual void apply(Configuration& c, Transition t, Label label) const = 0;
    void apply(Configuration& c, Transition t) const { apply(c, t, 0); }

    // Puts two nodes where an arc transition would link them, and returns that transition. The stacks are empty before.
    virtual Transition face(Configuration& c, Node head, Node dependent) const = 0;

    // The tree that a configuration stands for; `labels` may be null. Words that no transition attached hang from 0 and
    // are unlabelled.
    virtual void read_tree(const Configuration& c, Node* heads, Label* labels) const;
    void read_tree(const Configuration& c, LabelledTree& tree) const;

    // What oracles need of a gold tree beyond its heads, and the transition of the canonical derivation. Off its path,
    // and for trees that the system cannot build, it is still a legal one, so that a derivation always ends.
    virtual void aim(Target&) const {}
    virtual Transition policy(const Configuration& c, const Target& target) const = 0;
    // Whether the system can build the target. Where that takes a search, what it takes is taken from the patience, and
    // a tree that is not found counts as one that it cannot build.
    virtual bool covers(Target& target, int& patience) const = 0;
    // Whether the policy may miss a target that the system can build, so that a static oracle has to search.
    virtual bool may_miss(const Target&) const { return false; }

    virtual std::vector<OracleEntry> oracles() const = 0;

    const Traits& traits() const { return traits_; }
    // Without buffer transitions.
    virtual const System& base() const { return *this; }

  protected:
    System(std::string_view name, std::vector<Kind> kinds, const Traits& traits)  // the name outlives the system
        : name_(name), kinds_(std::move(kinds)), traits_(traits) {}

  private:
    std::string_view name_;
    std::vector<Kind> kinds_;
    Traits traits_;
};

// Whether the policy leads to the target.
bool policy_reaches(const System& system, const Target& target);

}  // namespace crossarc
