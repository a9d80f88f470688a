#include "tools/logs/log_track.hpp"

#include <fmt/format.h>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "common/base/quoted_list.hpp"
#include "common/geo/angle.hpp"
#include "common/geo/vector.hpp"
#include "common/log/log_reader.hpp"
#include "proto/record.pb.h"
#include "tools/reading/recorded_state.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::logs {
namespace {

std::string row(SimTime time, const VehicleState& s) {
    const geo::Quaternion q{s.qw(), s.qx(), s.qy(), s.qz()};
    const geo::Vec3 forward = q.rotate({1, 0, 0});
    const double speed = geo::dot(forward, {s.vx_m_s(), s.vy_m_s(), s.vz_m_s()});
    const std::int64_t us = time.count_ns() / 1000;
    return fmt::format("{}.{:06},{:.6f},{:.6f},{:.6f},{:.4f},{:.5f},{:.9g},{:.9g},{:.9g}\n", us / 1'000'000,
                       us % 1'000'000, s.x_m(), s.y_m(), s.z_m(), q.yaw() * geo::kDeg, speed, s.steering(),
                       s.throttle(), s.braking());
}

}  // namespace

Result<std::size_t> write_track(const std::filesystem::path& run, const std::string& agent,
                                const std::filesystem::path& out, text::Existing existing) {
    const auto files = reading::log_files(run);
    if (!files) return tl::unexpected(files.error());

    auto table = text::NewFile::open(out, existing);
    if (!table) return tl::unexpected(table.error());
    table->write("time_s,x_m,y_m,z_m,yaw_deg,speed_m_s,steering,throttle,braking\n");
    std::size_t rows = 0;
    std::set<std::string> others;
    std::optional<Error> wrong;
    for (const auto& file : *files) {
        const auto reader = log::LogReader::open(file);
        if (!reader) return tl::unexpected(reader.error());
        const auto visited = reader->visit_while([&](const log::LogMessage& message) {
            const auto of = reading::agent_of_states(message.channel);
            if (of != agent) {
                if (of) others.emplace(*of);
                return true;
            }
            AgentRecord record;
            std::optional<VehicleState> state;
            if (record.ParseFromArray(message.payload.data(), static_cast<int>(message.payload.size())))
                state = reading::body_state_of(record.state());
            if (!state) {
                wrong = Error{fmt::format("{}: agent '{}' has a state that is not that of a vehicle",
                                          file.string(), agent)};
                return false;
            }
            table->write(row(message.log_time, *state));
            ++rows;
            return true;
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
    }
    if (rows == 0) {
        return fail(
            fmt::format("{}: no states of an agent '{}'{}", run.string(), agent,
                        expected_one_of(agent, others, [](const std::string& name) { return name; })));
    }
    if (const auto written = table->commit(); !written) return tl::unexpected(written.error());
    return rows;
}

}  // namespace synchrono::tools::logs
