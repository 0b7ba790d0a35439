// What a transition system works on: stacks, buffer and arcs of one sentence as plain index arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/journal.hpp"
#include "core/node.hpp"

namespace crossarc {

using Label = std::int32_t;  // meaning is the caller's; unlabelled parsing leaves it 0

enum class Root { absent, first, last };  // where node 0 starts: nowhere, bottom of the stacks, end of the buffer

// All of a configuration but its arrays.
struct ConfigurationSizes {
    int words_ = 0;
    int stride_ = 1;
    int size_[2] = {0, 0};
    int active_ = 0;
    int front_ = 0;  // the buffer is row_buffer[front_ .. end_)
    int end_ = 0;
    int listed_ = 0;  // size of λ1·λ2
    int edges_ = 0;
    Node last_dependent_ = no_node;
    bool switched_ = false;
    Root root_ = Root::absent;
};

// One block of memory, sized once per sentence length: copying a configuration (a beam does) is one memcpy, and
// nothing is allocated while a sentence is parsed. Those of long sentences keep journals to be copied in parts.
class Configuration : private ConfigurationSizes {
  public:
    Configuration() = default;
    Configuration(Configuration&&) = default;
    Configuration(const Configuration&) = default;
    Configuration& operator=(Configuration&&) = default;
    Configuration& operator=(const Configuration& other) {
        if (this == &other) return *this;
        if (!other.journal_.is_kept()) [[likely]] {
            journal_.end();
            storage_ = other.storage_;
        } else if (!journal_.follow(other.journal_, [&](std::size_t cell) { storage_[cell] = other.storage_[cell]; })) {
            storage_ = other.storage_;
        }
        sizes() = other.sizes();
        return *this;
    }

    // What is copied from this one from now on, over and over again, takes time by how far copies have come apart.
    void keep_journal() {
        if (!journal_.is_kept()) journal_.begin(storage_.size());
    }

    bool keeps_journal() const { return journal_.is_kept(); }
    auto rank_as_copy_of(const Configuration& other) const { return journal_.rank_as_copy_of(other.journal_); }

    // Empties the stacks and arcs and fills the buffer with the words 1..n.
    void reset(int n, Root root) {
        journal_.end();
        sizes() = {};
        words_ = n;
        stride_ = n + 1;
        storage_.resize(static_cast<std::size_t>(row_count) * static_cast<std::size_t>(stride_));
        fill(row_head, row_right_second, no_node);
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
    void attach(Node head, Node dependent, Label label) {
        if (journal_.is_kept()) [[unlikely]]
            note_arc(head, dependent);
        row(row_head)[dependent] = head;
        row(row_label)[dependent] = label;
        row(row_plane)[dependent] = active_;
        note_child(head, dependent);
        note_label(head, dependent, label);
        last_dependent_ = dependent;
    }
    Node last_dependent() const { return last_dependent_; }  // of the last arc that was built

    // Which words buffer transitions have attached: nothing else tells their arcs from those of other transitions.
    enum class BufferArc { none, projective, nonprojective };
    void mark_buffer_arc(Node x, bool projective) {
        note({{row_place, x}});
        row(row_place)[x] |= projective ? attached_ahead : attached_across;
    }
    BufferArc buffer_arc(Node x) const {
        const Node place = row(row_place)[x];
        return place & attached_ahead    ? BufferArc::projective
               : place & attached_across ? BufferArc::nonprojective
                                         : BufferArc::none;
    }

    // Children of x in the arcs built so far (in undirected systems: nodes linked to x).
    Node leftmost(Node x) const { return row(row_left_far)[x]; }
    Node second_leftmost(Node x) const { return row(row_left_second)[x]; }
    Node nearest_left(Node x) const { return row(row_left_near)[x]; }
    Node rightmost(Node x) const { return row(row_right_far)[x]; }
    Node second_rightmost(Node x) const { return row(row_right_second)[x]; }
    Node nearest_right(Node x) const { return row(row_right_near)[x]; }
    // The sets of their labels, as hashes: labels 32 apart are not told apart.
    std::uint32_t left_labels(Node x) const { return static_cast<std::uint32_t>(row(row_left_labels)[x]); }
    std::uint32_t right_labels(Node x) const { return static_cast<std::uint32_t>(row(row_right_labels)[x]); }
    int left_valency(Node x) const { return row(row_left_count)[x]; }
    int right_valency(Node x) const { return row(row_right_count)[x]; }

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

    // Undirected edges, in the order they were built, with the direction their label prefers.
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
        if (journal_.is_kept()) [[unlikely]]
            note_link(left, right);
        row(row_edge_left)[edges_] = left;
        row(row_edge_right)[edges_] = right;
        row(row_edge_direction)[edges_] = leftward ? 1 : 0;
        row(row_label)[edges_] = label;
        ++edges_;
        note_child(left, right);
        note_child(right, left);
        join(left, right);
    }

    bool operator==(const Configuration& other) const {
        return words_ == other.words_ && root_ == other.root_ && active_ == other.active_ &&
               switched_ == other.switched_ && listed_ == other.listed_ && same(other, row_head, 0, stride_) &&
               same(other, row_plane, 0, stride_) && size_[0] == other.size_[0] && size_[1] == other.size_[1] &&
               same(other, row_stack0, 0, std::max(size_[0], listed_)) && same(other, row_stack1, 0, size_[1]) &&
               front_ == other.front_ && end_ == other.end_ && same(other, row_buffer, front_, end_) &&
               edges_ == other.edges_ && same(other, row_edge_left, 0, edges_) &&
               same(other, row_edge_right, 0, edges_) && same(other, row_edge_direction, 0, edges_);
    }

  private:
    enum Row {
        row_stack0,
        row_stack1,
        row_buffer,
        row_label,
        row_edge_left,
        row_edge_right,
        row_edge_direction,
        // From here on every sentence starts with "none" …
        row_head,
        row_plane,
        row_left_far,
        row_left_second,
        row_left_near,
        row_right_far,
        row_right_near,
        row_right_second,
        // … with 0 …
        row_place,
        row_left_count,
        row_right_count,
        row_left_labels,
        row_right_labels,
        // … and with components of one node (minus their size).
        row_component,
        row_count,
    };
    static constexpr Node on_stack = 1;  // shifted by the number of the stack
    static constexpr Node in_buffer = 4;
    static constexpr Node attached_ahead = 8, attached_across = 16;  // by buffer transitions

    ConfigurationSizes& sizes() { return *this; }
    const ConfigurationSizes& sizes() const { return *this; }

    struct Cell {
        int row;
        int column;
    };
    // To be called before cells get other values; more cells than that do no harm.
    void note(std::initializer_list<Cell> cells) {
        if (journal_.is_kept()) [[unlikely]]
            write_down(cells);
    }
    // Not here, so that what is never called in most sentences takes no room in loops.
    void write_down(std::initializer_list<Cell> cells);
    void write_down_children(Node x);
    void note_arc(Node head, Node dependent);
    void note_link(Node left, Node right);

    Node* row(int r) { return storage_.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(stride_); }
    const Node* row(int r) const {
        return storage_.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(stride_);
    }
    void fill(int first_row, int last_row, Node value) { std::fill(row(first_row), row(last_row) + stride_, value); }
    bool same(const Configuration& other, int r, int begin, int end) const {
        return std::equal(row(r) + begin, row(r) + end, other.row(r) + begin);
    }
    void append_to_buffer(Node x) {
        row(row_buffer)[end_++] = x;
        row(row_place)[x] |= in_buffer;
    }
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
        row(child < x ? row_left_labels : row_right_labels)[x] |= static_cast<Node>(std::uint32_t{1} << (label & 31));
    }
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

    std::vector<Node> storage_;
    Journal journal_;
};

}  // namespace crossarc
