#include "core/tokenizer/model.hpp"

#include <stdexcept>

#include "core/tokenizer/bytes.hpp"

namespace crossarc::tokenizer {
namespace {

constexpr std::uint32_t version = 2, oldest_version = 1;

bool read_flag(std::string_view& bytes) {
    const auto flag = read_value<std::uint8_t>(bytes);
    if (flag > 1) throw std::invalid_argument("the tokenizer has a flag that is none");
    return flag != 0;
}

}  // namespace

SplitPlaces SplitPlaces::read(std::string_view& bytes) {
    SplitPlaces places;
    for (Kind& kind : places.kinds_) {
        kind = static_cast<Kind>(read_value<std::uint8_t>(bytes));
        if (kind > Kind::listed) throw std::invalid_argument("the tokenizer has places of no kind");
    }
    return places;
}

void SplitPlaces::write(std::string& bytes) const {
    for (const Kind kind : kinds_) write_value(static_cast<std::uint8_t>(kind), bytes);
}

Model::Model(std::string_view bytes) {
    const auto found = read_value<std::uint32_t>(bytes);
    if (found < oldest_version || found > version)
        throw std::invalid_argument("a tokenizer of format " + std::to_string(found) + "; this version reads formats " +
                                    std::to_string(oldest_version) + " to " + std::to_string(version));
    split_places = SplitPlaces::read(bytes);
    splits_graphemes = read_flag(bytes);
    joins = read_flag(bytes);
    line_ends = read_flag(bytes);
    if (found >= 2) word_breaks = read_flag(bytes);
    lexicon = Lexicon(bytes);
    split = Classifier(bytes);
    join = Classifier(bytes);
    sentence = Classifier(bytes);
    expand = Classifier(bytes);
    breaks = BreakModel::read(bytes);
    expansions = Expansions(bytes);
    if (!bytes.empty()) throw std::invalid_argument("there is more than the tokenizer");
}

std::string Model::bytes() const {
    std::string bytes;
    write_value(version, bytes);
    split_places.write(bytes);
    write_value(static_cast<std::uint8_t>(splits_graphemes), bytes);
    write_value(static_cast<std::uint8_t>(joins), bytes);
    write_value(static_cast<std::uint8_t>(line_ends), bytes);
    write_value(static_cast<std::uint8_t>(word_breaks), bytes);
    lexicon.write(bytes);
    for (const Classifier* classifier : {&split, &join, &sentence, &expand}) classifier->write(bytes);
    breaks.write(bytes);
    expansions.write(bytes);
    return bytes;
}

}  // namespace crossarc::tokenizer
