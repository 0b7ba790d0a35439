// What a transition is: as a value, and as a type that says all there is to say about it. A system is a list of such
// types, each with
//     name                       as the papers write it
//     arc(c)                     the two nodes that it would link; left out if it links none
//     why_not(c) -> Reason       when it is not allowed
//     apply(c[, label])          its effect, with a label if it links
//     cost(outlook)              what the loss rises by, by the oracle's outlook on c (where there is a dynamic oracle)
//     preference                 if it links none: how late a deterministic oracle takes it, from 1 on
//     is_directed = false        if it links two nodes in no particular direction
// LEFT-ARC-k and the like have `count(c)` as well, k goes from 1 to that, and all the others take a k: arc(c, k) …
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/configuration.hpp"
#include "core/systems/constraints.hpp"

namespace crossarc {

struct Arc {
    Node head = no_node;  // where there is no direction, either end
    Node dependent = no_node;

    explicit operator bool() const { return head != no_node && dependent != no_node; }
    bool has_root() const { return head == 0 || dependent == 0; }
    bool operator==(const Arc&) const = default;
};

// One transition as a value: the number of its type in the system's list, and its k, 0 if it has none.
struct Transition {
    std::uint32_t k : 24 = 0;  // more words than any sentence that fits into memory as an array of pairs has
    std::uint32_t kind : 8 = 0;

    bool operator==(const Transition&) const = default;
};

// A transition with the label of the arc that it builds: a step of a derivation.
struct Step {
    Transition transition;
    Label label = 0;

    bool operator==(const Step&) const = default;
};

// What there is to know about a type of transitions without a configuration.
struct Kind {
    std::string_view name;
    bool links = false;
    bool is_directed = true;
    bool is_numbered = false;  // has a k
    int preference = 0;
};

// A list that keeps its memory when it is cleared.
template <class Entry>
class Kept {
  public:
    void clear() { size_ = 0; }
    void add(const Entry& entry) {
        make_room(1);
        entries_[size_++] = entry;
    }
    // Adds entry(k) for each k below `count` that is_wanted(k), without a jump.
    template <class MakeEntry, class IsWanted>
    void add_some(std::size_t count, const MakeEntry& entry, const IsWanted& is_wanted) {
        make_room(count);
        Entry* end = entries_.data() + size_;
        for (std::size_t k = 0; k < count; ++k) {
            *end = entry(k);
            end += is_wanted(k) ? 1 : 0;
        }
        size_ = static_cast<std::size_t>(end - entries_.data());
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Entry& operator[](std::size_t k) { return entries_[k]; }
    const Entry& operator[](std::size_t k) const { return entries_[k]; }
    const Entry* begin() const { return entries_.data(); }
    const Entry* end() const { return entries_.data() + size_; }

  private:
    void make_room(std::size_t count) {
        if (size_ + count > entries_.size()) [[unlikely]]
            entries_.resize(2 * size_ + count + 8);
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

using Moves = Kept<Transition>;  // the legal transitions of a configuration, in the order of the system's list

template <class T>
constexpr bool is_numbered = requires(const Configuration& c) { T::count(c); };

template <class T>
constexpr bool links =
    requires(const Configuration& c) { T::arc(c); } || requires(const Configuration& c) { T::arc(c, 1); };

// The functions of a type, whether it has a k or not.
template <class T>
Arc arc_of(const Configuration& c, int k) {
    if constexpr (!links<T>) {
        return {};
    } else if constexpr (is_numbered<T>) {
        return T::arc(c, k);
    } else {
        return T::arc(c);
    }
}
template <class T>
Reason why_not(const Configuration& c, int k) {
    if constexpr (is_numbered<T>) {
        return T::why_not(c, k);
    } else {
        return T::why_not(c);
    }
}
template <class T>
void apply(Configuration& c, int k, Label label) {
    if constexpr (is_numbered<T>) {
        T::apply(c, k, label);
    } else if constexpr (links<T>) {
        T::apply(c, label);
    } else {
        T::apply(c);
    }
}
template <class T>
constexpr Kind kind_of() {
    Kind kind{T::name, links<T>, true, is_numbered<T>, 0};
    if constexpr (requires { T::is_directed; }) kind.is_directed = T::is_directed;
    if constexpr (requires { T::preference; }) kind.preference = T::preference;
    return kind;
}

// A system's transitions; a learner's classes are positions in this list.
template <class... T>
struct TransitionList {
    static constexpr std::size_t size = sizeof...(T);

    // Calls f.operator()<X>() for the type of a transition.
    template <class F>
    static void at(Transition t, const F& f) {
        std::uint8_t kind = 0;
        ((kind++ == t.kind ? (f.template operator()<T>(), true) : false) || ...);
    }
    static void apply(Configuration& c, Transition t, Label label) {
        at(t, [&]<class X>() { crossarc::apply<X>(c, static_cast<int>(t.k), label); });
    }

    template <class Own>
    static constexpr Transition of(int k = 0) {
        std::uint8_t kind = 0;
        ((std::is_same_v<Own, T> ? false : (++kind, true)) && ...);
        return {static_cast<std::uint32_t>(k), kind};
    }
};

}  // namespace crossarc
