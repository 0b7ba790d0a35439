// Transition systems, configurations and oracles, one step at a time and in bulk.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/named_system.hpp"
#include "bindings/trees.hpp"
#include "core/batch.hpp"
#include "core/derivation.hpp"
#include "core/oracles/exact.hpp"
#include "core/registry.hpp"

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

std::vector<int> planes_of(const Oracle& oracle) {
    const auto planes = oracle.planes();
    return planes.empty() ? std::vector<int>{} : std::vector<int>{planes.begin() + 1, planes.end()};
}

// Oracles have scratch memory, so that they keep the GIL: they are for one thread at a time.
int loss_of(Oracle& oracle, const Configuration& c) {
    const HeardSignals heard;
    return oracle.loss(c);
}

nb::dict costs_of(Oracle& oracle, const Configuration& c) {
    Costs costs;
    {
        const HeardSignals heard;
        oracle.costs(c, costs);
    }
    nb::dict result;
    for (int t = 0; t < transition_count; ++t) {
        const int cost = costs[static_cast<std::size_t>(t)];
        if (cost != illegal) result[nb::cast(name_of(static_cast<Transition>(t)))] = cost;
    }
    return result;
}

// Fills a new NumPy array of the given shape without holding the interpreter's lock.
template <class T, std::size_t Dimensions, class Fill>
nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>> filled(const std::size_t (&shape)[Dimensions], Fill&& fill) {
    std::size_t size = 1;
    for (std::size_t extent : shape) size *= extent;
    auto memory = std::make_unique<T[]>(std::max<std::size_t>(size, 1));
    {
        const WithoutGil released;
        fill(memory.get());
    }
    T* data = memory.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>(data, Dimensions, shape, owner);
}

std::vector<Address> addresses_of(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

nb::tuple arrays_of(Followed followed) {
    return nb::make_tuple(array_of<Node>(std::move(followed.heads)), array_of<std::int32_t>(std::move(followed.steps)),
                          array_of<std::int32_t>(std::move(followed.promised)));
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

    nb::class_<Oracle>(m, "Oracle")
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
        .def_prop_ro("oracles", [](const NamedSystem& self) { return oracle_names(self.system); })
        .def_prop_ro("is_projective",
                     [](const NamedSystem& self) { return trees_of(self.system) == TreeClass::projective; })
        .def_prop_ro("builds_all", [](const NamedSystem& self) { return trees_of(self.system) == TreeClass::all; })
        .def_prop_ro("has_planes", [](const NamedSystem& self) { return has_planes(self.system); })
        .def("start", &NamedSystem::start)
        .def("legal", &NamedSystem::legal)
        .def("apply", &NamedSystem::apply)
        .def("finished", &NamedSystem::finished)
        .def("heads", &NamedSystem::heads)
        .def("derive", &NamedSystem::derive)
        .def("covers", &NamedSystem::covers)
        .def(
            "oracle",
            [](const NamedSystem& self, std::string_view name, const std::vector<Node>& heads, bool regularize) {
                const HeardSignals heard;
                NamedSystem::check(heads);
                auto oracle = make_oracle(self.system, name, {regularize});
                oracle->prepare(heads);
                return oracle;
            },
            nb::arg("name"), nb::arg("heads"), nb::arg("regularize") = false);

    nb::class_<Batch>(m, "Batch")
        .def(
            "__init__",
            [](Batch* self, const NamedSystem& system, const Input<std::int32_t>& lengths, int threads) {
                new (self) Batch(system.system, span_of(lengths), threads);
            },
            nb::arg("system"), nb::arg("lengths"), nb::arg("threads") = 1)
        .def(
            "set_gold",
            [](Batch& self, const Heads& heads, const Offsets& offsets, std::string_view oracle, bool regularize) {
                const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
                const WithoutGil released;
                self.set_gold(trees, oracle, {regularize});
            },
            nb::arg("heads"), nb::arg("offsets"), nb::arg("oracle"), nb::arg("regularize") = false)
        .def("__len__", &Batch::size)
        .def(
            "finished",
            [](const Batch& self) { return filled<bool>({self.size()}, [&](bool* result) { self.finished(result); }); })
        .def("legal",
             [](const Batch& self) {
                 return filled<bool>({self.size(), self.transitions().size()},
                                     [&](bool* result) { self.legal(result); });
             })
        .def("costs",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.size(), self.transitions().size()},
                                             [&](std::int32_t* result) { self.costs(result); });
             })
        .def("losses",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.size()}, [&](std::int32_t* result) { self.losses(result); });
             })
        .def("nodes",
             [](const Batch& self, const std::vector<std::string>& texts) {
                 const std::vector<Address> addresses = addresses_of(texts);
                 return filled<std::int32_t>({self.size(), addresses.size()},
                                             [&](std::int32_t* result) { self.nodes(addresses, result); });
             })
        .def("valencies",
             [](const Batch& self, const std::vector<std::string>& texts) {
                 const std::vector<Address> addresses = addresses_of(texts);
                 return filled<std::int32_t>({self.size(), addresses.size(), 2},
                                             [&](std::int32_t* result) { self.valencies(addresses, result); });
             })
        .def("heads",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.words()}, [&](std::int32_t* result) { self.heads(result); });
             })
        .def("labels",
             [](const Batch& self) {
                 return filled<std::int32_t>({self.words()}, [&](std::int32_t* result) { self.labels(result); });
             })
        .def(
            "apply",
            [](Batch& self, const Input<std::int32_t>& transitions, const std::optional<Input<std::int32_t>>& labels) {
                const auto label_span = labels ? span_of(*labels) : std::span<const std::int32_t>{};
                const WithoutGil released;
                self.apply(span_of(transitions), label_span);
            },
            nb::arg("transitions"), nb::arg("labels") = nb::none());

    m.attr("longest_exact") = longest_exact;
    m.def("system_descriptions", [] {
        std::vector<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>> rows;
        for (const auto& d : system_descriptions()) rows.emplace_back(d.name, d.trees, d.longest, d.paper);
        return rows;
    });

    m.def(
        "covers",
        [](const NamedSystem& system, const Heads& heads, const Offsets& offsets, int threads) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            return filled<bool>({trees.sentences()},
                                [&](bool* result) { covers(system.system, trees, threads, result); });
        },
        nb::arg("system"), nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1);
    m.def(
        "derive_all",
        [](const NamedSystem& system, const Heads& heads, const Offsets& offsets, int threads) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            Followed followed;
            {
                const WithoutGil released;
                followed = derive_all(system.system, trees, threads);
            }
            return arrays_of(std::move(followed));
        },
        nb::arg("system"), nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1);
    m.def(
        "follow",
        [](const NamedSystem& system, std::string_view oracle, const Heads& heads, const Offsets& offsets,
           std::uint64_t seed, int explore, bool regularize, int threads) {
            const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
            Followed followed;
            {
                const WithoutGil released;
                followed = follow(system.system, oracle, {regularize}, trees, seed, explore, threads);
            }
            return arrays_of(std::move(followed));
        },
        nb::arg("system"), nb::arg("oracle"), nb::arg("heads"), nb::arg("offsets"), nb::arg("seed") = 0,
        nb::arg("explore") = 0, nb::arg("regularize") = false, nb::arg("threads") = 1);
}

}  // namespace crossarc::bindings
