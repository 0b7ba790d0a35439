// The extension module crossarc._core: one function per file of this folder adds its classes.
#include "bindings/module.hpp"

NB_MODULE(_core, m) {
#ifdef NDEBUG
    // What modules and caches still hold when the interpreter ends is no leak, and nothing to frighten users with.
    nanobind::set_leak_warnings(false);
#endif
    m.doc() = "The native core of crossarc.";
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
