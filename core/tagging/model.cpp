#include "core/tagging/model.hpp"

#include <utility>

namespace crossarc::tagging {

Model::Model(std::shared_ptr<const Analyzer> analyzer, FrozenWeights weights)
    : analyzer_(std::move(analyzer)), weights_(std::move(weights)) {
    if (weights_.shape() != ModelShape{1, 1, static_cast<int>(tags().part_count())})
        throw std::invalid_argument("the weights are those of another tagger");
}

Model::Model(std::string_view bytes)
    : Model([&] {
          FrozenWeights weights(bytes);
          Model model(std::make_shared<const Analyzer>(Analyzer::read(bytes)), std::move(weights));
          if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
          return model;
      }()) {}

void Model::write(std::string& bytes) const {
    weights_.write(bytes);  // first: they are padded so that the whole ends with a word of memory
    analyzer_->write(bytes);
}

void Model::score(std::span<const FeatureKey> keys, std::uint32_t* lists, std::int32_t* scores) const {
    FrozenWeights::Sight sight;
    sight.lists = lists;
    weights_.look_up(keys, 0, keys.size(), sight);
    weights_.score_labels(sight, 0, scores);
}

void Model::score(std::span<const FeatureKey> keys, std::span<const Part> parts, std::uint32_t* lists,
                  std::int32_t* scores) const {
    FrozenWeights::Sight sight;
    sight.lists = lists;
    weights_.look_up(keys, 0, keys.size(), sight);
    weights_.score_labels(sight, 0, parts, scores);
}

}  // namespace crossarc::tagging
