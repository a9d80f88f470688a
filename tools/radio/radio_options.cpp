#include "tools/radio/radio_options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace synchrono::tools::radio {

Result<RadioLog> open_radio_log(const std::string& run) {
    auto log = RadioLog::open(run);
    if (log && !log->damage().empty()) {
        fmt::print(stderr, "synchrono log: {} {}; only the data before that is read\n", log->file().string(),
                   log->damage());
    }
    return log;
}

std::function<void(std::uint64_t)> progress_callback(reading::ReadingProgress& progress,
                                                     const RadioLog& log) {
    if (!progress.shown()) return {};
    return [&progress, all = log.record_count()](std::uint64_t done) {
        progress.show("the radio's log", done, all);
    };
}

void add_filter_options(CLI::App& command, RadioFilterOptions& filter) {
    command.add_option("--agent", filter.agent, "Messages that this station sent or heard; name or number");
    command.add_option("--sender", filter.sender, "Messages of this station");
    command.add_option("--receiver", filter.receiver, "The fates of messages at this station");
    command
        .add_option("--type", filter.types,
                    "bsm, spat, map, ... or the number of a J2735 message; repeatable")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--medium", filter.medium, "dsrc, cv2x or light");
    command.add_option("--from", filter.from, "Messages sent from this simulated second on");
    command.add_option("--until", filter.until, "Messages sent before this simulated second");
    command.add_option("--area", filter.area, "X0,Y0,X1,Y1 in m: messages sent from within this rectangle");
}

}  // namespace synchrono::tools::radio
