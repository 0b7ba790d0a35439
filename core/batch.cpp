#include "core/batch.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/interruption.hpp"
#include "core/parallel.hpp"

namespace crossarc {

namespace {

// Starting a thread takes as long as a step of about a thousand sentences: a thread is not worth less than that.
// Oracles that are cubic in the length of a sentence are another matter.
constexpr std::size_t sentences_at_a_time = 1024;
constexpr std::size_t slow_sentences_at_a_time = 4;

constexpr std::int32_t not_legal = -1;

}  // namespace

template <class Work>
void Batch::each(Work&& work, bool is_slow) const {
    const std::lock_guard lock(*mutex_);
    const std::size_t chunk = is_slow ? slow_sentences_at_a_time : sentences_at_a_time;
    parallel_for(size(), threads_, chunk, [&] { return [&](std::size_t s) { work(s); }; });
}

Batch::Batch(SharedSystem system, std::span<const std::int32_t> lengths, int threads)
    : system_(std::move(system)), threads_(threads), configurations_(lengths.size()), offsets_(1, 0) {
    for (const Kind& kind : system_->kinds())
        if (kind.is_numbered) throw std::invalid_argument("a batch has one column for each transition: there is no k");
    for (std::int32_t length : lengths) {
        if (length < 0) throw std::invalid_argument("a sentence cannot have fewer than 0 words");
        offsets_.push_back(offsets_.back() + length);
    }
    each([&](std::size_t s) { system_->start(configurations_[s], lengths[s]); });
}

void Batch::set_gold(const Forest& trees, std::string_view oracle, const OracleOptions& options) {
    const std::lock_guard lock(*mutex_);
    if (trees.offsets.size() != offsets_.size() ||
        !std::equal(offsets_.begin(), offsets_.end(), trees.offsets.begin())) {
        throw std::invalid_argument("the gold trees are not as long as the sentences");
    }
    auto own = make_oracle(system_, oracle, options);
    std::vector<Target> targets(size());  // all or, if it is interrupted, none
    each([&](std::size_t s) { own->aim(trees.sentence(s), targets[s]); });
    oracle_ = std::move(own);
    targets_ = std::move(targets);
    scratches_ = std::vector<Scratch>(size());
    oracle_is_slow_ = oracle == "exact";
}

void Batch::finished(bool* result) const {
    each([&](std::size_t s) { result[s] = system_->finished(configurations_[s]); });
}

void Batch::legal(bool* result) const {
    each([&](std::size_t s) {
        thread_local Moves moves;
        system_->legal(configurations_[s], moves);
        bool* row = result + s * transitions();
        std::fill_n(row, transitions(), false);
        for (const Transition t : moves) row[t.kind] = true;
    });
}

void Batch::costs(std::int32_t* result) const {
    if (!has_gold()) throw std::invalid_argument("costs need gold trees");
    each(
        [&](std::size_t s) {
            thread_local Costs costs;
            oracle_->costs(targets_[s], configurations_[s], scratches_[s], costs);
            std::int32_t* row = result + s * transitions();
            std::fill_n(row, transitions(), not_legal);
            for (const auto& [t, cost] : costs) row[t.kind] = cost;
        },
        oracle_is_slow_);
}

void Batch::losses(std::int32_t* result) const {
    if (!has_gold()) throw std::invalid_argument("losses need gold trees");
    each([&](std::size_t s) { result[s] = oracle_->loss(targets_[s], configurations_[s], scratches_[s]); },
         oracle_is_slow_);
}

void Batch::nodes(std::span<const Address> addresses, std::int32_t* result) const {
    each([&](std::size_t s) {
        std::int32_t* row = result + s * addresses.size();
        for (const Address& address : addresses) *row++ = address.node(configurations_[s]);
    });
}

void Batch::valencies(std::span<const Address> addresses, std::int32_t* result) const {
    each([&](std::size_t s) {
        const Configuration& c = configurations_[s];
        std::int32_t* row = result + 2 * s * addresses.size();
        for (const Address& address : addresses) {
            const Node x = address.node(c);
            *row++ = x == no_node ? 0 : c.left_valency(x);
            *row++ = x == no_node ? 0 : c.right_valency(x);
        }
    });
}

void Batch::heads(std::int32_t* result) const {
    each([&](std::size_t s) { system_->read_tree(configurations_[s], result + offsets_[s], nullptr); });
}

void Batch::labels(std::int32_t* result) const {
    each([&](std::size_t s) {
        thread_local LabelledTree tree;
        system_->read_tree(configurations_[s], tree);
        std::transform(tree.labels.begin(), tree.labels.end(), result + offsets_[s],
                       [](Label label) { return std::max(label, 0); });
    });
}

void Batch::apply(std::span<const std::int32_t> transitions, std::span<const std::int32_t> labels) {
    const std::lock_guard lock(*mutex_);
    if (transitions.size() != size() || (!labels.empty() && labels.size() != size())) {
        throw std::invalid_argument("one transition (and label) for each sentence is needed");
    }
    each([&](std::size_t s) {
        const std::int32_t k = transitions[s];
        if (k == -1) return;
        const auto refuse = [&](const std::string& why) {
            throw std::invalid_argument("sentence " + std::to_string(s + 1) + " of the batch: " + why);
        };
        if (k < 0 || static_cast<std::size_t>(k) >= this->transitions()) refuse("no transition " + std::to_string(k));
        const Transition t{0, static_cast<std::uint8_t>(k)};
        const Reason reason = system_->why_not(configurations_[s], t);
        if (reason != nullptr) refuse(system_->name_of(t) + " is not legal: " + reason);
    });
    auto& configurations = configurations_;
    const Interruptible not_halfway(nullptr);
    each([&](std::size_t s) {
        if (transitions[s] == -1) return;
        const Transition t{0, static_cast<std::uint8_t>(transitions[s])};
        system_->apply(configurations[s], t, labels.empty() ? 0 : labels[s]);
    });
}

}  // namespace crossarc
