// Many sentences in lock step, as arrays: what a learner of any kind needs from configurations.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "core/address.hpp"
#include "core/systems/list.hpp"
#include "core/tree/forest.hpp"

namespace crossarc {

// Arrays have one row a sentence; columns of transitions follow the order of the system's list. Sentences that have
// ended stay in place, with no legal transition. Systems whose transitions have a k have no such columns and are
// refused.
class Batch {
  public:
    Batch(SharedSystem system, std::span<const std::int32_t> lengths, int threads);
    Batch(Batch&&) = default;
    Batch(const Batch&) = delete;

    // Gives the sentences gold trees, which costs need.
    void set_gold(const Forest& trees, std::string_view oracle, const OracleOptions& options);

    std::size_t size() const { return configurations_.size(); }
    std::size_t words() const { return static_cast<std::size_t>(offsets_.back()); }
    std::size_t transitions() const { return system_->kinds().size(); }
    bool has_gold() const { return oracle_ != nullptr; }
    const Configuration& configuration(std::size_t sentence) const { return configurations_[sentence]; }

    void finished(bool* result) const;                                           // [size]
    void legal(bool* result) const;                                              // [size][transitions]
    void costs(std::int32_t* result) const;                                      // [size][transitions], -1: not legal
    void losses(std::int32_t* result) const;                                     // [size]
    void nodes(std::span<const Address> addresses, std::int32_t* result) const;  // [size][addresses], -1: none
    void valencies(std::span<const Address> addresses, std::int32_t* result) const;  // [size][addresses][left, right]
    void heads(std::int32_t* result) const;                                          // [words]
    void labels(std::int32_t* result) const;                                         // [words]

    // Applies the transition of the given number to each sentence, and leaves those with -1 alone. Throws
    // std::invalid_argument, before anything has changed, if one is not legal.
    void apply(std::span<const std::int32_t> transitions, std::span<const std::int32_t> labels);

  private:
    template <class Work>
    void each(Work&& work, bool is_slow = false) const;

    // Oracles work in scratch memory, so that even looking at costs is for one caller at a time.
    std::unique_ptr<std::recursive_mutex> mutex_ = std::make_unique<std::recursive_mutex>();
    SharedSystem system_;
    int threads_;
    bool oracle_is_slow_ = false;
    std::vector<Configuration> configurations_;
    std::vector<std::int64_t> offsets_;
    std::unique_ptr<Oracle> oracle_;
    std::vector<Target> targets_;             // one a sentence
    mutable std::vector<Scratch> scratches_;  // so are these: plans last as long as a sentence
};

}  // namespace crossarc
