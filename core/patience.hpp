#pragma once

namespace crossarc {

// How many configurations a search for a derivation looks at before it gives up, unless somebody has less patience.
inline constexpr int search_patience = 20'000;

}  // namespace crossarc
