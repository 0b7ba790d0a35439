#include "core/lemmas/edit_rule.hpp"

#include <algorithm>
#include <vector>

#include "core/text/letter_case.hpp"

namespace crossarc::lemmas {
namespace {

std::string capitalized(std::string_view lower) {
    std::string result;
    if (lower.empty()) return result;
    const auto [code, size] = first_character(lower);
    append_character(matching_upper_case(code), result);
    return result.append(lower.substr(size));
}

std::string upper_cased(std::string_view lower) {
    std::string result;
    while (!lower.empty()) {
        const auto [code, size] = first_character(lower);
        append_character(matching_upper_case(code), result);
        lower.remove_prefix(size);
    }
    return result;
}

// Where characters begin, and the size.
std::vector<std::size_t> characters_of(std::string_view text) {
    std::vector<std::size_t> begins{0};
    while (begins.back() < text.size())
        begins.push_back(begins.back() + first_character(text.substr(begins.back())).size);
    return begins;
}

struct Common {
    std::size_t length = 0, in_form = 0, in_lemma = 0;  // bytes
};

// The longest string of characters that both have; the first of several. It takes the product of their lengths, so
// words longer than any of a language have a common beginning at most.
Common longest_common(std::string_view form, std::string_view lemma) {
    constexpr std::size_t longest = 100;
    const std::vector<std::size_t> a = characters_of(form), b = characters_of(lemma);
    Common best;
    if (a.size() > longest || b.size() > longest) {
        std::size_t k = 0;
        while (k + 1 < a.size() && k + 1 < b.size() && a[k + 1] == b[k + 1] &&
               form.substr(a[k], a[k + 1] - a[k]) == lemma.substr(a[k], a[k + 1] - a[k]))
            ++k;
        best.length = a[k];
        return best;
    }
    std::vector<std::size_t> lengths(b.size(), 0);  // bytes of the common string that ends before each of the lemma's
    for (std::size_t i = 0; i + 1 < a.size(); ++i)
        for (std::size_t j = b.size() - 1; j-- > 0;) {
            const std::string_view own = form.substr(a[i], a[i + 1] - a[i]),
                                   other = lemma.substr(b[j], b[j + 1] - b[j]);
            lengths[j + 1] = own == other ? lengths[j] + own.size() : 0;
            if (lengths[j + 1] > best.length)
                best = {lengths[j + 1], a[i + 1] - lengths[j + 1], b[j + 1] - lengths[j + 1]};
        }
    return best;
}

}  // namespace

EditRule EditRule::between(std::string_view form, std::string_view lemma) {
    CasedForm cased;
    cased.set(form);
    EditRule rule;
    Common best;
    for (const Casing casing : {Casing::lower, Casing::as_is, Casing::capital, Casing::upper}) {
        const std::string& own = cased.in(casing);
        const Common common = longest_common(own, lemma);
        if (common.length <= best.length) continue;
        best = common;
        rule = {casing,
                false,
                own.substr(0, common.in_form),
                std::string(lemma.substr(0, common.in_lemma)),
                own.substr(common.in_form + common.length),
                std::string(lemma.substr(common.in_lemma + common.length))};
    }
    if (best.length == 0) rule = {Casing::as_is, true, "", "", "", std::string(lemma)};
    return rule;
}

void EditRule::write(BytesWriter& writer) const {
    writer.value(static_cast<std::uint8_t>(casing));
    writer.value(static_cast<std::uint8_t>(is_whole));
    for (const std::string* string : {&old_begin, &new_begin, &old_end, &new_end}) writer.string(*string);
}

EditRule EditRule::read(BytesReader& reader) {
    EditRule rule;
    const auto casing = reader.value<std::uint8_t>(), whole = reader.value<std::uint8_t>();
    if (casing > static_cast<std::uint8_t>(Casing::upper) || whole > 1)
        throw std::invalid_argument("a rule is of no kind");
    rule.casing = static_cast<Casing>(casing);
    rule.is_whole = whole == 1;
    for (std::string* string : {&rule.old_begin, &rule.new_begin, &rule.old_end, &rule.new_end}) {
        *string = reader.string();
        if (!fits_column(*string)) throw std::invalid_argument("a rule would break the file");
    }
    return rule;
}

void CasedForm::set(std::string_view form) {
    is_made_.fill(false);
    forms_[static_cast<std::size_t>(Casing::as_is)] = form;
    is_made_[static_cast<std::size_t>(Casing::as_is)] = true;
}

const std::string& CasedForm::in(Casing casing) const {
    const auto place = static_cast<std::size_t>(casing);
    if (!is_made_[place]) {
        is_made_[place] = true;
        forms_[place] = casing == Casing::lower     ? lower_case(in(Casing::as_is))
                        : casing == Casing::capital ? capitalized(in(Casing::lower))
                                                    : upper_cased(in(Casing::lower));
    }
    return forms_[place];
}

bool CasedForm::allows(const EditRule& rule) const {
    if (rule.is_whole) return !rule.new_end.empty() && rule.new_end != "_";
    const std::string& form = in(rule.casing);
    const std::size_t cut = rule.old_begin.size() + rule.old_end.size();
    if (form.size() < cut || !form.starts_with(rule.old_begin) || !form.ends_with(rule.old_end)) return false;
    const std::size_t left = form.size() - cut, added = rule.new_begin.size() + rule.new_end.size();
    if (left + added != 1) return left + added > 0;
    return left == 1 ? form[rule.old_begin.size()] != '_' : rule.new_begin + rule.new_end != "_";
}

void CasedForm::apply(const EditRule& rule, std::string& lemma) const {
    if (rule.is_whole) {
        lemma = rule.new_end;
        return;
    }
    const std::string& form = in(rule.casing);
    const std::size_t left = form.size() - rule.old_begin.size() - rule.old_end.size();
    lemma.assign(rule.new_begin).append(form, rule.old_begin.size(), left).append(rule.new_end);
}

}  // namespace crossarc::lemmas
