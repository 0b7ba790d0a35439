#pragma once

namespace crossarc {

// Asks the memory for an address that will be read soon.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

}  // namespace crossarc
