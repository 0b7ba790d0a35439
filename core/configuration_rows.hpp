// What configurations are made of: sizes, and rows of one number for each node or link.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/journal.hpp"
#include "core/node.hpp"

namespace crossarc {

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
    bool has_links_ = false;
    int last_link_[2] = {-1, -1};  // built with each stack
    bool switched_ = false;
    Root root_ = Root::absent;
};

// One block of memory, sized once per sentence length: copying a configuration (a beam does) is one memcpy, and
// nothing is allocated while a sentence is parsed. Those of long sentences keep journals to be copied in parts.
class ConfigurationRows : protected ConfigurationSizes {
  public:
    ConfigurationRows() = default;
    ConfigurationRows(ConfigurationRows&&) = default;
    ConfigurationRows(const ConfigurationRows&) = default;
    ConfigurationRows& operator=(ConfigurationRows&&) = default;
    ConfigurationRows& operator=(const ConfigurationRows& other) {
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
    auto rank_as_copy_of(const ConfigurationRows& other) const { return journal_.rank_as_copy_of(other.journal_); }

  protected:
    enum Row {
        row_stack0,
        row_stack1,
        row_buffer,
        row_label,  // by dependent or link, as the next one
        row_next_labelled,
        // From here on every sentence starts with "none" …
        row_head,
        row_plane,
        row_left_far,
        row_left_second,
        row_left_near,
        row_right_far,
        row_right_near,
        row_right_second,
        row_left_labelled,  // the first of a list of children or links on a side, one for each label
        row_right_labelled,
        // … with 0 …
        row_place,
        row_left_count,
        row_right_count,
        row_left_labels,
        row_right_labels,
        // … and with components of one node (minus their size).
        row_component,
        row_count_of_arcs,
        // What undirected systems have besides. By link, the next farther one of a node's on the same side, …
        row_edge_left = row_count_of_arcs,
        row_edge_right,
        row_edge_direction,
        row_farther_left,
        row_farther_right,
        row_next_labelled_right,
        // … and links of each node, "none" at first.
        row_nearest_left,
        row_farthest_left,
        row_nearest_right,
        row_farthest_right,
        row_left_sibling,
        row_right_sibling,
        row_count,
    };

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

    Node* row(int r) { return storage_.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(stride_); }
    const Node* row(int r) const {
        return storage_.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(stride_);
    }
    void begin(int n) {
        journal_.end();
        sizes() = {};
        words_ = n;
        stride_ = n + 1;
        resize(row_count_of_arcs);
    }
    void resize(int rows) { storage_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride_)); }
    void fill(int first_row, int last_row, Node value) { std::fill(row(first_row), row(last_row) + stride_, value); }
    bool same(const ConfigurationRows& other, int r, int begin, int end) const {
        return std::equal(row(r) + begin, row(r) + end, other.row(r) + begin);
    }

  private:
    std::vector<Node> storage_;
    Journal journal_;
};

}  // namespace crossarc
