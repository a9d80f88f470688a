// Proves how a client reads its command line: which agents it gets, and which arguments it must have.
#include "client/program/arguments.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>

#include "client/transport/registry.hpp"

namespace synchrono::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct ArgumentsTest : ::testing::Test {
    ArgumentsTest() {
        scenario.agents.resize(3);
        for (std::uint32_t i = 0; i < 3; ++i) scenario.agents[i].id = AgentId{i};
    }
    void parse(const std::string& line) {
        CLI::App app;
        arguments = {};
        add_options(app, arguments);
        app.parse(line);
    }

    Arguments arguments;
    config::Scenario scenario;
};

TEST_F(ArgumentsTest, AcceptsAllArguments) {
    parse(
        "--scenario s --server h:1 --radio h:2 --token-file t --agents 0-1 --name n --out o --view=car "
        "--view-record p --drive car");
    EXPECT_EQ(arguments.scenario, "s");
    EXPECT_EQ(arguments.server, "h:1");
    EXPECT_EQ(arguments.radio, "h:2");
    EXPECT_EQ(arguments.token_file, "t");
    EXPECT_EQ(arguments.agents, "0-1");
    EXPECT_EQ(arguments.name, "n");
    EXPECT_EQ(arguments.out, "o");
    EXPECT_EQ(arguments.view.view, "car");
    EXPECT_EQ(arguments.view.record, "p");
    EXPECT_EQ(arguments.view.drive, "car");
    EXPECT_FALSE(arguments.check);
}

TEST_F(ArgumentsTest, TheHelpNamesTheTransports) {
    CLI::App app;
    add_options(app, arguments);
    EXPECT_THAT(app.get_option("--server")->get_description(),
                ::testing::HasSubstr(transport::transport_names()));
}

TEST_F(ArgumentsTest, AViewNeedsNoAgent) {
    parse("--scenario s --server h:1 --token-file t --view");
    EXPECT_EQ(arguments.view.view, ViewArguments::kAnyAgent);
    EXPECT_EQ(arguments.name, "client");
}

TEST_F(ArgumentsTest, ARunNeedsAServerAndAToken) {
    EXPECT_THROW(parse("--scenario s --token-file t"), CLI::RequiredError);
    EXPECT_THROW(parse("--scenario s --server h:1"), CLI::RequiredError);
    EXPECT_THROW(parse("--server h:1 --token-file t"), CLI::RequiredError);
    EXPECT_NO_THROW(parse("--scenario s --check"));
}

TEST_F(ArgumentsTest, ANameMustBeAFileName) {
    EXPECT_THROW(parse("--scenario s --check --name a/b"), CLI::ValidationError);
    EXPECT_THROW(parse("--scenario s --check --name="), CLI::ParseError);
}

TEST_F(ArgumentsTest, AgentsDefaultToNoneAndInACheckToAll) {
    EXPECT_THAT(agents_of(arguments, scenario).value(), IsEmpty());
    arguments.agents = "0,2";
    EXPECT_THAT(agents_of(arguments, scenario).value(), ElementsAre(AgentId{0}, AgentId{2}));
    arguments.check = true;
    EXPECT_THAT(agents_of(arguments, scenario).value(), ElementsAre(AgentId{0}, AgentId{2}));
    arguments.agents.clear();
    EXPECT_THAT(agents_of(arguments, scenario).value(), ElementsAre(AgentId{0}, AgentId{1}, AgentId{2}))
        << "a check covers all agents";
}

TEST_F(ArgumentsTest, UnknownAgentsAreRefused) {
    arguments.agents = "1-3";
    const auto agents = agents_of(arguments, scenario);
    ASSERT_FALSE(agents);
    EXPECT_TRUE(agents.error().text.starts_with("--agents: ")) << agents.error().text;
}

}  // namespace
}  // namespace synchrono::client
