// Memory for large tables that are read here and there.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace crossarc {

// Asks for pages of 2 MB where the system has them: with pages of 4 KB the processor spends a good part of the time on
// finding out where a row of a large table is. What is small begins with a line of memory.
template <class Value>
struct HugePageAllocator {
    using value_type = Value;

    static constexpr std::size_t line = 64, huge_page = std::size_t{1} << 21;

    HugePageAllocator() = default;
    template <class Other>
    HugePageAllocator(const HugePageAllocator<Other>&) {}

    Value* allocate(std::size_t count) {
        if (count > static_cast<std::size_t>(-1) / 2 / sizeof(Value)) throw std::bad_array_new_length();
        void* const memory = ::operator new(count * sizeof(Value), alignment(count));
#if defined(__linux__)
        if (count * sizeof(Value) >= huge_page)
            madvise(memory, count * sizeof(Value), MADV_HUGEPAGE);  // advice only: it may be refused
#endif
        return static_cast<Value*>(memory);
    }
    void deallocate(Value* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

    bool operator==(const HugePageAllocator&) const = default;

  private:
    static std::align_val_t alignment(std::size_t count) {
        return std::align_val_t{count * sizeof(Value) < huge_page ? line : huge_page};
    }
};

template <class Value>
using HugeVector = std::vector<Value, HugePageAllocator<Value>>;

}  // namespace crossarc
