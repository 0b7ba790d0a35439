// What a tagger knows of forms, found out once for all the places where they are.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/tagging/model.hpp"

namespace crossarc::tagging {

class Vocabulary {
  public:
    // The model and the forms must outlive it.
    Vocabulary(const Model& model, std::span<const std::string_view> forms, int threads);

    const FormSight& sight(std::size_t form) const { return known_[form]->sight; }
    std::span<const ScoredTag> candidates(std::size_t form) const { return known_[form]->candidates; }
    std::span<const Part> parts(std::size_t form) const { return known_[form]->parts; }  // of the candidates
    std::string_view form(std::size_t form) const { return forms_[form]; }

  private:
    std::span<const std::string_view> forms_;
    std::shared_ptr<const FormMemory::Shelf> shelf_;  // of those that were known before
    std::vector<const KnownForm*> known_;
    std::vector<KnownForm> found_;  // the others
};

}  // namespace crossarc::tagging
