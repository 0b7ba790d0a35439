#include "core/scorers/perceptron_model.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace crossarc {

template class Decoder<FrozenScorer>;

namespace {

constexpr std::size_t padding = 8;

std::size_t padded(std::size_t size) { return (size + padding - 1) / padding * padding; }

// Takes so many bytes and their padding off the front.
std::vector<std::uint8_t> take(std::string_view& bytes, std::size_t count) {
    if (bytes.size() < padded(count)) throw std::invalid_argument("the labels are cut off");
    std::vector<std::uint8_t> taken(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes.remove_prefix(padded(count));
    return taken;
}

void append(std::span<const std::uint8_t> added, std::string& bytes) {
    bytes.append(added.begin(), added.end());
    bytes.resize(padded(bytes.size()));
}

}  // namespace

ModelShape shape_of(const System& system, int labels, LabelChoice choice) {
    return {static_cast<int>(system.kinds().size()), LabelKinds(system.kinds(), choice).count(), labels};
}

PerceptronModel::PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                                 FrozenWeights weights)
    : system_(std::move(system)),
      templates_(std::move(templates)),
      uses_(std::move(uses)),
      weights_(std::move(weights)) {}

PerceptronModel::PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, LabelUses uses,
                                 FrozenWeights weights, std::vector<std::uint8_t> seen_classes)
    : PerceptronModel(std::move(system), std::move(templates), std::move(uses), std::move(weights)) {
    label_choice_ = LabelChoice::together;
    seen_classes_ = std::move(seen_classes);
}

PerceptronModel::PerceptronModel(SharedSystem system, std::shared_ptr<const FeatureTemplates> templates, int labels,
                                 std::string_view bytes)
    : system_(std::move(system)), templates_(std::move(templates)), weights_(bytes) {
    if (weights_.shape() == shape_of(*system_, labels, LabelChoice::together)) {
        label_choice_ = LabelChoice::together;
    } else if (weights_.shape() != shape_of(*system_, labels)) {
        throw std::invalid_argument("the weights are those of another parser");
    }
    const auto label_count = static_cast<std::size_t>(labels);
    uses_ = LabelUses(take(bytes, label_count));
    if (label_choice_ == LabelChoice::together) seen_classes_ = take(bytes, system_->kinds().size() * label_count);
    if (!bytes.empty()) throw std::invalid_argument("there is more than the model");
}

void PerceptronModel::write(std::string& bytes) const {
    weights_.write(bytes);
    append(uses_.uses(), bytes);
    append(seen_classes_, bytes);
}

PerceptronModel::Parser PerceptronModel::parser(const DecoderOptions& options) const {
    if (label_choice_ == LabelChoice::together && options.beam > 1)
        throw std::invalid_argument("a parser that chooses labels with transitions has no beam");
    return Parser(system_, Chooser(*system_, uses_, LabelKinds(system_->kinds(), label_choice_), label_choice_),
                  FrozenScorer(*templates_, weights_, seen_classes_), options);
}

}  // namespace crossarc
