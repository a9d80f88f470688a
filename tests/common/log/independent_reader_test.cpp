// Proves that other programs understand our MCAP logs. A script that uses @mcap/core reads a log by its index
// and by its records, checks every checksum, and decodes by the schemas in the file alone; the test compares
// its output with what was written.

#include <json/json.h>

#include "common/log/run_log.hpp"
#include "tests/common/log/log_fixture.hpp"
#include "tests/common/log/mcap_core.hpp"

namespace synchrono::log::testing {
namespace {

using IndependentReaderTest = LogTest;

TEST_F(IndependentReaderTest, McapCoreReadsOurLogs) {
    if (const std::string lacking = mcap_core_lacks(); !lacking.empty()) GTEST_SKIP() << lacking;
    constexpr int kRecords = 400;
    {
        auto log = RunLog::open(path("a.mcap"), {.file = {.chunk_bytes = 4096}});
        ASSERT_TRUE(log);
        (*log)->metadata("run", {{"program", "client"}, {"seed", "7"}});
        const ChannelId car = (*log)->channel("/agents/car", *AgentRecord::descriptor());
        const ChannelId bus = (*log)->channel("/agents/bus", *AgentRecord::descriptor());
        (*log)->schema(*VehicleState::descriptor());
        for (int i = 0; i < kRecords; ++i) {
            (*log)->write(i % 2 == 0 ? car : bus, SimTime::nanoseconds(5'000'000LL * i),
                          WallTime::nanoseconds(9'000'000'000'000'000LL + i), as_byte_view(record_of(i)));
        }
        ProgramSummary summary;
        summary.set_program("client1");
        summary.set_ended_because("finished");
        auto* counter = summary.add_counters();
        counter->set_name("gate_waits");
        counter->set_value(12'345'678'901'234ULL);
        const ChannelId end = (*log)->channel("/summary", *ProgramSummary::descriptor());
        (*log)->write(end, SimTime::nanoseconds(5'000'000LL * kRecords), WallTime::nanoseconds(1),
                      as_byte_view(summary.SerializeAsString()));
        ASSERT_TRUE((*log)->close());
    }

    const std::string output = read_with_mcap_core(path("a.mcap"));
    Json::Value found;
    Json::CharReaderBuilder builder;
    const std::unique_ptr<Json::CharReader> parser(builder.newCharReader());
    std::string errors;
    ASSERT_TRUE(parser->parse(output.data(), output.data() + output.size(), &found, &errors))
        << errors << output;

    const auto strings = [](const Json::Value& list) {
        std::vector<std::string> all;
        for (const Json::Value& item : list) all.push_back(item.asString());
        return all;
    };
    using Strings = std::vector<std::string>;
    EXPECT_EQ(strings(found["schemas"]),
              (Strings{"synchrono.AgentRecord", "synchrono.ProgramSummary", "synchrono.VehicleState"}));
    EXPECT_EQ(strings(found["channels"]), (Strings{"/agents/bus", "/agents/car", "/summary"}));
    EXPECT_GT(found["chunks"].asInt(), 5);
    EXPECT_EQ(found["counted"].asInt(), kRecords + 1);
    EXPECT_EQ(found["streamed"].asInt(), kRecords + 1);
    EXPECT_EQ(found["metadata"][0]["name"].asString(), "run");
    EXPECT_EQ(found["metadata"][0]["facts"]["seed"].asString(), "7");

    const Json::Value& messages = found["messages"];
    ASSERT_EQ(messages.size(), static_cast<unsigned>(kRecords + 1));
    for (int i = 0; i < kRecords; ++i) {
        const Json::Value& m = messages[i];
        ASSERT_EQ(m["topic"].asString(), i % 2 == 0 ? "/agents/car" : "/agents/bus") << i;
        ASSERT_EQ(m["sequence"].asInt(), i / 2);
        ASSERT_EQ(m["log_time"].asString(), std::to_string(5'000'000LL * i));
        ASSERT_EQ(m["publish_time"].asString(), std::to_string(9'000'000'000'000'000LL + i));
        ASSERT_EQ(m["value"]["state"]["x_m"].asDouble(), i);
    }
    const Json::Value& summary = messages[kRecords]["value"];
    EXPECT_EQ(summary["program"].asString(), "client1");
    EXPECT_EQ(summary["counters"][0]["value"].asString(), "12345678901234");
}

}  // namespace
}  // namespace synchrono::log::testing
