/// Makes run folders: the scenario of two_cars, a client log for each car, and the server's log.
#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

#include "common/config/scenario.hpp"
#include "common/log/log_writer.hpp"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace synchrono::tools::study::testing {

struct RunSetup {
    double meet_m = 200;     // x at which the second car starts; it drives towards the first
    double seconds = 4;      // the time of the last states
    double duration_s = 10;  // of the scenario
    bool leaves = false;     // the first car leaves of its own accord when its states end
    std::string name = "two_cars";
    std::string map = {};  // a map in tests/data/roadmap; empty: none
    /// The second car's client is on another host, whose clock is ahead of the server's by so much.
    std::optional<std::int64_t> other_clock_is_ahead_ns = {};
    bool clocks_are_compared = true;
};

/// A test that makes run folders and removes them at its end.
class RunFolder : public ::testing::Test {
  protected:
    RunFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_study_XXXXXX").string();
        root_ = ::mkdtemp(pattern.data());
    }
    ~RunFolder() override { std::filesystem::remove_all(root_); }

    /// Makes a folder in which the first car drives along x from 0 at 10 m/s, and the second car comes
    /// from `meet_m` at -10 m/s; each has a state every 5 ms. In wall time every heartbeat takes 10 ms,
    /// and the first car publishes 1 ms before the second.
    std::filesystem::path make(const std::string& folder_name, const RunSetup& made = {}) {
        const auto folder = root_ / folder_name;
        std::filesystem::create_directory(folder);
        auto scenario = config::load_scenario(SYN_SOURCE_DIR "/scenarios/two_cars.json");
        EXPECT_TRUE(scenario) << scenario.error().text;
        scenario->name = made.name;
        scenario->duration = SimDuration::milliseconds(static_cast<std::int64_t>(made.duration_s * 1000));
        if (!made.map.empty()) {
            auto map = config::load_map_text(std::string(SYN_TEST_DATA) + "/roadmap/" + made.map + ".xodr");
            EXPECT_TRUE(map) << map.error().text;
            scenario->map = *map;
        }
        std::ofstream(folder / "scenario.json") << config::to_json(*scenario);
        names_.clear();
        for (const auto& agent : scenario->agents) names_.push_back(agent.name);

        const auto on_host = [&made](log::LogWriter& log, const char* program, const char* host) {
            if (made.other_clock_is_ahead_ns) log.metadata("run", {{"program", program}, {"host", host}});
        };
        auto server = open(folder / "server.mcap");
        on_host(*server, "synchrono-server", "one");
        const auto world = server->channel("/world", *WorldEvent::descriptor());
        for (std::uint32_t i = 0; i < 2; ++i) {
            auto client = open(folder / ("client" + std::to_string(i) + ".mcap"));
            const auto channel = client->channel("/agents/" + names_[i], *AgentRecord::descriptor());
            client->schema(*VehicleState::descriptor());
            on_host(*client, "synchrono-client", i == 0 ? "one" : "other");
            const std::int64_t ahead_ns = i == 0 ? 0 : made.other_clock_is_ahead_ns.value_or(0);
            if (ahead_ns != 0 && made.clocks_are_compared) {
                ClockComparison comparison;
                comparison.set_asked_ns(1'000'000'000 + ahead_ns - 2000);
                comparison.set_server_ns(1'000'000'000);
                comparison.set_answered_ns(1'000'000'000 + ahead_ns + 2000);
                client->write(client->channel("/clock", *ClockComparison::descriptor()), SimTime{}, {},
                              as_byte_view(comparison.SerializeAsString()));
            }
            const auto ticks = static_cast<std::int64_t>(made.seconds * 200);
            for (std::int64_t tick = 0; tick <= ticks; ++tick) {
                const SimTime now = SimTime::nanoseconds(tick * 5'000'000);
                const double moved_m = 10 * now.to_seconds();
                VehicleState state;
                state.set_x_m(i == 0 ? moved_m : made.meet_m - moved_m);
                state.set_qw(i == 0 ? 1 : 0);
                state.set_qz(i == 0 ? 0 : 1);
                state.set_vx_m_s(i == 0 ? 10 : -10);
                AgentRecord record;
                record.mutable_state()->set_type_url("/synchrono.VehicleState");
                record.mutable_state()->set_value(state.SerializeAsString());
                const auto wall =
                    WallTime::nanoseconds(1'000'000'000 + tick * 10'000'000 + i * 1'000'000 + ahead_ns);
                client->write(channel, now, wall, as_byte_view(record.SerializeAsString()));
            }
            if (made.leaves && i == 0) {
                AgentDeparture departure;
                departure.set_agent(names_[0]);
                client->write(client->channel("/departures", *AgentDeparture::descriptor()),
                              SimTime::nanoseconds(ticks * 5'000'000), {},
                              as_byte_view(departure.SerializeAsString()));
            }
            EXPECT_TRUE(client->close());
            WorldEvent joined;
            joined.mutable_joined()->mutable_description()->set_agent(i);
            joined.mutable_joined()->mutable_description()->set_name(names_[i]);
            server->write(world, SimTime{}, {}, as_byte_view(joined.SerializeAsString()));
        }
        WorldEvent ended;
        ended.mutable_ended()->set_agent(0);
        ended.mutable_ended()->set_cause(AgentEnded::LEFT);
        const auto end = SimTime::nanoseconds(static_cast<std::int64_t>(made.seconds * 1e9));
        ended.mutable_ended()->set_time_ns(end.count_ns());
        server->write(world, end, {}, as_byte_view(ended.SerializeAsString()));
        EXPECT_TRUE(server->close());
        return folder;
    }

    static std::unique_ptr<log::LogWriter> open(const std::filesystem::path& path) {
        auto writer = log::LogWriter::open(path);
        EXPECT_TRUE(writer) << writer.error().text;
        return std::make_unique<log::LogWriter>(std::move(*writer));
    }

    std::filesystem::path root_;
    std::vector<std::string> names_;
};

}  // namespace synchrono::tools::study::testing
