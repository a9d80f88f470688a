// Proves that under `exact` the scenario and the seed alone decide a run, bit for bit, whatever the machine
// and the network do. The test compares the logs of five runs of the thirty vehicles under different
// conditions. Also proves that this comparison finds a single changed bit of one state, and a changed seed.
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

#include "common/base/random.hpp"
#include "common/log/log_reader.hpp"
#include "common/log/log_writer.hpp"
#include "tests/process/relay.hpp"
#include "tests/process/test_run.hpp"
#include "tools/logs/log_diff.hpp"

namespace synchrono::testing {
namespace {

constexpr std::size_t kVehicles = 30;
constexpr SimDuration kDuration = SimDuration::seconds(2);
constexpr std::uint64_t kHeartbeats = 400;

struct Conditions {
    std::size_t agents_per_client = 1;
    std::optional<std::uint64_t> shuffle{};  // seed for the order in which clients start
    std::optional<RelayFaults> relay{};
    std::uint64_t seed = 1;  // of the scenario
};

/// Runs the thirty vehicles to their end.
std::unique_ptr<TestRun> run_vehicles(const Conditions& conditions) {
    auto run = std::make_unique<TestRun>(ring(kVehicles, kDuration, kExact, {}, conditions.seed));
    run->start_server();
    std::optional<Relay> relay;
    if (conditions.relay) relay.emplace(run->address(), *conditions.relay);

    std::vector<std::size_t> order(kVehicles / conditions.agents_per_client);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (conditions.shuffle) {
        Random random(*conditions.shuffle);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    }
    for (const std::size_t client : order) {
        const std::size_t first = client * conditions.agents_per_client;
        run->start_client(
            "client" + std::to_string(client),
            std::to_string(first) + "-" + std::to_string(first + conditions.agents_per_client - 1),
            relay ? relay->address() : run->address());
    }
    run->expect_clean_ends();
    expect_promise_kept(run->folder());
    if (relay) {
        EXPECT_GT(relay->counts().lost, 0u);
        EXPECT_GT(relay->counts().duplicated, 0u);
        EXPECT_GT(relay->counts().overtaken, 0u);
    }
    return run;
}

/// Returns the first difference, or "" when the runs agree.
std::string difference(const std::filesystem::path& one, const std::filesystem::path& two) {
    const auto compared = tools::logs::compare_runs(one, two);
    if (!compared) return compared.error().text;
    EXPECT_EQ(compared->agents, kVehicles);
    EXPECT_GE(compared->messages, kVehicles * (kHeartbeats + 1));
    return compared->difference.value_or("");
}

class ExactRuns : public ::testing::Test {
  protected:
    static void SetUpTestSuite() { idle_ = run_vehicles({}).release(); }
    static void TearDownTestSuite() { delete std::exchange(idle_, nullptr); }
    static const std::filesystem::path& idle() { return idle_->folder(); }

  private:
    static inline TestRun* idle_ = nullptr;  // the run with which other runs are compared
};

TEST_F(ExactRuns, LogCpuTimeAndMemory) {
    for (const char* name : {"server", "client0"}) {
        CounterValues counters = counters_of(idle(), name);
        EXPECT_GT(counters["cpu.process_ns"], 1'000'000u) << name;
        EXPECT_GT(counters["memory.peak_bytes"], 1'000'000u) << name;
    }
}

TEST_F(ExactRuns, AgreeWithAllCoresBusy) {
    std::atomic<bool> done{false};
    std::vector<std::jthread> spinners(std::max(2u, std::thread::hardware_concurrency()));
    for (auto& spinner : spinners) {
        spinner = std::jthread([&done] {
            while (!done.load(std::memory_order_relaxed)) {
            }
        });
    }
    struct Stop {
        std::atomic<bool>& done;
        ~Stop() { done = true; }
    } stop{done};
    EXPECT_EQ(difference(idle(), run_vehicles({})->folder()), "");
}

TEST_F(ExactRuns, AgreeForAnyOrderOfStart) {
    EXPECT_EQ(difference(idle(), run_vehicles({.shuffle = 5})->folder()), "");
}

TEST_F(ExactRuns, AgreeThroughLossReorderingAndDuplicates) {
    const RelayFaults faults{
        .seed = 3, .loss = 0.2, .duplicate = 0.1, .delay_max = WallDuration::microseconds(1'500)};
    EXPECT_EQ(difference(idle(), run_vehicles({.agents_per_client = 3, .relay = faults})->folder()), "");
}

TEST_F(ExactRuns, AgreeForAnyDivisionOfAgents) {
    EXPECT_EQ(difference(idle(), run_vehicles({.agents_per_client = 6})->folder()), "");
}

TEST_F(ExactRuns, DifferWithAnotherSeed) {
    EXPECT_NE(difference(idle(), run_vehicles({.seed = 2})->folder()), "");
}

/// Copies a client's log and flips one bit of one state in the middle of it.
void copy_with_one_bit_flipped(const std::filesystem::path& from, const std::filesystem::path& to) {
    const auto reader = log::LogReader::open(from);
    ASSERT_TRUE(reader) << reader.error().text;
    auto writer = log::LogWriter::open(to);
    ASSERT_TRUE(writer) << writer.error().text;
    std::uint64_t number = 0, flipped = 0;
    std::map<std::string, log::ChannelId> channels;
    const auto visited = reader->visit([&](const log::LogMessage& message) {
        if (!message.channel.topic.starts_with("/agents/")) return;
        auto channel = channels.find(message.channel.topic);
        if (channel == channels.end()) {
            const auto id = writer->channel(message.channel.topic, *AgentRecord::descriptor());
            channel = channels.emplace(message.channel.topic, id).first;
        }
        AgentRecord record;
        ASSERT_TRUE(record.ParseFromArray(message.payload.data(), static_cast<int>(message.payload.size())));
        if (number++ == reader->message_count() / 2) {
            // This is the lowest bit of the mantissa of x_m, the first field.
            record.mutable_state()->mutable_value()->at(1) ^= 1;
            ++flipped;
        }
        writer->write(channel->second, message.log_time, message.publish_time,
                      as_byte_view(record.SerializeAsString()));
    });
    ASSERT_TRUE(visited) << visited.error().text;
    ASSERT_EQ(flipped, 1u);
    const auto closed = writer->close();
    ASSERT_TRUE(closed) << closed.error().text;
}

TEST_F(ExactRuns, DifferByOneFlippedBit) {
    const TemporaryFolder copy;
    std::filesystem::copy(idle(), copy.path(), std::filesystem::copy_options::recursive);
    EXPECT_EQ(difference(idle(), copy.path()), "");
    std::filesystem::remove(copy.path() / "client17.mcap");
    copy_with_one_bit_flipped(idle() / "client17.mcap", copy.path() / "client17.mcap");
    const std::string found = difference(idle(), copy.path());
    EXPECT_NE(found.find("agent car17"), std::string::npos) << found;
    EXPECT_NE(found.find("x_m"), std::string::npos) << found;
}

}  // namespace
}  // namespace synchrono::testing
