#include "core/tree/planarity.hpp"

#include <algorithm>
#include <bit>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

constexpr std::int32_t none = -1;
constexpr std::int64_t most_work = 20'000'000;  // looks at a neighbour in the search for one component
constexpr int most_colours = 64;                // of the exhaustive search, which keeps colours as bits

}  // namespace

Planarity PlanarityCheck::minimum_planes(CrossingsGraph& graph) {
    Planarity result;
    graph.for_each_component([&](std::span<const Node> component) {
        const auto last = static_cast<std::size_t>(*std::max_element(component.begin(), component.end()));
        if (colour_.size() <= last) colour_.resize(last + 1);
        const Planarity part = colours_of(graph, component);
        result = {std::max(result.at_least, part.at_least), std::max(result.at_most, part.at_most)};
    });
    return result;
}

Planarity PlanarityCheck::colours_of(const CrossingsGraph& graph, std::span<const Node> component) {
    if (is_bipartite(graph, component)) return {2, 2};
    const int enough = greedy_colours(graph, component);
    work_left_ = most_work;
    step_work_ = static_cast<std::int64_t>(component.size());
    for (const Node arc : component) step_work_ += static_cast<std::int64_t>(graph.neighbours(arc).size());
    int needed = std::max(3, clique_size(graph, component));
    for (; needed < enough && needed <= most_colours; ++needed) {
        clear_colours(component);
        if (colourable(graph, component, needed, 0)) return {needed, needed};
        if (work_left_ <= 0) break;
    }
    return {needed, enough};
}

void PlanarityCheck::clear_colours(std::span<const Node> component) {
    for (const Node arc : component) colour_[static_cast<std::size_t>(arc)] = none;
}

// The component comes in breadth-first order, so each arc but the first has a neighbour that is coloured.
bool PlanarityCheck::is_bipartite(const CrossingsGraph& graph, std::span<const Node> component) {
    clear_colours(component);
    colour_[static_cast<std::size_t>(component.front())] = 0;
    for (const Node arc : component) {
        const std::int32_t own = colour_[static_cast<std::size_t>(arc)];
        for (const Node other : graph.neighbours(arc)) {
            std::int32_t& others = colour_[static_cast<std::size_t>(other)];
            if (others == none) others = 1 - own;
            if (others == own) return false;
        }
    }
    return true;
}

// The size of a clique that is grown greedily: at least so many colours are needed. Colours serve as marks here.
int PlanarityCheck::clique_size(const CrossingsGraph& graph, std::span<const Node> component) {
    const auto degree = [&](Node arc) { return graph.neighbours(arc).size(); };
    Node member = *std::max_element(component.begin(), component.end(),
                                    [&](Node a, Node b) { return degree(a) < degree(b); });
    candidates_.assign(component.begin(), component.end());
    clear_colours(component);
    for (int size = 1;; ++size) {  // those that are left cross all members so far
        for (const Node other : graph.neighbours(member)) colour_[static_cast<std::size_t>(other)] = size;
        std::erase_if(candidates_, [&](Node arc) { return colour_[static_cast<std::size_t>(arc)] != size; });
        if (candidates_.empty()) return size;
        poll(static_cast<std::int64_t>(candidates_.size() + graph.neighbours(member).size()));
        member = *std::max_element(candidates_.begin(), candidates_.end(),
                                   [&](Node a, Node b) { return degree(a) < degree(b); });
    }
}

int PlanarityCheck::greedy_colours(const CrossingsGraph& graph, std::span<const Node> component) {
    clear_colours(component);
    std::vector<char> taken;
    int colours = 0;
    for (const Node arc : component) {
        taken.assign(static_cast<std::size_t>(colours) + 1, 0);
        poll(colours + static_cast<std::int64_t>(graph.neighbours(arc).size()));
        for (const Node other : graph.neighbours(arc))
            if (const std::int32_t colour = colour_[static_cast<std::size_t>(other)]; colour != none)
                taken[static_cast<std::size_t>(colour)] = 1;
        const auto free = std::find(taken.begin(), taken.end(), 0) - taken.begin();
        colour_[static_cast<std::size_t>(arc)] = static_cast<std::int32_t>(free);
        colours = std::max(colours, static_cast<int>(free) + 1);
    }
    return colours;
}

std::uint64_t PlanarityCheck::colours_around(const CrossingsGraph& graph, Node arc) const {
    std::uint64_t colours = 0;
    for (const Node other : graph.neighbours(arc))
        if (const std::int32_t colour = colour_[static_cast<std::size_t>(other)]; colour != none)
            colours |= std::uint64_t{1} << colour;
    return colours;
}

// The arc without a colour that has the most colours around it (Brélaz 1979), 0 if all have one.
Node PlanarityCheck::most_constrained(const CrossingsGraph& graph, std::span<const Node> component) const {
    Node best = 0;
    int most = -1;
    for (const Node arc : component) {
        if (colour_[static_cast<std::size_t>(arc)] != none) continue;
        const int around = std::popcount(colours_around(graph, arc));
        if (around > most) {
            best = arc;
            most = around;
        }
    }
    return best;
}

// Backtracking. Colours that are not used yet are all alike, so only the first of them is tried.
bool PlanarityCheck::colourable(const CrossingsGraph& graph, std::span<const Node> component, int colours, int used) {
    work_left_ -= step_work_;
    poll(step_work_);
    if (work_left_ <= 0) return false;
    const Node arc = most_constrained(graph, component);
    if (arc == 0) return true;
    const std::uint64_t taken = colours_around(graph, arc);
    for (int colour = 0; colour < std::min(used + 1, colours); ++colour) {
        if ((taken >> colour) & 1) continue;
        colour_[static_cast<std::size_t>(arc)] = colour;
        if (colourable(graph, component, colours, std::max(used, colour + 1))) return true;
        colour_[static_cast<std::size_t>(arc)] = none;
    }
    return false;
}

}  // namespace crossarc
