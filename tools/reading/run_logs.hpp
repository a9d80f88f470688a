/// What all who read the logs of a run need: where they are, what a channel holds, and
/// how times are told.
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

namespace synchrono::tools {

inline constexpr std::string_view kAgentTopic = "/agents/";
inline constexpr std::string_view kFramesTopic = "/frames/";
inline constexpr std::string_view kWorldTopic = "/world";

/// By name; the error says that there are none, or why the folder cannot be read.
Result<std::vector<std::filesystem::path>> log_files(const std::filesystem::path& run);

/// The agent whose states stand in this channel, or nothing.
std::optional<std::string_view> agent_of(const log::LogChannel& channel);
/// Whether it holds what sensors measured, or where they were.
bool is_of_sensors(const log::LogChannel& channel);

template <typename Message>
bool parse(ByteView payload, Message& message) {
    return message.ParseFromArray(payload.data(), static_cast<int>(payload.size()));
}

/// "12.345 s", exactly: as many digits as it takes, at least three.
std::string to_text(SimTime time);

/// That a message is not of its channel's type.
Error malformed(const std::filesystem::path& file, const log::LogMessage& message);

}  // namespace synchrono::tools
