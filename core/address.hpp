// Where a feature looks: a node of the configuration, and a way from it along the arcs built so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

// Written as the papers write features: S0 is the top of the (active) stack or of Covington's first list, T0 the top of
// the inactive stack, B0 the first of the buffer, and so on down; then any of
//     h  head      l  leftmost child      l2  second leftmost      l'  nearest left child
//                  r  rightmost child     r2  second rightmost     r'  nearest right child
// as in S0h, S0hr2, B0l'. CL and CR are the first and the last word between S0 and B0 whose head does not lie between them
// (2015, Table 1). In undirected systems the children are the nodes linked to a node.
class Address {
  public:
    explicit Address(std::string_view text);  // throws std::invalid_argument

    Node node(const Configuration& c) const {  // no_node if there is none
        Node x = start(c);
        for (Step step : steps_) x = follow(c, x, step);
        return x;
    }

    // The parts of an address, for those who have many and go each way once.
    enum class Step : std::uint8_t { head, left, left2, left_near, right, right2, right_near };
    std::span<const Step> steps() const { return steps_; }
    bool is_in_buffer() const { return base_ == Base::buffer && steps_.empty(); }
    Address without_steps() const {
        Address start = *this;
        start.steps_.clear();
        return start;
    }
    Node start(const Configuration& c) const {
        switch (base_) {
            case Base::active:
                return c.stack(c.active(), depth_);
            case Base::inactive:
                return c.stack(1 - c.active(), depth_);
            case Base::buffer:
                return c.buffer(depth_);
            default:
                return between(c);
        }
    }
    static Node follow(const Configuration& c, Node x, Step step) {
        if (x == no_node) return no_node;
        switch (step) {
            case Step::head:
                return c.head(x);
            case Step::left:
                return c.leftmost(x);
            case Step::left2:
                return c.second_leftmost(x);
            case Step::left_near:
                return c.nearest_left(x);
            case Step::right:
                return c.rightmost(x);
            case Step::right2:
                return c.second_rightmost(x);
            default:
                return c.nearest_right(x);
        }
    }

    bool operator==(const Address&) const = default;

  private:
    enum class Base { active, inactive, buffer, first_between, last_between };

    Node between(const Configuration& c) const {
        const Node left = std::min(c.top(), c.first()), right = std::max(c.top(), c.first());
        if (left == no_node) return no_node;
        const Node step = base_ == Base::first_between ? 1 : -1;
        for (Node x = step > 0 ? left + 1 : right - 1; left < x && x < right; x += step)
            if (c.head(x) < left || c.head(x) > right) return x;
        return no_node;
    }

    Base base_ = Base::active;
    int depth_ = 0;
    std::vector<Step> steps_;
};

}  // namespace crossarc
