// What a transition system works on: stacks, buffer and arcs of one sentence as plain index arrays.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/configuration_rows.hpp"

namespace crossarc {

class Configuration : public ConfigurationRows {
  public:
    // Empties the stacks and arcs and fills the buffer with the words 1..n.
    void reset(int n, Root root) {
        begin(n);
        fill(row_head, row_right_labelled, no_node);
        fill(row_place, row_right_labels, 0);
        fill(row_component, row_component, -1);
        for (Node w = 1; w <= n; ++w) append_to_buffer(w);
        if (root == Root::last) append_to_buffer(0);
        root_ = root;
    }

    int words() const { return words_; }
    Root root() const { return root_; }

    // Stacks. Planar-style systems have one per plane; the others use stack 0 and never switch.
    int active() const { return active_; }
    int size(int stack) const { return size_[stack]; }
    int size() const { return size_[active_]; }
    Node stack(int stack, int depth) const {  // depth 0 is the top
        return depth < size_[stack] ? row(row_stack0 + stack)[size_[stack] - 1 - depth] : no_node;
    }
    Node top() const { return stack(active_, 0); }
    const Node* bottom(int stack) const { return row(row_stack0 + stack); }
    void push(int stack, Node x) {
        note({{row_stack0 + stack, size_[stack]}, {row_place, x}});
        row(row_stack0 + stack)[size_[stack]++] = x;
        row(row_place)[x] |= on_stack << stack;
    }
    Node pop(int stack) {
        const Node x = row(row_stack0 + stack)[--size_[stack]];
        note({{row_place, x}});
        row(row_place)[x] &= ~(on_stack << stack);
        return x;
    }
    void switch_stacks() {
        active_ = 1 - active_;
        switched_ = true;
    }
    void forget_switch() { switched_ = false; }
    bool switched() const { return switched_; }  // the last transition was SWITCH

    // Covington's lists: λ1 is stack 0, and λ2 is what lies above its top in the same array.
    int listed() const { return listed_; }
    void list(Node x) {
        size_[0] = listed_;
        push(0, x);
        listed_ = size_[0];
    }
    void step_back() { --size_[0]; }

    // Buffer. Removing the second node and putting one behind the first take constant time as well.
    bool buffer_empty() const { return front_ == end_; }
    int buffer_size() const { return end_ - front_; }
    Node buffer(int k) const { return front_ + k < end_ ? row(row_buffer)[front_ + k] : no_node; }
    Node first() const { return buffer(0); }
    Node second() const { return buffer(1); }
    Node remove_first() {
        const Node x = row(row_buffer)[front_++];
        note({{row_place, x}});
        row(row_place)[x] &= ~in_buffer;
        return x;
    }
    Node remove_second() {
        Node* b = row(row_buffer) + front_++;
        const Node x = b[1];
        note({{row_buffer, front_}, {row_place, x}});
        b[1] = b[0];
        row(row_place)[x] &= ~in_buffer;
        return x;
    }
    void put_first(Node x) {
        --front_;
        note({{row_buffer, front_}, {row_place, x}});
        row(row_buffer)[front_] = x;
        row(row_place)[x] |= in_buffer;
    }
    void put_second(Node x) {
        Node* b = row(row_buffer) + --front_;
        note({{row_buffer, front_}, {row_buffer, front_ + 1}, {row_place, x}});
        b[0] = b[1];
        b[1] = x;
        row(row_place)[x] |= in_buffer;
    }

    bool is_on_stack(Node x, int stack) const { return (row(row_place)[x] & (on_stack << stack)) != 0; }
    bool is_in_buffer(Node x) const { return (row(row_place)[x] & in_buffer) != 0; }

    // Arcs.
    Node head(Node x) const { return row(row_head)[x]; }
    const Node* heads() const { return row(row_head); }
    bool has_head(Node x) const { return head(x) != no_node; }
    Label label(Node x) const { return row(row_label)[x]; }
    int plane(Node x) const { return row(row_plane)[x]; }  // the stack that was active when x got its head
    int plane_of_edge(int k) const { return row(row_plane)[k]; }
    void attach(Node head, Node dependent, Label label) {
        if (keeps_journal()) [[unlikely]]
            note_arc(head, dependent);
        row(row_head)[dependent] = head;
        row(row_label)[dependent] = label;
        row(row_plane)[dependent] = active_;
        note_child(head, dependent);
        note_label(head, dependent, label);
    }

    // Children of x in the arcs built so far (in undirected systems: nodes linked to x).
    Node leftmost(Node x) const { return row(row_left_far)[x]; }
    Node second_leftmost(Node x) const { return row(row_left_second)[x]; }
    Node nearest_left(Node x) const { return row(row_left_near)[x]; }
    Node rightmost(Node x) const { return row(row_right_far)[x]; }
    Node second_rightmost(Node x) const { return row(row_right_second)[x]; }
    Node nearest_right(Node x) const { return row(row_right_near)[x]; }
    int left_valency(Node x) const { return row(row_left_count)[x]; }
    int right_valency(Node x) const { return row(row_right_count)[x]; }
    // The sets of their labels, where labels 32 apart are not told apart; empty in undirected systems.
    std::uint32_t left_labels(Node x) const { return static_cast<std::uint32_t>(row(row_left_labels)[x]); }
    std::uint32_t right_labels(Node x) const { return static_cast<std::uint32_t>(row(row_right_labels)[x]); }
    // The same exactly, as hashes; in undirected systems of the labels of links with the directions that they prefer.
    std::uint32_t left_label_set(Node x) const { return label_set(row(row_left_labelled)[x], row_next_labelled); }
    std::uint32_t right_label_set(Node x) const { return label_set(row(row_right_labelled)[x], next_labelled_right()); }

    // Weakly connected components of the arcs: a disjoint-set forest joined by size, so that looking up never writes.
    Node component(Node x) const {
        const Node* up = row(row_component);
        while (up[x] >= 0) x = up[x];
        return x;
    }
    bool connected(Node x, Node y) const {
        const Node* up = row(row_component);
        if (up[x] == -1 || up[y] == -1) return x == y;  // one of them has no arcs
        return component(x) == component(y);
    }
    void join(Node x, Node y) {
        Node* up = row(row_component);
        x = component(x);
        y = component(y);
        if (x == y) return;
        if (up[x] > up[y]) std::swap(x, y);
        note({{row_component, x}, {row_component, y}});
        up[x] += up[y];
        up[y] = x;
    }

    // Undirected links, numbered in the order they were built, with the direction their label prefers. Whoever builds
    // some says so after `reset`.
    static constexpr int no_link = -1;
    void allow_links() {
        resize(row_count);
        fill(row_nearest_left, row_right_sibling, no_link);
        has_links_ = true;
    }
    bool has_links() const { return has_links_; }
    struct Edge {
        Node left, right;
        bool leftward;
        Label label;
    };
    int edges() const { return edges_; }
    Edge edge(int k) const {
        const Node left = row(row_edge_left)[k];
        return {left, row(row_edge_right)[k], row(row_edge_direction)[k] != 0, row(row_label)[k]};
    }
    void link(Node left, Node right, bool leftward, Label label) {
        if (keeps_journal()) [[unlikely]]
            note_link(left, right);
        row(row_edge_left)[edges_] = left;
        row(row_edge_right)[edges_] = right;
        row(row_edge_direction)[edges_] = leftward ? 1 : 0;
        row(row_plane)[edges_] = active_;
        row(row_label)[edges_] = label;
        note_child(left, right);
        note_child(right, left);
        insert_link(edges_, true);
        insert_link(edges_, false);
        add_to_set(edges_, row_left_labelled, right, row_next_labelled);
        add_to_set(edges_, row_right_labelled, left, row_next_labelled_right);
        join(left, right);
        last_link_[active_] = edges_++;
    }
    // The k-th link of x on a side, from the nearest on.
    int left_link(Node x, int k) const {
        return has_links_ ? kth_link(row(row_nearest_left)[x], k, row_farther_left) : no_link;
    }
    int right_link(Node x, int k) const {
        return has_links_ ? kth_link(row(row_nearest_right)[x], k, row_farther_right) : no_link;
    }
    // The link of the nearest node to the left of x to a node that x is linked to, too, to the right of both; and the
    // mirror image.
    int left_sibling(Node x) const { return has_links_ ? row(row_left_sibling)[x] : no_link; }
    int right_sibling(Node x) const { return has_links_ ? row(row_right_sibling)[x] : no_link; }
    int link_between(Node x, Node y) const {
        if (!has_links_) return no_link;
        const Node left = std::min(x, y), right = std::max(x, y);
        int k = row(row_farthest_right)[left];  // hardly ever beyond `right`, as nothing is linked beyond B0
        if (k != no_link && row(row_edge_right)[k] > right) {
            k = row(row_nearest_right)[left];
            while (row(row_edge_right)[k] < right) k = row(row_farther_right)[k];
        }
        return k != no_link && row(row_edge_right)[k] == right ? k : no_link;
    }

    bool operator==(const Configuration& other) const;

  private:
    static constexpr Node on_stack = 1;  // shifted by the number of the stack
    static constexpr Node in_buffer = 4;

    void append_to_buffer(Node x) {
        row(row_buffer)[end_++] = x;
        row(row_place)[x] |= in_buffer;
    }
    // What arcs and links are going to write to, but for `insert_link`.
    void note_arc(Node head, Node dependent);
    void note_link(Node left, Node right);
    void note_child(Node x, Node child) {
        if (child < x) {
            note_side(x, child, row(row_left_far), row(row_left_second), row(row_left_near), true);
            ++row(row_left_count)[x];
        } else {
            note_side(x, child, row(row_right_far), row(row_right_second), row(row_right_near), false);
            ++row(row_right_count)[x];
        }
    }
    void note_label(Node x, Node child, Label label) {
        const int labels = child < x ? row_left_labels : row_right_labels;
        const Node bit = static_cast<Node>(std::uint32_t{1} << (label & 31));
        const bool is_new = (row(labels)[x] & bit) == 0;
        row(labels)[x] |= bit;
        add_to_set(child, child < x ? row_left_labelled : row_right_labelled, x, row_next_labelled, is_new);
    }
    // The lists of children and links with different labels: as long as there are labels, whatever the sentence's
    // length.
    int next_labelled_right() const { return has_links_ ? row_next_labelled_right : row_next_labelled; }
    std::uint32_t label_and_direction(int k) const {
        const auto label = static_cast<std::uint32_t>(row(row_label)[k]);
        return has_links_ ? 2 * label + static_cast<std::uint32_t>(row(row_edge_direction)[k]) : label;
    }
    void add_to_set(int k, int first, Node x, int next, bool is_new = false) {
        if (!is_new)
            for (int other = row(first)[x]; other >= 0; other = row(next)[other])
                if (label_and_direction(other) == label_and_direction(k)) return;
        row(next)[k] = row(first)[x];
        row(first)[x] = k;
    }
    std::uint32_t label_set(int first, int next) const {
        std::uint32_t sum = 0;  // in whatever order
        for (int k = first; k >= 0; k = row(next)[k]) {
            std::uint32_t hash = (label_and_direction(k) + 1) * 0x9E3779B1u;
            hash = (hash ^ (hash >> 15)) * 0x85EBCA77u;
            sum += hash ^ (hash >> 13);
        }
        return sum;
    }
    int kth_link(int link, int k, int farther) const {
        while (--k > 0 && link != no_link) link = row(farther)[link];
        return link;
    }
    // Puts a link into the list of those that its right end has to the left, or its left end to the right.
    void insert_link(int link, bool left);
    static void note_side(Node x, Node child, Node* far, Node* second, Node* near, bool left) {
        const auto beyond = [left](Node a, Node b) { return left ? a < b : a > b; };
        if (far[x] == no_node) {
            far[x] = near[x] = child;
        } else if (beyond(child, far[x])) {
            second[x] = far[x];
            far[x] = child;
        } else {
            if (second[x] == no_node || beyond(child, second[x])) second[x] = child;
            if (beyond(near[x], child)) near[x] = child;
        }
    }
};

}  // namespace crossarc
