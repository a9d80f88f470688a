// Proves that every field of the server's lines is read, that unknown events of a newer server are accepted,
// and that any other line is an error that quotes the line.
#include "tools/run/server_event.hpp"

#include <gmock/gmock.h>
#include <string>

namespace synchrono::tools::run {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ServerEvent, ListeningCarriesTheAddress) {
    const auto event = parse_server_event(R"({"event":"listening","address":"127.0.0.1:43211"})");
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<ServerListening>(*event).address, "127.0.0.1:43211");
}

TEST(ServerEvent, ProgressCarriesEveryField) {
    const auto event = parse_server_event(
        R"({"event":"progress","sim_s":1.25,"slowest":"car07","clients":30,"agents":29,)"
        R"("drift_heartbeats":1,"awaited":["car3","car4"],"held_up_by":"client3","held_up_s":0.5,)"
        R"("new_field":[]})");
    ASSERT_TRUE(event);
    const auto& progress = std::get<ServerProgress>(*event);
    EXPECT_DOUBLE_EQ(progress.sim_s, 1.25);
    EXPECT_EQ(progress.slowest, "car07");
    EXPECT_EQ(progress.clients, 30u);
    EXPECT_EQ(progress.agents, 29u);
    EXPECT_EQ(progress.drift_heartbeats, 1);
    EXPECT_THAT(progress.awaited, ElementsAre("car3", "car4"));
    EXPECT_EQ(progress.held_up_by, "client3");
    EXPECT_DOUBLE_EQ(progress.held_up_s, 0.5);
}

TEST(ServerEvent, EndedCarriesTheReason) {
    const auto event = parse_server_event(R"({"event":"ended","because":"every agent has ended"})");
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<ServerEnded>(*event).because, "every agent has ended");
    EXPECT_FALSE(std::get<ServerEnded>(*event).all_left);
    const auto left = parse_server_event(
        R"({"event":"ended","because":"all agents left before the scenario's end","left":true})");
    ASSERT_TRUE(left);
    EXPECT_TRUE(std::get<ServerEnded>(*left).all_left);
}

TEST(ServerEvent, UnknownEventsAreSkipped) {
    const auto event = parse_server_event(R"({"event":"sunrise"})");
    ASSERT_TRUE(event);
    EXPECT_TRUE(std::holds_alternative<UnknownServerEvent>(*event));
}

TEST(ServerEvent, InvalidLinesAreErrorsThatQuoteTheLine) {
    const std::string deep(5000, '[');
    for (const std::string& line :
         {std::string(), std::string("hello"), std::string("[1,2]"), std::string("{\"event\":1}"),
          std::string(R"({"event":"progress","sim_s":"soon"})"),
          std::string(R"({"event":"progress","agents":-1})"),
          std::string(R"({"event":"progress","awaited":[{}]})"), deep}) {
        const auto event = parse_server_event(line);
        ASSERT_FALSE(event) << line;
        EXPECT_THAT(event.error().text, HasSubstr(line.substr(0, 80)));
        EXPECT_LT(event.error().text.size(), 200u);
    }
}

TEST(ClientObjection, NamesAgentKeyAndProblem) {
    const auto objection = parse_client_objection(
        R"({"event":"objection","agent":3,"key":"pilot.library","problem":"not there"})");
    ASSERT_TRUE(objection);
    EXPECT_EQ(objection->agent, AgentId{3});
    EXPECT_EQ(objection->key, "pilot.library");
    EXPECT_EQ(objection->problem, "not there");
}

TEST(ClientObjection, OutputOfAPilotIsNotAnObjection) {
    for (const char* line : {"", "hello", "[1]", R"({"event":"sunrise"})",
                             R"({"event":"objection","agent":-1,"key":"engine","problem":""})"}) {
        EXPECT_FALSE(parse_client_objection(line)) << line;
    }
}

}  // namespace
}  // namespace synchrono::tools::run
