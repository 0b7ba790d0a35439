#include "core/tokenizer/model.hpp"

#include <stdexcept>

namespace crossarc::tokenizer {
namespace {

constexpr std::uint32_t version = 2, oldest_version = 1;

bool read_flag(BytesReader& reader) {
    const auto flag = reader.value<std::uint8_t>();
    if (flag > 1) throw std::invalid_argument("the tokenizer has a flag that is none");
    return flag != 0;
}

}  // namespace

SplitPlaces SplitPlaces::read(BytesReader& reader) {
    SplitPlaces places;
    for (Kind& kind : places.kinds_) {
        kind = static_cast<Kind>(reader.value<std::uint8_t>());
        if (kind > Kind::listed) throw std::invalid_argument("the tokenizer has places of no kind");
    }
    return places;
}

void SplitPlaces::write(BytesWriter& writer) const {
    for (const Kind kind : kinds_) writer.value(static_cast<std::uint8_t>(kind));
}

Model::Model(std::string_view bytes) {
    BytesReader reader(bytes);
    const auto found = reader.value<std::uint32_t>();
    if (found < oldest_version || found > version)
        throw std::invalid_argument("a tokenizer of format " + std::to_string(found) + "; this version reads formats " +
                                    std::to_string(oldest_version) + " to " + std::to_string(version));
    split_places = SplitPlaces::read(reader);
    splits_graphemes = read_flag(reader);
    joins = read_flag(reader);
    line_ends = read_flag(reader);
    if (found >= 2) word_breaks = read_flag(reader);
    lexicon = Lexicon(reader);
    split = Classifier(reader);
    join = Classifier(reader);
    sentence = Classifier(reader);
    expand = Classifier(reader);
    breaks = BreakModel::read(reader);
    expansions = Expansions(reader);
    if (!bytes.empty()) throw std::invalid_argument("there is more than the tokenizer");
}

std::string Model::bytes() const {
    std::string bytes;
    BytesWriter writer(bytes);
    writer.value(version);
    split_places.write(writer);
    for (const bool flag : {splits_graphemes, joins, line_ends, word_breaks})
        writer.value(static_cast<std::uint8_t>(flag));
    lexicon.write(writer);
    for (const Classifier* classifier : {&split, &join, &sentence, &expand}) classifier->write(writer);
    breaks.write(writer);
    expansions.write(writer);
    return bytes;
}

}  // namespace crossarc::tokenizer
