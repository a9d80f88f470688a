// Proves that an error about an agent, found after loading, names the line and the key of the agent's entry
// in the file, also for an agent of a group. If the file cannot be read again, the error names at least the
// agent.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "common/config/scenario.hpp"

namespace synchrono::config {
namespace {

class AgentProblem : public ::testing::Test {
  protected:
    AgentProblem() {
        std::ofstream(file_) << "{\"agents\": [\n"
                                "{\"name\": \"a\"},\n"
                                "{\"name\": \"b\", \"count\": 3,\n"
                                " \"pilot\": {\n"
                                "  \"library\": \"p\"}}\n"
                                "]}";
    }
    ~AgentProblem() override { std::filesystem::remove(file_); }
    std::string message(std::uint32_t agent, std::string_view key) const {
        const std::string text = agent_problem(file_, {}, AgentId{agent}, key, "bad");
        return text.starts_with(file_.string()) ? text.substr(file_.string().size()) : text;
    }

    const std::filesystem::path file_ =
        std::filesystem::path(::testing::TempDir()) / ("place_" + std::to_string(::getpid()) + ".json");
};

TEST_F(AgentProblem, IsNamedWhereTheAgentIsDescribed) {
    EXPECT_EQ(message(0, "name"), ":2: key 'agents[0].name': bad");
    for (const std::uint32_t agent : {1u, 2u, 3u})
        EXPECT_EQ(message(agent, "pilot.library"), ":5: key 'agents[1].pilot.library': bad");
}

TEST_F(AgentProblem, IsNamedAtTheObjectThatLacksTheKey) {
    EXPECT_EQ(message(0, "engine"), ":2: key 'agents[0].engine': bad");
    EXPECT_EQ(message(2, "pilot.config"), ":4: key 'agents[1].pilot.config': bad");
}

TEST_F(AgentProblem, IsNamedWithoutTheFile) {
    EXPECT_EQ(message(4, "engine"), ": agent 4: bad");
    std::ofstream(file_) << "[";
    EXPECT_EQ(message(0, "engine"), ": agent 0: bad");
    std::filesystem::remove(file_);
    EXPECT_EQ(message(0, "engine"), ": agent 0: bad");
}

}  // namespace
}  // namespace synchrono::config
