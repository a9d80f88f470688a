#include "server/program/world_log.hpp"

namespace synchrono::server {

Result<std::unique_ptr<WorldLog>> WorldLog::open(const std::filesystem::path& folder,
                                                 const config::Scenario& scenario) {
    auto log = program::ProgramLog::open(folder, "synchrono-server", "server", scenario);
    if (!log) return tl::unexpected(log.error());
    return std::unique_ptr<WorldLog>(new WorldLog(std::move(*log)));
}

WorldLog::WorldLog(std::unique_ptr<program::ProgramLog> log)
    : log_(std::move(log)), topic_(log_->records().channel("/world", *WorldEvent::descriptor())) {}

void WorldLog::write(const WorldEvent& event, WallTime now) {
    const auto time =
        SimTime::nanoseconds(event.has_joined() ? event.joined().time_ns() : event.ended().time_ns());
    log_->records().write(topic_, time, now, as_byte_view(event.SerializeAsString()));
    log_->log_new_errors();
}

void WorldLog::close(ProgramSummary summary, SimTime last, WallTime now) {
    log_->close(std::move(summary), last, now);
}

}  // namespace synchrono::server
