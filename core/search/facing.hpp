// Configurations after the end of a derivation, arranged so that the model can be asked about two nodes.
#pragma once

#include "core/search/arc_of.hpp"

namespace crossarc {

inline void empty_stacks(Configuration& c) {
    for (int stack = 0; stack < 2; ++stack)
        while (c.size(stack) > 0) c.pop(stack);
}

// A word alone on the stack, before nothing but the root. The stacks are empty before and after.
template <typename Ask>
void facing_root(Configuration& c, Node word, const Ask& ask) {
    c.push(c.active(), word);
    ask();
    c.pop(c.active());
}

// Head and dependent where an arc transition would link them. The stacks are empty before and after.
template <class System, typename Ask>
void facing_each_other(const System&, Configuration& c, Node head, Node dependent, const Ask& ask) {
    const bool on_stack = links_stack_nodes<System> && head < dependent;
    c.push(c.active(), std::min(head, dependent));
    if (on_stack) {
        c.push(c.active(), dependent);
    } else {
        c.put_first(std::max(head, dependent));
    }
    ask(head < dependent ? Transition::right_arc : Transition::left_arc);
    if (on_stack) {
        c.pop(c.active());
    } else {
        c.remove_first();
    }
    c.pop(c.active());
}

}  // namespace crossarc
