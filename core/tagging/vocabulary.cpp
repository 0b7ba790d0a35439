#include "core/tagging/vocabulary.hpp"

#include "core/interruption.hpp"
#include "core/parallel.hpp"

namespace crossarc::tagging {

Vocabulary::Vocabulary(const Model& model, std::span<const std::string_view> forms, int threads)
    : forms_(forms), words_(forms.size()) {
    constexpr std::size_t forms_at_a_time = 64;
    std::vector<std::vector<ScoredTag>> found(forms.size());
    parallel_for(forms.size(), threads, forms_at_a_time, [&] {
        return [&, scratch = Analyzer::Scratch(), analysis = Analysis(), keys = std::vector<FeatureKey>(),
                lists = std::vector<std::uint32_t>(),
                scores = std::vector<std::int32_t>(model.tags().part_count())](std::size_t form) mutable {
            poll(static_cast<std::int64_t>(2000 + forms[form].size()));
            model.analyzer().analyse(forms[form], scratch, analysis);
            words_[form].sight = analysis.sight;
            keys.clear();
            add_form_features(analysis.lower, analysis.sight, keys);
            lists.resize(keys.size());
            model.score(keys, lists.data(), scores.data());
            for (const auto& [tag, evidence] : analysis.candidates)
                found[form].push_back({tag, sum_of(model.tags().parts(tag), scores.data()) + scores[evidence]});
        };
    });
    for (std::size_t form = 0; form < forms.size(); ++form) {
        words_[form].first = candidates_.size();
        words_[form].count = found[form].size();
        candidates_.insert(candidates_.end(), found[form].begin(), found[form].end());
    }
}

}  // namespace crossarc::tagging
