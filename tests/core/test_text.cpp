// UTF-8, string tables, the search for tabs, and text in JSON.
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/text/json.hpp"
#include "core/text/string_table.hpp"
#include "core/text/tabs.hpp"
#include "core/text/utf8.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

std::string encoded(char32_t c) {
    const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), tail(0)};
    if (c < 0x10000) return {static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

void every_character_is_valid_but_surrogates() {
    for (char32_t c = 0; c < 0x110000; ++c) {
        const std::string text = encoded(c);
        const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
        CHECK_EQUAL(valid_utf8_prefix(text), surrogate ? 0 : text.size());
        if (text.size() > 1) CHECK_EQUAL(valid_utf8_prefix(text.substr(0, text.size() - 1)), 0u);
    }
    CHECK_EQUAL(valid_utf8_prefix(encoded(0x110000)), 0u);
    CHECK_EQUAL(valid_utf8_prefix("\xC0\xAF"), 0u);          // overlong
    CHECK_EQUAL(valid_utf8_prefix("\xE0\x9F\xBF"), 0u);      // overlong
    CHECK_EQUAL(valid_utf8_prefix("\xF0\x8F\xBF\xBF"), 0u);  // overlong
    CHECK_EQUAL(valid_utf8_prefix("abcdefgh\xFFijklmnop"), 8u);
}

void tables_number_strings_in_order() {
    std::mt19937 random(1);
    std::vector<std::string> strings;
    for (int i = 0; i < 20000; ++i) strings.push_back(std::to_string(random() % 5000) + std::string(random() % 20, 'x'));
    StringTable table;
    std::map<std::string, std::int32_t> expected;
    for (const std::string& string : strings) {
        CHECK_EQUAL(table.find(string), expected.contains(string) ? expected[string] : -1);
        const auto code = expected.try_emplace(string, static_cast<std::int32_t>(expected.size())).first->second;
        CHECK_EQUAL(table.intern(string), code);
        CHECK_EQUAL(table[code], string);
    }
    CHECK_EQUAL(table.size(), expected.size());
    CHECK_EQUAL(StringTable().find("x"), -1);
}

void tabs_are_found_at_any_distance() {
    std::mt19937 random(2);
    for (int round = 0; round < 20000; ++round) {
        std::string text(random() % 200, 'x');
        for (char& c : text)
            if (random() % 16 == 0) c = '\t';
        const char* const begin = text.data();
        TabFinder tabs(begin, begin + text.size());
        for (std::size_t at = 0; at < text.size(); ++at) {
            const int n = 1 + static_cast<int>(random() % 12);
            for (int left = n; at < text.size(); ++at)
                if (text[at] == '\t' && --left == 0) break;
            CHECK_EQUAL(static_cast<std::size_t>(tabs.skip(n) - begin), at);
        }
    }
}

void json_has_escapes() {
    std::string output = "before ";
    append_json("a\"\\/\b\f\n\r\t\x1f\x7f\u00e9" + std::string(1, '\0'), output);
    CHECK_EQUAL(output, "before a\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\x7f\u00e9\\u0000");
}

}  // namespace

int main() {
    every_character_is_valid_but_surrogates();
    tables_number_strings_in_order();
    tabs_are_found_at_any_distance();
    json_has_escapes();
}
