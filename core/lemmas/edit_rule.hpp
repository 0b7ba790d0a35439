// How a lemma is made from a form.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/stored_bytes.hpp"

namespace crossarc::lemmas {

enum class Casing : std::uint8_t { lower, as_is, capital, upper };

// The form, in some casing, with one beginning in place of another and one ending in place of another: what is left
// between them is the longest string that form and lemma share. Where they share nothing the lemma is given as a whole.
struct EditRule {
    Casing casing = Casing::lower;
    bool is_whole = false;  // `new_end` is the lemma
    std::string old_begin, new_begin, old_end, new_end;

    auto operator<=>(const EditRule&) const = default;

    // The rule that makes this lemma from this form; neither is empty.
    static EditRule between(std::string_view form, std::string_view lemma);

    void write(BytesWriter& writer) const;
    static EditRule read(BytesReader& reader);  // throws std::invalid_argument
};

// A form in all casings, for those who try many rules. Each is made when it is first asked for.
class CasedForm {
  public:
    void set(std::string_view form);
    const std::string& in(Casing casing) const;

    // Whether a rule can be applied: its old beginning and end are there, and it makes a lemma, which is not empty and
    // not "_", which stands for none.
    bool allows(const EditRule& rule) const;
    void apply(const EditRule& rule, std::string& lemma) const;  // one that is allowed

  private:
    mutable std::array<std::string, 4> forms_;
    mutable std::array<bool, 4> is_made_{};
};

}  // namespace crossarc::lemmas
