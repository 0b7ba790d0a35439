#include "core/tagging/vocabulary.hpp"

#include <algorithm>

#include "core/interruption.hpp"
#include "core/parallel.hpp"

namespace crossarc::tagging {

Vocabulary::Vocabulary(const Model& model, std::span<const std::string_view> forms, int threads)
    : forms_(forms), shelf_(model.memory().shelf()) {
    constexpr std::size_t forms_at_a_time = 64;
    shelf_->find(forms, known_);
    std::vector<std::size_t> unknown;
    for (std::size_t form = 0; form < forms.size(); ++form)
        if (known_[form] == nullptr) unknown.push_back(form);
    found_.resize(unknown.size());
    parallel_for(unknown.size(), threads, forms_at_a_time, [&] {
        return [&, scratch = Analyzer::Scratch(), analysis = Analysis(), keys = std::vector<FeatureKey>(),
                lists = std::vector<std::uint32_t>(),
                scores = std::vector<std::int32_t>(model.tags().part_count())](std::size_t k) mutable {
            const std::string_view form = forms[unknown[k]];
            poll(static_cast<std::int64_t>(2000 + form.size()));
            model.analyzer().analyse(form, scratch, analysis);
            found_[k].sight = analysis.sight;
            keys.clear();
            add_form_features(analysis.lower, analysis.sight, keys);
            lists.resize(keys.size());
            model.score(keys, lists.data(), scores.data());
            std::vector<Part>& parts = found_[k].parts;
            for (const auto& [tag, evidence] : analysis.candidates) {
                const std::span<const Part> own = model.tags().parts(tag);
                found_[k].candidates.push_back({tag, sum_of(own, scores.data()) + scores[evidence]});
                parts.insert(parts.end(), own.begin(), own.end());
            }
            std::sort(parts.begin(), parts.end());
            parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
            parts.shrink_to_fit();
        };
    });
    for (std::size_t k = 0; k < unknown.size(); ++k) {
        known_[unknown[k]] = &found_[k];
        model.memory().keep(forms[unknown[k]], found_[k]);
    }
}

}  // namespace crossarc::tagging
