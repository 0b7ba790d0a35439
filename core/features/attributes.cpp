#include "core/features/attributes.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/interruption.hpp"

namespace crossarc {
namespace {

std::uint32_t value_of(std::string_view string) {
    if (string.empty()) return AttributeTable::lacking;
    std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a, the same on every machine
    for (const char c : string) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    const auto folded = static_cast<std::uint32_t>(hash ^ (hash >> 32));
    return std::max(folded, AttributeTable::lacking + 1);
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string_view feature_in(std::string_view feats, std::string_view name) {
    while (!feats.empty()) {
        const std::string_view pair = feats.substr(0, feats.find('|'));
        if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
            return pair.substr(name.size() + 1);
        feats.remove_prefix(std::min(pair.size() + 1, feats.size()));
    }
    return {};
}

// Upper case, lower case, digits and the rest as X, x, 9 and themselves; runs are cut to two.
std::string_view shape_of(std::string_view form, std::string& memory) {
    memory.clear();
    for (const char c : form) {
        const char kind = c >= 'A' && c <= 'Z' ? 'X' : (c >= 'a' && c <= 'z') || (c & 0x80) ? 'x' : c >= '0' && c <= '9' ? '9' : c;
        const std::size_t size = memory.size();
        if (size >= 2 && memory[size - 1] == kind && memory[size - 2] == kind) continue;
        memory.push_back(kind);
    }
    return memory;
}

}  // namespace

Attribute Attribute::named(std::string_view name) {
    const auto number = [&] {
        if (name.size() != 3 || name[2] < '1' || name[2] > '9')
            throw std::invalid_argument("'" + std::string(name) + "': a number of characters from 1 to 9 is needed");
        return name[2] - '0';
    };
    if (name == "w") return {Kind::form, "", 0};
    if (name == "l") return {Kind::lemma, "", 0};
    if (name == "p") return {Kind::upos, "", 0};
    if (name == "x") return {Kind::xpos, "", 0};
    if (name == "m") return {Kind::feats, "", 0};
    if (name == "s") return {Kind::shape, "", 0};
    if (name.starts_with("a:")) return {Kind::prefix, "", number()};
    if (name.starts_with("z:")) return {Kind::suffix, "", number()};
    if (name.starts_with("f:") && name.size() > 2) return {Kind::feature, std::string(name.substr(2)), 0};
    throw std::invalid_argument("'" + std::string(name) + "' is no attribute of a word: they are w l p x m s f:NAME a:N z:N");
}

Column Attribute::column() const {
    switch (kind) {
        case Kind::lemma:
            return Column::lemma;
        case Kind::upos:
            return Column::upos;
        case Kind::xpos:
            return Column::xpos;
        case Kind::feats:
        case Kind::feature:
            return Column::feats;
        default:
            return Column::form;
    }
}

std::string_view Attribute::of(std::string_view field, std::string& memory) const {
    if (kind == Kind::shape) return shape_of(field, memory);
    if (kind == Kind::prefix || kind == Kind::suffix) {
        std::size_t at = kind == Kind::prefix ? 0 : field.size();
        for (int left = characters; left > 0 && (kind == Kind::prefix ? at < field.size() : at > 0); --left) {
            if (kind == Kind::prefix) {
                for (++at; at < field.size() && !begins_character(field[at]);) ++at;
            } else {
                for (--at; at > 0 && !begins_character(field[at]);) --at;
            }
        }
        return kind == Kind::prefix ? field.substr(0, at) : field.substr(at);
    }
    if (kind != Kind::form && field == "_") return {};
    return kind == Kind::feature ? feature_in(field, feature) : field;
}

AttributeTable::AttributeTable(Document& document, std::span<const Attribute> attributes)
    : width_(attributes.size()), values_(document.word_count() * attributes.size()) {
    std::vector<std::uint32_t> by_code;
    std::string memory;
    for (std::size_t a = 0; a < width_; ++a) {
        const CodedColumn& column = document.coded(attributes[a].column());
        by_code.clear();
        for (const std::string_view string : column.table.strings()) by_code.push_back(value_of(attributes[a].of(string, memory)));
        for (std::size_t word = 0; word < column.codes.size(); ++word)
            values_[word * width_ + a] = by_code[static_cast<std::size_t>(column.codes[word])];
        poll(static_cast<std::int64_t>(column.codes.size()));
    }
}

void AttributeTable::sentence(const Document& document, std::size_t sentence, std::vector<std::uint32_t>& rows) const {
    const auto first = static_cast<std::size_t>(document.first_words()[sentence]);
    const auto last = static_cast<std::size_t>(document.first_words()[sentence + 1]);
    rows.assign(2 * width_, no_node_value);
    std::fill(rows.begin() + static_cast<std::ptrdiff_t>(width_), rows.end(), root_value);
    rows.insert(rows.end(), values_.begin() + static_cast<std::ptrdiff_t>(first * width_),
                values_.begin() + static_cast<std::ptrdiff_t>(last * width_));
}

}  // namespace crossarc
