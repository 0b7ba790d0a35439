// Properties of trees, for all sentences of a treebank at once.
#include <cstdint>
#include <vector>

#include "bindings/trees.hpp"
#include "core/tree/profile.hpp"

namespace crossarc::bindings {
namespace {

nb::object nonprojective_arcs(const Heads& heads, const Offsets& offsets, int threads) {
    std::vector<std::uint8_t> flags(heads.shape(0));
    {
        const WithoutGil released;
        mark_nonprojective_arcs(checked_forest(heads, offsets, MissingHeads::allowed), threads, flags);
    }
    return nb::cast(array_of<bool>(std::move(flags)));
}

nb::dict profiles(const Heads& heads, const Offsets& offsets, int threads) {
    const std::size_t sentences = offsets.shape(0) == 0 ? 0 : offsets.shape(0) - 1;
    std::vector<std::int32_t> nonprojective(sentences), least_planes(sentences), most_planes(sentences),
        gap_degree(sentences);
    std::vector<std::uint8_t> ill_nested(sentences);
    {
        const WithoutGil released;
        profile_trees(checked_forest(heads, offsets, MissingHeads::allowed), threads,
                      {nonprojective, least_planes, most_planes, ill_nested, gap_degree});
    }
    nb::dict result;
    result["nonprojective_arcs"] = array_of<std::int32_t>(std::move(nonprojective));
    result["least_planes"] = array_of<std::int32_t>(std::move(least_planes));
    result["most_planes"] = array_of<std::int32_t>(std::move(most_planes));
    result["ill_nested"] = array_of<bool>(std::move(ill_nested));
    result["gap_degree"] = array_of<std::int32_t>(std::move(gap_degree));
    return result;
}

}  // namespace

void register_tree(nb::module_& m) {
    m.def("nonprojective_arcs", &nonprojective_arcs, nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1,
          "For each word whether the arc into it is non-projective.");
    m.def("tree_profiles", &profiles, nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1,
          "For each sentence what kind of tree it has.");
}

}  // namespace crossarc::bindings
