/// Helpers for every reader of a run's logs: they find the files, say what a channel holds, and format
/// times.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/log/log_reader.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::tools::reading {

inline constexpr std::string_view kAgentTopic = "/agents/";
inline constexpr std::string_view kFramesTopic = "/frames/";
inline constexpr std::string_view kWorldTopic = "/world";
inline constexpr std::string_view kDeparturesTopic = "/departures";

/// Returns the log files of a run, sorted by name. The error says that the folder has none or cannot be
/// read.
Result<std::vector<std::filesystem::path>> log_files(const std::filesystem::path& run);

/// Returns the name of the agent whose states this channel holds, or nothing for other channels.
std::optional<std::string_view> agent_of_states(const log::LogChannel& channel);
/// Returns whether the channel holds samples of a sensor, or coordinate frames (the poses of an agent and
/// its sensors).
bool holds_sensor_data(const log::LogChannel& channel);

/// Parses a serialised protobuf message. Returns whether the bytes were valid.
template <typename Message>
bool parse(ByteView payload, Message& message) {
    return message.ParseFromArray(payload.data(), static_cast<int>(payload.size()));
}

/// Returns the exact time, such as "12.345 s", with three decimals or as many more as it needs.
std::string to_text(SimTime time);

/// Returns the error that says that a message is not of its channel's type.
Error malformed_error(const std::filesystem::path& file, const log::LogMessage& message);

}  // namespace synchrono::tools::reading
