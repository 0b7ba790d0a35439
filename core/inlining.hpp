#pragma once

// For small functions in inner loops that compilers would rather call: with everything in sight they need not read a
// configuration again and again.
#if defined(_MSC_VER)
#define CROSSARC_ALWAYS_INLINE __forceinline
#else
#define CROSSARC_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif
