// A tokenizer from a treebank.
#pragma once

#include <cstdint>

#include "core/conllu/document.hpp"
#include "core/tokenizer/model.hpp"

namespace crossarc::tokenizer {

struct TrainingOptions {
    std::uint64_t seed = 1;
    int threads = 1;  // whose number does not change the model
};

// Throws std::invalid_argument if the treebank does not tell where its text has spaces.
Model train(const Document& treebank, const TrainingOptions& options);

}  // namespace crossarc::tokenizer
