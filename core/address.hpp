// Where a feature looks: a node of the configuration, and a way from it along the arcs built so far.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/configuration.hpp"

namespace crossarc {

// Written as the papers write features: S0 is the top of the (active) stack or of Covington's first list, T0 the top of
// the inactive stack, B0 the first of the buffer, and so on down; then any of
//     h  head      l  leftmost child      l2  second leftmost      l'  nearest left child
//                  r  rightmost child     r2  second rightmost     r'  nearest right child
// as in S0h, S0hr2, B0l'. In undirected systems the children are the nodes linked to a node.
class Address {
  public:
    explicit Address(std::string_view text);  // throws std::invalid_argument

    Node node(const Configuration& c) const {  // no_node if there is none
        Node x = base_ == Base::buffer   ? c.buffer(depth_)
                 : base_ == Base::active ? c.stack(c.active(), depth_)
                                         : c.stack(1 - c.active(), depth_);
        for (Step step : steps_) {
            if (x == no_node) return x;
            x = follow(c, x, step);
        }
        return x;
    }

  private:
    enum class Base { active, inactive, buffer };
    enum class Step : std::uint8_t { head, left, left2, left_near, right, right2, right_near };

    static Node follow(const Configuration& c, Node x, Step step) {
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

    Base base_ = Base::active;
    int depth_ = 0;
    std::vector<Step> steps_;
};

}  // namespace crossarc
