// The extension module crossarc._core: one function per file of this folder adds its classes.
#include "bindings/module.hpp"

#include <nanobind/stl/optional.h>

#include <chrono>
#include <optional>

#include "bindings/interruption.hpp"

namespace {

// Of the calling thread; nothing: none.
void set_deadline(std::optional<double> seconds) {
    using Clock = std::chrono::steady_clock;
    const auto from_now = std::chrono::duration<double>(seconds.value_or(0));
    crossarc::bindings::deadline =
        seconds ? Clock::now() + std::chrono::duration_cast<Clock::duration>(from_now) : Clock::time_point::max();
}

}  // namespace

NB_MODULE(_core, m) {
#ifdef NDEBUG
    // What modules and caches still hold when the interpreter ends is no leak, and nothing to frighten users with.
    nanobind::set_leak_warnings(false);
#endif
    m.doc() = "The native core of crossarc.";
    nanobind::exception<crossarc::bindings::DeadlinePassed>(m, "DeadlinePassed", PyExc_TimeoutError);
    m.def("set_deadline", &set_deadline, nanobind::arg("seconds").none());
    crossarc::bindings::register_treebank(m);
    crossarc::bindings::register_systems(m);
    crossarc::bindings::register_batch(m);
    crossarc::bindings::register_derivations(m);
    crossarc::bindings::register_parser(m);
    crossarc::bindings::register_svm(m);
    crossarc::bindings::register_lock_step(m);
    crossarc::bindings::register_tree(m);
    crossarc::bindings::register_transforms(m);
    crossarc::bindings::register_significance(m);
    crossarc::bindings::register_evaluation(m);
    crossarc::bindings::register_tokenizer(m);
    crossarc::bindings::register_tagging(m);
    crossarc::bindings::register_lemmas(m);
}
