#include "core/batch.hpp"

#include "core/parallel.hpp"

namespace crossarc {

namespace {

// Starting a thread takes as long as a step of about a thousand sentences: a thread is not worth less than that.
// Oracles that are cubic in the length of a sentence are another matter.
constexpr std::size_t sentences_at_a_time = 1024;
constexpr std::size_t slow_sentences_at_a_time = 4;

template <class System>
DirectedTree tree_of(const System&, const Configuration& c) {
    const auto size = static_cast<std::size_t>(c.words()) + 1;
    DirectedTree tree{std::vector<Node>(size), std::vector<Label>(size)};
    for (Node w = 1; w <= c.words(); ++w) {
        tree.heads[static_cast<std::size_t>(w)] = std::max(c.head(w), 0);
        tree.labels[static_cast<std::size_t>(w)] = c.has_head(w) ? c.label(w) : 0;
    }
    return tree;
}
template <class Base>
DirectedTree tree_of(const Undirected<Base>& system, const Configuration& c) {
    DirectedTree tree;
    reconstruct(c, system.reconstruction, tree);
    return tree;
}

}  // namespace

// The system's type is looked up once for each sentence, not for each transition.
template <class Work>
void Batch::each(Work&& work, bool is_slow) const {
    const std::lock_guard lock(*mutex_);
    const std::size_t chunk = is_slow ? slow_sentences_at_a_time : sentences_at_a_time;
    std::visit(
        [&](const auto& system) {
            parallel_for(size(), threads_, chunk, [&] { return [&](std::size_t s) { work(system, s); }; });
        },
        system_);
}

Batch::Batch(const AnySystem& system, std::span<const std::int32_t> lengths, int threads)
    : system_(system),
      transitions_(std::visit([](const auto& own) { return own.transitions(); }, system)),
      threads_(threads),
      configurations_(lengths.size()),
      offsets_(1, 0) {
    for (std::int32_t length : lengths) {
        if (length < 0) throw std::invalid_argument("a sentence cannot have fewer than 0 words");
        offsets_.push_back(offsets_.back() + length);
    }
    each([&](const auto& own, std::size_t s) { own.start(configurations_[s], lengths[s]); });
}

void Batch::set_gold(const Forest& trees, std::string_view oracle, const OracleOptions& options) {
    const std::lock_guard lock(*mutex_);
    if (trees.offsets.size() != offsets_.size() ||
        !std::equal(offsets_.begin(), offsets_.end(), trees.offsets.begin())) {
        throw std::invalid_argument("the gold trees are not as long as the sentences");
    }
    std::vector<std::unique_ptr<Oracle>> prepared;  // all or, if it is interrupted, none
    for (std::size_t s = 0; s < size(); ++s) prepared.push_back(make_oracle(system_, oracle, options));
    each([&](const auto&, std::size_t s) { prepared[s]->prepare(trees.sentence(s)); });
    oracles_ = std::move(prepared);
    oracle_is_slow_ = oracle == "exact";
}

void Batch::finished(bool* result) const {
    each([&](const auto& own, std::size_t s) { result[s] = own.finished(configurations_[s]); });
}

void Batch::legal(bool* result) const {
    each([&](const auto& own, std::size_t s) {
        const Configuration& c = configurations_[s];
        const bool ended = own.finished(c);
        bool* row = result + s * transitions_.size();
        for (Transition t : transitions_) *row++ = !ended && own.why_not(c, t) == nullptr;
    });
}

void Batch::costs(std::int32_t* result) const {
    if (!has_gold()) throw std::invalid_argument("costs need gold trees");
    each(
        [&](const auto& own, std::size_t s) {
            Costs costs;
            costs.fill(illegal);
            if (!own.finished(configurations_[s])) oracles_[s]->costs(configurations_[s], costs);
            std::int32_t* row = result + s * transitions_.size();
            for (Transition t : transitions_) *row++ = costs[static_cast<std::size_t>(t)];
        },
        oracle_is_slow_);
}

void Batch::losses(std::int32_t* result) const {
    if (!has_gold()) throw std::invalid_argument("losses need gold trees");
    each([&](const auto&, std::size_t s) { result[s] = oracles_[s]->loss(configurations_[s]); }, oracle_is_slow_);
}

void Batch::nodes(std::span<const Address> addresses, std::int32_t* result) const {
    each([&](const auto&, std::size_t s) {
        std::int32_t* row = result + s * addresses.size();
        for (const Address& address : addresses) *row++ = address.node(configurations_[s]);
    });
}

void Batch::valencies(std::span<const Address> addresses, std::int32_t* result) const {
    each([&](const auto&, std::size_t s) {
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
    each([&](const auto& own, std::size_t s) {
        const DirectedTree tree = tree_of(own, configurations_[s]);
        std::copy(tree.heads.begin() + 1, tree.heads.end(), result + offsets_[s]);
    });
}

void Batch::labels(std::int32_t* result) const {
    each([&](const auto& own, std::size_t s) {
        const DirectedTree tree = tree_of(own, configurations_[s]);
        std::copy(tree.labels.begin() + 1, tree.labels.end(), result + offsets_[s]);
    });
}

void Batch::apply(std::span<const std::int32_t> transitions, std::span<const std::int32_t> labels) {
    const std::lock_guard lock(*mutex_);
    if (transitions.size() != size() || (!labels.empty() && labels.size() != size())) {
        throw std::invalid_argument("one transition (and label) for each sentence is needed");
    }
    each([&](const auto& own, std::size_t s) {
        const std::int32_t k = transitions[s];
        if (k == -1) return;
        const auto refuse = [&](const std::string& why) {
            throw std::invalid_argument("sentence " + std::to_string(s + 1) + " of the batch: " + why);
        };
        if (k < 0 || static_cast<std::size_t>(k) >= transitions_.size()) refuse("no transition " + std::to_string(k));
        const Transition t = transitions_[static_cast<std::size_t>(k)];
        const Configuration& c = configurations_[s];
        const Reason reason = own.finished(c) ? "the derivation has ended" : own.why_not(c, t);
        if (reason != nullptr) refuse(std::string(name_of(t)) + " is not legal: " + reason);
    });
    auto& configurations = configurations_;
    const Interruptible not_halfway(nullptr);
    each([&](const auto& own, std::size_t s) {
        if (transitions[s] == -1) return;
        const Transition t = transitions_[static_cast<std::size_t>(transitions[s])];
        own.apply(configurations[s], t, labels.empty() ? 0 : labels[s]);
    });
}

}  // namespace crossarc
