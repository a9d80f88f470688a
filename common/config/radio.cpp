#include "common/config/radio.hpp"

#include <algorithm>

namespace synchrono::config {

std::string_view to_text(Medium medium) {
    return std::find_if(kMediumNames.begin(), kMediumNames.end(),
                        [&](const auto& entry) { return entry.second == medium; })
        ->first;
}

}  // namespace synchrono::config
