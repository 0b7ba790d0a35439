// Aligning words under the sanitizers; that it is the official way is tested from Python.
#include <algorithm>
#include <exception>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/conllu/reader.hpp"
#include "core/evaluation/alignment.hpp"
#include "core/evaluation/common_subsequence.hpp"
#include "core/evaluation/token_spans.hpp"
#include "tests/core/check.hpp"

using namespace crossarc;

namespace {

using Items = std::vector<std::int32_t>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

// By the table of all lengths.
Pairs slow_common_subsequence(const Items& left, const Items& right) {
    const std::size_t n = left.size(), m = right.size();
    std::vector<std::vector<int>> lengths(n + 1, std::vector<int>(m + 1));
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            lengths[i][j] =
                left[i] == right[j] ? 1 + lengths[i + 1][j + 1] : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    Pairs pairs;
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (left[i] == right[j])
            pairs.emplace_back(i++, j++);
        else if (lengths[i][j] == lengths[i + 1][j])
            ++i;
        else
            ++j;
    }
    return pairs;
}

void common_subsequences() {
    std::mt19937 random(1);
    const auto items = [&](std::size_t size, unsigned kinds) {
        Items made(size);
        for (std::int32_t& item : made) item = static_cast<std::int32_t>(random() % kinds);
        return made;
    };
    for (const std::size_t largest : {4, 70, 300})
        for (int round = 0; round < 60; ++round) {
            const unsigned kinds = 1 + static_cast<unsigned>(random() % largest);
            const Items left = items(random() % largest, kinds), right = items(random() % largest, kinds);
            CHECK(longest_common_subsequence(left, right) == slow_common_subsequence(left, right));
        }
}

Document document(const std::string& text) { return read_document(Text::of(text), {}); }

std::string line(const std::string& id, const std::string& form, bool is_word = true) {
    return id + "\t" + form + "\t_\t_\t_\t_\t" + (is_word ? "0" : "_") + "\tdep\t_\t_\n";
}

template <typename Action>
bool throws(Action&& action) {
    try {
        action();
        return false;
    } catch (const std::exception&) {
        return true;
    }
}

void spans_of_tokens() {
    const Document gold =
        document("# a comment\n" + line("1", "a\xE3\x80\x80 b\xC2\xA0") + line("1.1", "empty", false) +
                 line("2-3", "c\xC3\xA9\xE2\x80\x8B", false) + line("2", "x") + line("3", "y") + "\n" +
                 line("1", "\xE2\x80\xAF\xF0\x9F\x99\x82") + "\n");
    const TokenSpans spans = token_spans(gold);
    CHECK_EQUAL(spans.text, "abc\xC3\xA9\xE2\x80\x8B\xF0\x9F\x99\x82");
    CHECK(spans.cuts == std::vector<std::int64_t>({0, 2, 8, 12}));
    CHECK(spans.token_of == Items({0, 1, 1, 2}));
    CHECK(spans.multiword == std::vector<std::uint8_t>({0, 1, 0}));
    CHECK(spans.first_tokens == Items({0, 2, 3}));
    CHECK_EQUAL(token_line(gold, 0), 2u);
    CHECK_EQUAL(token_line(gold, 1), 4u);
    CHECK_EQUAL(token_line(gold, 2), 8u);
    CHECK(throws([&] { token_line(gold, 3); }));
    CHECK(!first_difference(spans, spans).has_value());
    const TokenSpans shorter = token_spans(document(line("1", "abc") + "\n"));
    CHECK_EQUAL(first_difference(spans, shorter).value_or(-1), 3);
}

void pairs_of_words() {
    const TokenSpans gold = token_spans(
        document(line("1", "a") + line("2-3", "bc", false) + line("2", "b") + line("3", "c") + line("4", "d") + "\n"));
    const TokenSpans other = token_spans(document(line("1", "a") + line("2", "b") + line("3", "cd") + "\n"));
    const WordPairs pairs = align_words(gold, other, Items({0, 1, 2, 3}), Items({0, 1, 4}));
    CHECK(pairs.gold == Items({0, 1}));
    CHECK(pairs.predicted == Items({0, 1}));
    const TokenSpans empty = token_spans(document(line("1-2", " ", false) + line("1", "b") + line("2", "c") + "\n"));
    // An empty stretch would never end.
    CHECK(throws([&] { align_words(empty, empty, Items({0, 1}), Items({0, 1})); }));
}

}  // namespace

int main() {
    common_subsequences();
    spans_of_tokens();
    pairs_of_words();
}
