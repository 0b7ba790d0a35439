#include "core/configuration.hpp"

namespace crossarc {

void ConfigurationRows::write_down(std::initializer_list<Cell> cells) {
    for (const auto [r, column] : cells) journal_.note(static_cast<std::size_t>(row(r) - storage_.data() + column));
}

void ConfigurationRows::write_down_children(Node x) {
    write_down({{row_left_far, x}, {row_left_second, x}, {row_left_near, x}, {row_left_count, x}, {row_left_labels, x}});
    write_down({{row_right_far, x}, {row_right_second, x}, {row_right_near, x}, {row_right_count, x}, {row_right_labels, x}});
    write_down({{row_left_labelled, x}, {row_right_labelled, x}});
}

bool Configuration::operator==(const Configuration& other) const {
    return words_ == other.words_ && root_ == other.root_ && active_ == other.active_ &&
           switched_ == other.switched_ && listed_ == other.listed_ && same(other, row_head, 0, stride_) &&
           same(other, row_plane, 0, stride_) && size_[0] == other.size_[0] && size_[1] == other.size_[1] &&
           same(other, row_stack0, 0, std::max(size_[0], listed_)) && same(other, row_stack1, 0, size_[1]) &&
           front_ == other.front_ && end_ == other.end_ && same(other, row_buffer, front_, end_) &&
           edges_ == other.edges_ &&
           (edges_ == 0 || (same(other, row_edge_left, 0, edges_) && same(other, row_edge_right, 0, edges_) &&
                            same(other, row_edge_direction, 0, edges_)));
}

void Configuration::note_arc(Node head, Node dependent) {
    write_down({{row_head, dependent}, {row_label, dependent}, {row_plane, dependent}, {row_next_labelled, dependent}});
    write_down_children(head);
}

void Configuration::note_link(Node left, Node right) {
    write_down({{row_edge_left, edges_}, {row_edge_right, edges_}, {row_edge_direction, edges_}, {row_label, edges_}});
    write_down({{row_plane, edges_}, {row_next_labelled, edges_}, {row_next_labelled_right, edges_}});
    write_down_children(left);
    write_down_children(right);
}

void Configuration::insert_link(int link, bool left) {
    const Node* const ends = row(left ? row_edge_left : row_edge_right);
    const Node* const owners = row(left ? row_edge_right : row_edge_left);
    const int nearest = left ? row_nearest_left : row_nearest_right, farther = left ? row_farther_left : row_farther_right;
    const int farthest = left ? row_farthest_left : row_farthest_right, owner = owners[link];
    const auto is_beyond = [&](int a, int b) { return left ? ends[a] < ends[b] : ends[a] > ends[b]; };
    // With one stack, new links are the farthest. With two, this is so for those of each, which saves a long way.
    const auto is_nearer = [&](int other) { return other != no_link && owners[other] == owner && is_beyond(link, other); };
    int before = row(farthest)[owner];
    if (!is_nearer(before)) before = is_nearer(last_link_[active_]) ? last_link_[active_] : no_link;
    int after = before == no_link ? row(nearest)[owner] : row(farther)[before];
    for (; after != no_link && is_beyond(link, after); after = row(farther)[after]) before = after;
    note({{farther, link}, before == no_link ? Cell{nearest, owner} : Cell{farther, before}});
    row(farther)[link] = after;
    (before == no_link ? row(nearest)[owner] : row(farther)[before]) = link;
    if (after == no_link) {
        note({{farthest, owner}});
        row(farthest)[owner] = link;
    }
    const int siblings = left ? row_left_sibling : row_right_sibling;
    const auto note_sibling = [&](int of, int sibling) {
        if (of == no_link || sibling == no_link) return;
        int& known = row(siblings)[ends[of]];
        if (known != no_link && !is_beyond(known, sibling)) return;
        note({{siblings, ends[of]}});
        known = sibling;
    };
    note_sibling(link, after);
    note_sibling(before, link);
}

}  // namespace crossarc
