/// Compares the radio logs of two runs: finds the first record that differs and describes which message,
/// field and receiver it is about.
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

namespace synchrono::tools::radio {

/// The first difference between two radio logs.
struct RadioDifference {
    SimTime time;      // when the message was sent, or the time of the record if it is not a message
    std::string text;  // lines for people
};

/// How much was compared, and the first difference.
struct RadioComparison {
    bool any = false;                                // whether at least one of the runs has a radio
    std::uint64_t messages = 0;                      // in the log of the first run
    std::optional<RadioDifference> difference = {};  // none: the logs are identical
};

/// Compares the radio logs of two run folders, record by record.
Result<RadioComparison> compare_radios(const std::filesystem::path& one, const std::filesystem::path& two);

/// Returns the differences between two messages, one line for each. `name` returns the name of a station.
std::vector<std::string> message_differences(const RadioTransmission& one, const RadioTransmission& two,
                                             const std::function<std::string(std::uint32_t)>& name);

}  // namespace synchrono::tools::radio
