// Proves that times of several hosts are brought onto one clock within bounds that hold, and that a lead
// counts as sure or as possible accordingly.
#include "tools/reading/host_clock.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <random>
#include <unistd.h>

#include "common/config/scenario.hpp"
#include "common/log/log_writer.hpp"
#include "proto/record.pb.h"
#include "tools/reading/log_analysis.hpp"

namespace synchrono::tools::reading {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kMs = 1'000'000, kSecond = 1'000 * kMs, kBegin = 1'000 * kSecond;

WallTime at(std::int64_t ns) { return WallTime::nanoseconds(ns); }

TEST(HostClock, OfTheServersHostIsTheServers) {
    const HostClock clock = HostClock::of_server();
    EXPECT_TRUE(clock.is_known());
    EXPECT_EQ(clock.on_server(7).earliest_ns, 7);
    EXPECT_EQ(clock.on_server(7).latest_ns, 7);
    EXPECT_FALSE(HostClock().is_known());
}

TEST(HostClock, IsKnownToTheLengthOfARoundTrip) {
    HostClock clock;
    clock.add(at(kSecond), at(500 * kSecond), at(kSecond + 2 * kMs));
    clock.finish();
    const ServerTime then = clock.on_server(kSecond + 2 * kMs);
    EXPECT_LE(then.earliest_ns, 500 * kSecond);
    EXPECT_GE(then.latest_ns, 500 * kSecond + 2 * kMs);
    EXPECT_NEAR(static_cast<double>(then.latest_ns - then.earliest_ns), 2.0 * kMs, 6e3);
    const ServerTime later = clock.on_server(11 * kSecond);
    EXPECT_NEAR(static_cast<double>(later.latest_ns - later.earliest_ns), 22.0 * kMs, 1e5)
        << "a millisecond in a second, on both sides";
    EXPECT_EQ(clock.widest().count_ns(), then.latest_ns - then.earliest_ns);
}

TEST(HostClock, ItsBoundsHoldAndKeepTheOrder) {
    std::mt19937_64 random(1);
    const auto between = [&](std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random);
    };
    for (int run = 0; run < 50; ++run) {
        const double rate = 1 + static_cast<double>(between(-900, 900)) * 1e-6;
        const std::int64_t ahead = between(-1'000, 1'000) * kSecond + 5'000 * kSecond;
        const auto truth = [&](std::int64_t ns) {
            return ahead + static_cast<std::int64_t>(static_cast<double>(ns) * rate);
        };
        HostClock clock;
        for (int i = 0; i < 20; ++i) {
            const std::int64_t asked = between(0, 100 * kSecond), took = between(1, 40 * kMs);
            clock.add(at(asked), at(truth(asked + between(0, took))), at(asked + took));
        }
        clock.finish();
        ServerTime before{INT64_MIN, INT64_MIN};
        for (std::int64_t ns = 0; ns < 100 * kSecond; ns += 37 * kMs) {
            const ServerTime found = clock.on_server(ns);
            EXPECT_LE(found.earliest_ns, truth(ns));
            EXPECT_GE(found.latest_ns, truth(ns));
            EXPECT_LE(found.latest_ns - found.earliest_ns, 100 * kMs);
            EXPECT_GE(found.earliest_ns, before.earliest_ns);
            EXPECT_GE(found.latest_ns, before.latest_ns);
            before = found;
        }
    }
}

TEST(HostClock, LeavesOutWhatCannotBeTrue) {
    HostClock clock;
    clock.add(at(9), at(5), at(8));
    clock.add(at(-1), at(5), at(8));
    clock.add(at(1), at(INT64_MAX), at(8));
    clock.finish();
    EXPECT_FALSE(clock.is_known());
    clock.add(at(0), at(0), at(10));
    clock.finish();
    EXPECT_TRUE(clock.is_known());
    clock.add(at(kMs), at(kSecond), at(kMs + 10));
    clock.finish();
    EXPECT_FALSE(clock.is_known()) << "one of the two is wrong, and nobody knows which";
}

/// A run of two cars, each on its own host. Both publish each heartbeat in the same moment by the server's
/// clock, and car 1 is `lag` heartbeats behind.
struct TwoHosts : ::testing::Test {
    TwoHosts() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_hosts_XXXXXX").string();
        folder = ::mkdtemp(pattern.data());
        auto scenario = config::load_scenario(SYN_SOURCE_DIR "/scenarios/two_cars.json");
        EXPECT_TRUE(scenario);
        scenario->gate = {GatePolicy::Kind::window, 2};
        heartbeat = scenario->heartbeat;
        std::ofstream(folder / "scenario.json") << config::to_json(*scenario);
        EXPECT_TRUE(open("server", "a")->close());
    }
    ~TwoHosts() override { std::filesystem::remove_all(folder); }

    std::unique_ptr<log::LogWriter> open(const std::string& name, const std::string& host) {
        auto writer = log::LogWriter::open(folder / (name + ".mcap"));
        EXPECT_TRUE(writer);
        writer->metadata(
            "run", {{"program", name == "server" ? "synchrono-server" : "synchrono-client"}, {"host", host}});
        return std::make_unique<log::LogWriter>(std::move(*writer));
    }
    void write(const std::string& car, const std::string& host, std::int64_t clock_is_ahead, std::int64_t lag,
               std::optional<std::int64_t> round_trip) {
        auto log = open(car, host);
        if (round_trip) {
            ClockComparison comparison;
            comparison.set_asked_ns(kBegin + clock_is_ahead - *round_trip / 2);
            comparison.set_server_ns(kBegin);
            comparison.set_answered_ns(kBegin + clock_is_ahead + *round_trip / 2);
            log->write(log->channel("/clock", *ClockComparison::descriptor()), SimTime{}, {},
                       as_byte_view(comparison.SerializeAsString()));
        }
        const auto states = log->channel("/agents/" + car, *AgentRecord::descriptor());
        for (std::int64_t tick = 0; tick < 20; ++tick) {
            log->write(states, Tick{tick}.at(heartbeat),
                       at(kBegin + clock_is_ahead + (tick + lag) * 10 * kMs), as_byte_view(""));
        }
        EXPECT_TRUE(log->close());
    }
    RunInfo info() {
        const auto found = inspect_run(folder);
        EXPECT_TRUE(found) << found.error().text;
        return *found;
    }

    std::filesystem::path folder;
    SimDuration heartbeat;
};

TEST_F(TwoHosts, ALeadIsFoundOnTheServersClock) {
    write("car0", "a", 0, 0, {});
    write("car1", "b", -300 * kSecond, 1, kMs);
    const RunInfo run = info();
    ASSERT_TRUE(run.largest_lead && run.sure_lead);
    EXPECT_EQ(run.largest_lead->heartbeats, 2);
    EXPECT_EQ(run.promise_kept(), true);
    EXPECT_THAT(run.clocks_text(), HasSubstr("compared to within 1 ms"));
}

TEST_F(TwoHosts, ABrokenPromiseIsSureWhenTheBoundsAreNarrow) {
    write("car0", "a", 0, 0, {});
    write("car1", "b", 300 * kSecond, 4, kMs);
    EXPECT_EQ(info().promise_kept(), false);
}

TEST_F(TwoHosts, NobodyCanTellWhenTheBoundsAreWide) {
    write("car0", "a", 0, 0, {});
    write("car1", "b", 300 * kSecond, 1, 30 * kMs);
    const RunInfo run = info();
    ASSERT_TRUE(run.largest_lead);
    EXPECT_GT(run.largest_lead->heartbeats, 2);
    EXPECT_LE(run.sure_lead ? run.sure_lead->heartbeats : 0, 2);
    EXPECT_EQ(run.promise_kept(), std::nullopt);
}

TEST_F(TwoHosts, NobodyCanTellWhenTheClocksWereNotCompared) {
    write("car0", "a", 0, 0, {});
    write("car1", "b", 0, 9, {});
    const RunInfo run = info();
    EXPECT_EQ(run.promise_kept(), std::nullopt);
    EXPECT_EQ(run.clocks_text(), "clocks of several hosts, not compared: car1.mcap");
}

TEST_F(TwoHosts, LogsWithoutStatesNeedNoClock) {
    write("car0", "a", 0, 0, {});
    write("car1", "a", 0, 1, {});
    auto radio = log::LogWriter::open(folder / "radio.mcap");
    ASSERT_TRUE(radio);
    radio->metadata("run", {{"program", "synchrono-comm-server"}});
    radio->write(radio->channel("/radio/stations", *ProgramSummary::descriptor()), SimTime{}, {},
                 as_byte_view(""));
    EXPECT_TRUE(radio->close());
    const RunInfo run = info();
    EXPECT_EQ(run.promise_kept(), true);
    EXPECT_EQ(run.clocks_text(), "");
}

TEST_F(TwoHosts, WithinOneForeignHostTheOrderIsKnown) {
    write("car0", "b", 300 * kSecond, 0, 30 * kMs);
    write("car1", "b", 300 * kSecond, 4, 30 * kMs);
    EXPECT_EQ(info().sure_lead->heartbeats, 4);
}

}  // namespace
}  // namespace synchrono::tools::reading
