#include "core/tokenizer/sentence_breaks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/interruption.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr double least_chance = 1e-3;  // of a place, or of a start, that is looked at

}  // namespace

float BreakModel::chance(const BreakScore& place, std::size_t length, float start) const {
    const float score = place.score + length_scores[place.type * break_lengths + length] + start;
    return 1.0f / (1.0f + std::exp(-(slope * score + offset)));
}

BreakModel BreakModel::read(BytesReader& reader) {
    BreakModel model;
    const auto next = [&] {
        const auto value = reader.value<float>();
        if (!(std::abs(value) < 1e6f)) throw std::invalid_argument("a number about sentences is none");
        return value;
    };
    for (float& score : model.length_scores) score = next();
    model.slope = next();
    model.offset = next();
    model.cost = next();
    return model;
}

void BreakModel::write(BytesWriter& writer) const {
    for (const float score : length_scores) writer.value(score);
    writer.value(slope);
    writer.value(offset);
    writer.value(cost);
}

const std::vector<std::uint32_t>& SentenceSearch::ends(std::span<const BreakScore> places, const BreakModel& model) {
    ends_.clear();
    if (places.empty()) return ends_;
    std::array<float, break_types> most{};  // that the length can add
    for (std::size_t type = 0; type < break_types; ++type) {
        const auto own = std::span(model.length_scores).subspan(type * break_lengths, break_lengths);
        most[type] = *std::max_element(own.begin(), own.end());
    }
    float most_of_start = 0.0f;
    for (const BreakScore& place : places) most_of_start = std::max(most_of_start, place.start);
    const float worth = static_cast<float>(std::log(least_chance));
    constexpr std::uint32_t none = UINT32_MAX;
    starts_.assign(1, {0, none, 1.0, 0.0});
    nodes_.clear();
    for (std::uint32_t token = 0; token < places.size(); ++token) {
        const bool last = token + 1 == places.size();
        const BreakScore& place = places[token];
        if (!last && model.slope * (place.score + most[place.type] + most_of_start) + model.offset < worth) continue;
        std::array<double, break_lengths> chances;  // by length, where known, of sentences whose start adds nothing
        chances.fill(last ? 1.0 : -1.0);
        double chance_here = 0.0, best = -1e300;
        std::uint32_t best_node = none;
        std::size_t kept = 0;
        for (Start& start : starts_) {
            const std::size_t length = break_length(token + 1 - start.token);
            double chance = chances[length];
            if (const float own = places[start.token].start; own != 0.0f && !last) {
                chance = static_cast<double>(model.chance(place, length, own));
            } else if (chance < 0.0) {
                chance = chances[length] = static_cast<double>(model.chance(place, length));
            }
            const double sentence = start.chance * chance;
            const double value = start.value + sentence - static_cast<double>(model.cost);
            chance_here += sentence;
            if (value > best) best = value, best_node = start.node;
            start.chance -= sentence;
            if (start.chance >= least_chance) starts_[kept++] = start;
        }
        starts_.resize(kept);
        poll(static_cast<std::int64_t>(kept) * 20);
        if (!last && chance_here < least_chance && kept > 0) continue;
        nodes_.push_back({token, best_node});
        starts_.push_back({token + 1, static_cast<std::uint32_t>(nodes_.size() - 1), chance_here, best});
        double left = 0.0;  // those that were given up leave their chance to the others
        for (const Start& start : starts_) left += start.chance;
        for (Start& start : starts_) start.chance /= left;
    }
    for (std::uint32_t node = static_cast<std::uint32_t>(nodes_.size() - 1); node != none; node = nodes_[node].before)
        ends_.push_back(nodes_[node].token);
    std::reverse(ends_.begin(), ends_.end());
    return ends_;
}

}  // namespace crossarc::tokenizer
