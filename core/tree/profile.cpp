#include "core/tree/profile.hpp"

#include "core/parallel.hpp"
#include "core/tree/crossings.hpp"
#include "core/tree/nesting.hpp"
#include "core/tree/planarity.hpp"
#include "core/tree/projectivity.hpp"
#include "core/tree/tree.hpp"

namespace crossarc {
namespace {

constexpr std::size_t sentences_at_a_time = 64;

struct Words {
    std::size_t first, count;
};

Words words_of(std::span<const std::int64_t> first_words, std::size_t sentence) {
    const auto first = static_cast<std::size_t>(first_words[sentence]);
    return {first, static_cast<std::size_t>(first_words[sentence + 1]) - first};
}

// The measures of one thread, with their memory.
struct Profiler {
    Tree tree;
    ProjectivityCheck projectivity;
    CrossingsGraph crossings;
    PlanarityCheck planarity;
    NestingCheck nesting;
    GapDegree gaps;

    void measure(std::span<const std::int32_t> heads, std::size_t sentence, const TreeProfiles& out) {
        tree.assign(heads);
        out.nonprojective_arcs[sentence] = projectivity.count_nonprojective(tree);
        Planarity planar;
        bool ill_nested = false;
        int gap_degree = 0;
        if (out.nonprojective_arcs[sentence] > 0) {  // most trees are projective: well-nested, planar, without gaps
            if (crossings.assign(tree))
                planar = planarity.minimum_planes(crossings);
            else
                planar = {2, static_cast<int>(crossings.arc_count())};
            ill_nested = !nesting.is_well_nested(tree);
            gap_degree = gaps.of(tree);
        }
        out.least_planes[sentence] = planar.at_least;
        out.most_planes[sentence] = planar.at_most;
        out.ill_nested[sentence] = ill_nested;
        out.gap_degree[sentence] = gap_degree;
    }
};

}  // namespace

void profile_trees(std::span<const std::int32_t> heads, std::span<const std::int64_t> first_words, int threads,
                   const TreeProfiles& profiles) {
    parallel_for(first_words.size() - 1, threads, sentences_at_a_time, [&] {
        return [&, profiler = Profiler()](std::size_t sentence) mutable {
            const Words words = words_of(first_words, sentence);
            profiler.measure(heads.subspan(words.first, words.count), sentence, profiles);
        };
    });
}

void mark_nonprojective_arcs(std::span<const std::int32_t> heads, std::span<const std::int64_t> first_words,
                             int threads, std::span<std::uint8_t> flags) {
    parallel_for(first_words.size() - 1, threads, sentences_at_a_time, [&] {
        return [&, tree = Tree(), check = ProjectivityCheck()](std::size_t sentence) mutable {
            const Words words = words_of(first_words, sentence);
            tree.assign(heads.subspan(words.first, words.count));
            check.mark_nonprojective(tree, flags.subspan(words.first, words.count));
        };
    });
}

}  // namespace crossarc
