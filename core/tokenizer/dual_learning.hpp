// Weights that are kept small: for questions whose answers are never sure.
#pragma once

#include <cstdint>

#include "core/tokenizer/classifier.hpp"

namespace crossarc::tokenizer {

struct DualLearningOptions {
    int epochs = 6;     // more change nothing: what is learnt has one best solution, and is close to it by then
    float cost = 2.0f;  // of what is not explained, beside half the sum of squared weights
    std::uint64_t seed = 1;
};

// Logistic regression with a penalty on squared weights, by dual coordinate descent (Yu, Huang & Lin 2011). Rare features
// get small weights; `learn` gives them large ones, which is better where answers follow from what is seen.
// Lessons of the group `left_out` are not learnt.
Classifier learn_penalized(const Lessons& lessons, const DualLearningOptions& options,
                           std::uint32_t left_out = no_group);

}  // namespace crossarc::tokenizer
