// Tagging a document.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/tagging/given.hpp"
#include "core/tagging/model.hpp"

namespace crossarc::tagging {

// For UPOS, XPOS and FEATS of each word the number of a string of the model's tags, or -1 where the document's own
// stays.
using FilledTags = std::array<std::vector<std::int32_t>, TagSet::columns>;

FilledTags fill_tags(const Model& model, Document& document, const Missing& missing, bool redo, int threads);

}  // namespace crossarc::tagging
