#pragma once

#include <cstdlib>
#include <iostream>

// The least that a test needs; a framework would be one more thing to install.
#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            std::cerr << __FILE__ << ":" << __LINE__ << ": not true: " #condition "\n";     \
            std::exit(1);                                                                   \
        }                                                                                   \
    } while (false)

#define CHECK_EQUAL(actual, expected)                                                                         \
    do {                                                                                                      \
        const auto& actual_value = (actual);                                                                  \
        const auto& expected_value = (expected);                                                              \
        if (!(actual_value == expected_value)) {                                                              \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " #actual " is " << actual_value << ", expected "  \
                      << expected_value << "\n";                                                              \
            std::exit(1);                                                                                     \
        }                                                                                                     \
    } while (false)
