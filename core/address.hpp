// Where a feature looks: a node of the configuration, and a way from it along the arcs built so far.
#pragma once

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
// (2015, Table 1).
//
// In undirected systems the children are the nodes linked to a node. These systems alone have (2012 undirected, §3.1)
//     L1 L2 L3 R1 R2 R3  the nodes linked to a node on the left and on the right, from the nearest on
//     LS RS              the undirected siblings: the nearest node to the left such that both are linked to a node to the
//                        right of both, and the mirror image
// and in place of CL and CR, UL and UR: the first and the last word between S0 and B0 that no link ties to one of the words
// from S0 to B0.
class Address {
  public:
    explicit Address(std::string_view text);  // throws std::invalid_argument

    Node node(const Configuration& c) const {  // no_node if there is none
        Node x = start(c);
        for (Step step : steps_) x = follow(c, x, step);
        return x;
    }

    // The parts of an address, for those who have many and go each way once.
    enum class Step : std::uint8_t {
        head,
        left,
        left2,
        left_near,
        right,
        right2,
        right_near,
        left_link1,  // from here on along links
        left_link2,
        left_link3,
        right_link1,
        right_link2,
        right_link3,
        left_sibling,
        right_sibling,
    };
    static bool is_along_link(Step step) { return step >= Step::left_link1; }
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
            case Step::right_near:
                return c.nearest_right(x);
            default:
                return along_link(c, x, step);
        }
    }
    // The link that such a step goes along; of siblings, theirs to the node in common.
    static int link(const Configuration& c, Node x, Step step);

    bool operator==(const Address&) const = default;

  private:
    enum class Base { active, inactive, buffer, first_between, last_between, first_unlinked, last_unlinked };

    static Node along_link(const Configuration& c, Node x, Step step);
    Node between(const Configuration& c) const;

    Base base_ = Base::active;
    int depth_ = 0;
    std::vector<Step> steps_;
};

}  // namespace crossarc
