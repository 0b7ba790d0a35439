// libFuzzer: any text gives CoNLL-U that the reader reads and that the text can be restored from, whatever has become
// of the bytes of the model. The first bytes of an input are changes to a model that was trained here, the rest is the
// text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/text/utf8.hpp"
#include "core/tokenizer/gold_text.hpp"
#include "tests/core/small_tokenizer.hpp"

using namespace crossarc;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check(const tokenizer::Model& model, std::string_view text, tokenizer::TextFormat format) {
    ReadOptions options;
    options.ignore_heads = true;
    options.format = Format::conllu;
    const Document document = read_document(Text::of(small::tokenized(model, text, format)), options);
    require(document.sentence_count() == 0 || tokenizer::restored_text(document) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string original = small::tokenizer().bytes();
    static const std::string bare = small::tokenizer(small::bare_treebank_text()).bytes();
    if (size == 0) return 0;
    std::string bytes = data[0] & 16 ? bare : original;
    std::size_t changes = data[0] % 16;
    ++data, --size;
    for (; changes > 0 && size >= 5; --changes, data += 5, size -= 5) {
        const std::size_t at = data[0] << 16 | data[1] << 8 | data[2];
        // The beginning and the end, where sizes and words are, are as likely as all the rest.
        const std::size_t place = data[3] & 1   ? at % bytes.size()
                                  : data[3] & 2 ? at % 1000
                                                : bytes.size() - 1 - at % 1000;
        bytes[place] = static_cast<char>(data[4]);
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const tokenizer::Model model(bytes);
        for (const auto format :
             {tokenizer::TextFormat::text, tokenizer::TextFormat::lines, tokenizer::TextFormat::tokens})
            check(model, text, format);
    } catch (const std::invalid_argument&) {
    } catch (const FormatError&) {
        require(valid_utf8_prefix(text) < text.size());
    }
    return 0;
}
