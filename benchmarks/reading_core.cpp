// How fast the core reads a treebank and numbers its columns, to compare what it is compiled for:
//   g++ -std=c++20 -O3 -march=x86-64-v3 -pthread -I. benchmarks/reading_core.cpp core/conllu/*.cpp core/text/*.cpp -o reading_core
//   ./reading_core TREEBANK
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "core/conllu/reader.hpp"

int main(int argc, char** argv) {
    using namespace crossarc;
    using Clock = std::chrono::steady_clock;
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    double reading = 1e9, numbering = 1e9;
    for (int round = 0; round < 40; ++round) {
        const auto start = Clock::now();
        Document document = read_document(Text::of(text));
        const auto read = Clock::now();
        for (int column = 0; column < column_count; ++column) document.coded(static_cast<Column>(column));
        reading = std::min(reading, std::chrono::duration<double>(read - start).count());
        numbering = std::min(numbering, std::chrono::duration<double>(Clock::now() - read).count());
    }
    std::printf("reading %.1f ms, numbering all columns %.1f ms\n", reading * 1e3, numbering * 1e3);
}
