// Transformations of trees: into projective ones and back, into trees with one root, and from links without directions.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/module.hpp"
#include "bindings/named_system.hpp"
#include "bindings/trees.hpp"
#include "core/derivation.hpp"
#include "core/parallel.hpp"
#include "core/parsing/roots.hpp"
#include "core/systems/reconstruction.hpp"
#include "core/transforms/attach_roots.hpp"
#include "core/transforms/projectivize.hpp"
#include "core/transforms/pseudo_projective.hpp"

namespace crossarc::bindings {
namespace {

constexpr std::size_t sentences_at_a_time = 64;

LiftEncoding encoding_named(const std::string& name) {
    if (name == "none") return LiftEncoding::nothing;
    if (name == "head") return LiftEncoding::head;
    if (name == "path") return LiftEncoding::path;
    if (name == "head+path") return LiftEncoding::head_and_path;
    throw nb::value_error("the encoding is 'none', 'head', 'path' or 'head+path'");
}

// Calls transform(worker, first word, number of words) for each sentence; each thread has a copy of the worker.
template <typename Worker, typename Transform>
void for_each_sentence(const Worker& worker, const Forest& forest, int threads, const Transform& transform) {
    parallel_for(forest.sentences(), threads, sentences_at_a_time, [&] {
        return [&, own = worker](std::size_t sentence) mutable {
            transform(own, forest.first(sentence), forest.length(sentence));
        };
    });
}

// Of the words under 0 in each sentence, the one that scores highest; 0 if there is none.
nb::object chosen_roots(const Heads& heads, const Offsets& offsets, const Input<float>& scores) {
    if (scores.shape(0) != heads.shape(0)) throw std::invalid_argument("a score for each word is needed");
    const Forest trees = checked_forest(heads, offsets, MissingHeads::refused);
    std::vector<std::int32_t> roots(trees.sentences());
    choose_roots(trees, span_of(scores), roots.data());
    return nb::cast(array_of<std::int32_t>(std::move(roots)));
}

// Where roots[s] is not 0, it becomes the only root of sentence s; scores are [sentence, dependent, head].
nb::object attach_roots(const Heads& heads, const Offsets& offsets, const Input<std::int32_t>& roots,
                        const nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>& scores) {
    std::vector<std::int32_t> new_heads(span_of(heads).begin(), span_of(heads).end());
    {
        const WithoutGil released;
        const Forest forest = checked_forest(heads, offsets, MissingHeads::allowed);
        const std::size_t sentences = forest.sentences(), width = scores.shape(2);
        if (roots.shape(0) != sentences || scores.shape(0) != sentences || scores.shape(1) != width)
            throw std::invalid_argument("one root and a square of scores for each sentence are needed");
        RootAttachment attachment;
        for (std::size_t s = 0; s < sentences; ++s) {
            const auto own = std::span(new_heads).subspan(forest.first(s), forest.length(s));
            const std::int32_t root = span_of(roots)[s];
            if (root == 0) continue;
            if (own.size() > width) throw std::invalid_argument("a sentence has more words than scores");
            if (root < 0 || static_cast<std::size_t>(root) > own.size() || own[static_cast<std::size_t>(root) - 1] > 0)
                throw std::invalid_argument("what is to be the only root is none");
            attachment.attach(own, root, scores.data() + s * width * width, width);
        }
    }
    return nb::cast(array_of<std::int32_t>(std::move(new_heads)));
}

nb::object projectivize(const Heads& heads, const Offsets& offsets, int threads) {
    std::vector<std::int32_t> new_heads(span_of(heads).begin(), span_of(heads).end());
    {
        const WithoutGil released;
        const Forest forest = checked_forest(heads, offsets, MissingHeads::allowed);
        for_each_sentence(Projectivization(), forest, threads,
                          [&](Projectivization& own, std::size_t first, std::size_t n) {
                              own.projectivize(std::span(new_heads).subspan(first, n));
                          });
    }
    return nb::cast(array_of<std::int32_t>(std::move(new_heads)));
}

// Which trees can stay as they are: those that the system can build. None if these are the projective ones.
TreeTest test_of(const NamedSystem* named) {
    if (named == nullptr || named->system->traits().trees == TreeClass::projective) return nullptr;
    return [named](std::span<const Node> tree, int& patience) { return covers(*named->system, tree, patience); };
}

nb::tuple pseudo_projectivize(const Heads& heads, const Offsets& offsets, const Input<std::int32_t>& labels,
                              const std::string& encoding_name, int threads, const NamedSystem* system) {
    const LiftEncoding encoding = encoding_named(encoding_name);
    if (labels.shape(0) != heads.shape(0)) throw nb::value_error("one label for each word is needed");
    std::vector<std::int32_t> new_heads(span_of(heads).begin(), span_of(heads).end());
    std::vector<std::int32_t> head_labels(heads.shape(0));
    std::vector<std::uint8_t> lifted(heads.shape(0)), on_path(heads.shape(0));
    {
        const WithoutGil released;
        const TreeTest can_stay = test_of(system);
        const Forest forest = checked_forest(heads, offsets, can_stay ? MissingHeads::refused : MissingHeads::allowed);
        std::vector<LiftMarks> marks(heads.shape(0));
        for_each_sentence(PseudoProjective(encoding, can_stay), forest, threads,
                          [&](PseudoProjective& lifting, std::size_t first, std::size_t n) {
                              lifting.projectivize(std::span(new_heads).subspan(first, n),
                                                   span_of(labels).subspan(first, n),
                                                   std::span(marks).subspan(first, n));
                          });
        for (std::size_t word = 0; word < marks.size(); ++word) {
            head_labels[word] = marks[word].head_label;
            lifted[word] = marks[word].lifted;
            on_path[word] = marks[word].on_path;
        }
    }
    return nb::make_tuple(array_of<std::int32_t>(std::move(new_heads)), array_of<std::int32_t>(std::move(head_labels)),
                          array_of<bool>(std::move(lifted)), array_of<bool>(std::move(on_path)));
}

nb::object deprojectivize(const Heads& heads, const Offsets& offsets, const Input<std::int32_t>& labels,
                          const Input<std::int32_t>& head_labels, const Input<bool>& lifted, const Input<bool>& on_path,
                          const std::string& encoding_name, int threads) {
    const LiftEncoding encoding = encoding_named(encoding_name);
    const std::size_t words = heads.shape(0);
    if (labels.shape(0) != words || head_labels.shape(0) != words || lifted.shape(0) != words ||
        on_path.shape(0) != words)
        throw nb::value_error("labels and marks for each word are needed");
    std::vector<std::int32_t> new_heads(span_of(heads).begin(), span_of(heads).end());
    {
        const WithoutGil released;
        const Forest forest = checked_forest(heads, offsets, MissingHeads::allowed);
        std::vector<LiftMarks> marks(words);
        for (std::size_t word = 0; word < words; ++word)
            marks[word] = {head_labels.data()[word], lifted.data()[word], on_path.data()[word]};
        for_each_sentence(PseudoProjective(encoding), forest, threads,
                          [&](PseudoProjective& lifting, std::size_t first, std::size_t n) {
                              lifting.deprojectivize(std::span(new_heads).subspan(first, n),
                                                     span_of(labels).subspan(first, n),
                                                     std::span<const LiftMarks>(marks).subspan(first, n));
                          });
    }
    return nb::cast(array_of<std::int32_t>(std::move(new_heads)));
}

// Links as pairs in the direction that they prefer, among 0 and the words 1..n. For each word its head and the number
// of the link that attaches it, or -1.
nb::tuple reconstruct(int words, const Input<std::int32_t>& heads, const Input<std::int32_t>& dependents,
                      std::string_view reconstruction, std::string_view root_links) {
    const Reconstruction how = reconstruction_named(reconstruction, root_links);
    if (words < 0) throw nb::value_error("a sentence cannot have fewer than 0 words");
    if (heads.shape(0) != dependents.shape(0)) throw nb::value_error("a link has two ends");
    std::vector<Configuration::Edge> links;
    for (std::size_t k = 0; k < heads.shape(0); ++k) {
        const Node head = span_of(heads)[k], dependent = span_of(dependents)[k];
        if (std::min(head, dependent) < 0 || std::max(head, dependent) > words || head == dependent)
            throw nb::value_error("a link has two ends among 0 and the words");
        links.push_back(
            {std::min(head, dependent), std::max(head, dependent), dependent < head, static_cast<Label>(k) + 1});
    }
    DirectedTree tree;
    {
        const WithoutGil released;
        crossarc::reconstruct(words, links, how, tree);
    }
    for (Label& label : tree.labels) --label;
    tree.heads.erase(tree.heads.begin());
    tree.labels.erase(tree.labels.begin());
    return nb::make_tuple(array_of<std::int32_t>(std::move(tree.heads)),
                          array_of<std::int32_t>(std::move(tree.labels)));
}

}  // namespace

void register_transforms(nb::module_& m) {
    m.def("choose_roots", &chosen_roots, nb::arg("heads"), nb::arg("offsets"), nb::arg("scores"));
    m.def("attach_roots", &attach_roots, nb::arg("heads"), nb::arg("offsets"), nb::arg("roots"), nb::arg("scores"));
    m.def("projectivize", &projectivize, nb::arg("heads"), nb::arg("offsets"), nb::arg("threads") = 1);
    m.def("pseudo_projectivize", &pseudo_projectivize, nb::arg("heads"), nb::arg("offsets"), nb::arg("labels"),
          nb::arg("encoding"), nb::arg("threads") = 1, nb::arg("system").none() = nb::none());
    m.def("deprojectivize", &deprojectivize, nb::arg("heads"), nb::arg("offsets"), nb::arg("labels"),
          nb::arg("head_labels"), nb::arg("lifted"), nb::arg("on_path"), nb::arg("encoding"), nb::arg("threads") = 1);
    m.def("reconstruct", &reconstruct, nb::arg("words"), nb::arg("heads"), nb::arg("dependents"),
          nb::arg("reconstruction"), nb::arg("root_links"));
}

}  // namespace crossarc::bindings
