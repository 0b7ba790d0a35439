// Transition systems, configurations and oracles, one step at a time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/named_system.hpp"
#include "core/oracles/exact.hpp"

namespace crossarc::bindings {

namespace {

std::vector<Node> stack_of(const Configuration& c, int stack) {
    return {c.bottom(stack), c.bottom(stack) + c.size(stack)};
}
std::vector<Node> buffer_of(const Configuration& c) {
    std::vector<Node> nodes;
    for (int k = 0; k < c.buffer_size(); ++k) nodes.push_back(c.buffer(k));
    return nodes;
}
std::vector<Node> second_list_of(const Configuration& c) {
    return c.listed() == 0 ? std::vector<Node>{} : std::vector<Node>{c.bottom(0) + c.size(0), c.bottom(0) + c.listed()};
}
std::vector<std::tuple<Node, Node>> arcs_of(const Configuration& c) {
    std::vector<std::tuple<Node, Node>> arcs;
    for (Node w = 1; w <= c.words(); ++w) {
        if (c.has_head(w)) arcs.emplace_back(c.head(w), w);
    }
    return arcs;
}
std::vector<std::tuple<Node, Node, bool>> edges_of(const Configuration& c) {
    std::vector<std::tuple<Node, Node, bool>> edges;
    for (int k = 0; k < c.edges(); ++k) {
        const auto edge = c.edge(k);
        edges.emplace_back(edge.left, edge.right, edge.leftward);
    }
    return edges;
}

std::vector<int> planes_of(const AimedOracle& own) {
    const auto& planes = own.target.plane;
    return planes.empty() ? std::vector<int>{} : std::vector<int>{planes.begin() + 1, planes.end()};
}

// The scratch memory is for one thread at a time, so that these keep the GIL.
int loss_of(AimedOracle& own, const Configuration& c) {
    const HeardSignals heard;
    return own.oracle->loss(own.target, c, own.scratch);
}

nb::dict costs_of(AimedOracle& own, const Configuration& c) {
    Costs costs;
    {
        const HeardSignals heard;
        own.oracle->costs(own.target, c, own.scratch, costs);
    }
    nb::dict result;
    for (const auto& [t, cost] : costs) result[nb::cast(own.system->name_of(t))] = cost;
    return result;
}

AimedOracle aimed(const NamedSystem& self, std::string_view name, const std::vector<Node>& heads,
                  const OracleOptions& options) {
    const HeardSignals heard;
    AimedOracle own{self.system, make_oracle(self.system, name, options), {}, {}};
    NamedSystem::check(heads, own.oracle->takes_unknown() ? MissingHeads::allowed : MissingHeads::refused);
    own.oracle->aim(heads, own.target);
    return own;
}

}  // namespace

void register_systems(nb::module_& m) {
    nb::class_<Configuration>(m, "Configuration")
        .def("__eq__", [](const Configuration& a, const Configuration& b) { return a == b; })
        .def_prop_ro("words", &Configuration::words)
        .def_prop_ro("active", &Configuration::active)
        .def_prop_ro("switched", &Configuration::switched)
        .def("stack", &stack_of)
        .def_prop_ro("second_list", &second_list_of)
        .def_prop_ro("buffer", &buffer_of)
        .def_prop_ro("arcs", &arcs_of)
        .def_prop_ro("edges", &edges_of);

    nb::class_<OracleOptions>(m, "OracleOptions")
        .def(
            "__init__",
            [](OracleOptions* self, bool regularize, std::string_view buffer_arcs, std::string_view planes) {
                new (self)
                    OracleOptions{regularize, choice_named<BufferArcs>(buffer_arcs, buffer_arcs_names, "buffer_arcs"),
                                  choice_named<PlaneCriterion>(planes, plane_criterion_names, "planes")};
            },
            nb::arg("regularize") = false, nb::arg("buffer_arcs") = buffer_arcs_names[0],
            nb::arg("planes") = plane_criterion_names[0]);

    nb::class_<AimedOracle>(m, "Oracle")
        .def("loss", &loss_of)
        .def("costs", &costs_of)
        .def_prop_ro("planes", &planes_of);

    nb::class_<NamedSystem>(m, "System")
        .def(
            "__init__",
            [](NamedSystem* self, std::string_view name, std::string root, std::string reconstruction,
               std::string root_links) {
                new (self) NamedSystem{make_system(name, {root, reconstruction, root_links})};
            },
            nb::arg("name"), nb::arg("root") = "", nb::arg("reconstruction") = "", nb::arg("root_links") = "")
        .def_prop_ro("transitions", &NamedSystem::transition_names)
        .def_prop_ro("base", [](const NamedSystem& self) { return self.system->base().name(); })
        .def_prop_ro("arc_transitions", &NamedSystem::arc_transitions)
        .def_prop_ro("oracles", [](const NamedSystem& self) { return oracle_names(*self.system); })
        .def_prop_ro("plane_count", [](const NamedSystem& self) { return self.system->traits().planes; })
        .def_prop_ro("has_root", [](const NamedSystem& self) { return self.system->traits().has_root; })
        .def_prop_ro("is_directed", [](const NamedSystem& self) { return self.system->traits().is_directed; })
        .def_prop_ro("has_buffer_transitions",
                     [](const NamedSystem& self) { return &self.system->base() != self.system.get(); })
        .def_prop_ro("has_long_buffer_arcs",
                     [](const NamedSystem& self) { return self.system->traits().has_long_buffer_arcs; })
        .def_prop_ro("is_projective",
                     [](const NamedSystem& self) { return self.system->traits().trees == TreeClass::projective; })
        .def_prop_ro("builds_all",
                     [](const NamedSystem& self) { return self.system->traits().trees == TreeClass::all; })
        .def("start", &NamedSystem::start)
        .def("legal", &NamedSystem::legal)
        .def("why_not", &NamedSystem::why_not)
        .def("arc", &NamedSystem::arc)
        .def("apply", &NamedSystem::apply)
        .def("finished", &NamedSystem::finished)
        .def("heads", &NamedSystem::heads)
        .def("derive", &NamedSystem::derive, nb::arg("heads"), nb::arg("options") = OracleOptions{})
        .def("covers", &NamedSystem::covers)
        .def("oracle", &aimed, nb::arg("name"), nb::arg("heads"), nb::arg("options") = OracleOptions{});

    m.def("arc_transition_names", &arc_transition_names);
    m.attr("longest_exact") = longest_exact;
    m.attr("buffer_arcs_names") = std::vector(buffer_arcs_names.begin(), buffer_arcs_names.end());
    m.attr("plane_criterion_names") = std::vector(plane_criterion_names.begin(), plane_criterion_names.end());
    m.def("system_descriptions", [] {
        std::vector<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>> rows;
        for (const auto& d : system_descriptions()) rows.emplace_back(d.name, d.trees, d.longest, d.paper);
        return rows;
    });
}

}  // namespace crossarc::bindings
