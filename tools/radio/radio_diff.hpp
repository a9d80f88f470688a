/// Where the radios of two runs part: the first record of their logs that is not the same, told so that one
/// sees which message, which field and which receiver it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/time/sim_time.hpp"
#include "proto/radio.pb.h"

namespace synchrono::tools {

struct RadioDifference {
    SimTime time;      // when the message was sent, or what else it was happened
    std::string text;  // lines for people
};

struct RadioComparison {
    bool any = false;                                // one of the runs has a radio
    std::uint64_t messages = 0;                      // of the first run
    std::optional<RadioDifference> difference = {};  // none: identical
};

Result<RadioComparison> compare_radios(const std::filesystem::path& one, const std::filesystem::path& two);

/// What is different about a message, a line each; none when nothing is. `name` gives a station's.
std::vector<std::string> message_differences(const RadioTransmission& one, const RadioTransmission& two,
                                             const std::function<std::string(std::uint32_t)>& name);

}  // namespace synchrono::tools
