#include "tools/reading/run_logs.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <system_error>

#include "proto/record.pb.h"
#include "proto/sensor.pb.h"

namespace synchrono::tools::reading {

Result<std::vector<std::filesystem::path>> log_files(const std::filesystem::path& run) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(run, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".mcap") files.push_back(it->path());
    }
    if (error) return fail(fmt::format("cannot read {}: {}", run.string(), error.message()));
    if (files.empty()) return fail(fmt::format("{}: no log files (*.mcap) here", run.string()));
    std::sort(files.begin(), files.end());
    return files;
}

std::optional<std::string_view> agent_of_states(const log::LogChannel& channel) {
    const std::string_view topic = channel.topic;
    if (!topic.starts_with(kAgentTopic) || channel.schema->name != AgentRecord::descriptor()->full_name())
        return std::nullopt;
    return topic.substr(kAgentTopic.size());
}

bool holds_sensor_data(const log::LogChannel& channel) {
    const std::string_view topic = channel.topic;
    if (!topic.starts_with(kAgentTopic) && !topic.starts_with(kFramesTopic)) return false;
    static const std::array ours{ImuSample::descriptor(), WheelSpeeds::descriptor(),
                                 SteeringAngle::descriptor(), TrueState::descriptor()};
    const std::string& type = channel.schema->name;
    return type.starts_with("foxglove.") ||
           std::any_of(ours.begin(), ours.end(), [&](const auto* one) { return one->full_name() == type; });
}

std::string to_text(SimTime time) {
    const std::int64_t ns = time.count_ns();
    std::string text = fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000);
    while (text.back() == '0' && text[text.size() - 4] != '.') text.pop_back();
    return text + " s";
}

Error malformed_error(const std::filesystem::path& file, const log::LogMessage& message) {
    return {fmt::format("{}: topic {} at {}: not a {}", file.string(), message.channel.topic,
                        to_text(message.log_time), message.channel.schema->name)};
}

}  // namespace synchrono::tools::reading
