#include "core/configuration.hpp"

namespace crossarc {

void Configuration::write_down(std::initializer_list<Cell> cells) {
    for (const auto [r, column] : cells) journal_.note(static_cast<std::size_t>(row(r) - storage_.data() + column));
}

void Configuration::write_down_children(Node x) {
    write_down({{row_left_far, x}, {row_left_second, x}, {row_left_near, x}, {row_left_count, x}, {row_left_labels, x}});
    write_down({{row_right_far, x}, {row_right_second, x}, {row_right_near, x}, {row_right_count, x}, {row_right_labels, x}});
}

void Configuration::note_arc(Node head, Node dependent) {
    write_down({{row_head, dependent}, {row_label, dependent}, {row_plane, dependent}});
    write_down_children(head);
}

void Configuration::note_link(Node left, Node right) {
    write_down({{row_edge_left, edges_}, {row_edge_right, edges_}, {row_edge_direction, edges_}, {row_label, edges_}});
    write_down_children(left);
    write_down_children(right);
}

}  // namespace crossarc
