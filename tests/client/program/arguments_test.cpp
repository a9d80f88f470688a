// Proves how a client reads its command line: which agents it gets, and which arguments it must have.
#include "client/program/arguments.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>

#include "client/transport/registry.hpp"

namespace synchrono::client {
namespace {

using ::testing::ElementsAre;

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
        "--scenario s --server h:1 --radio h:2 --credentials t --agents 0-1 --out o --view=car "
        "--view-record p --drive car");
    EXPECT_EQ(arguments.scenario, "s");
    EXPECT_EQ(arguments.server, "h:1");
    EXPECT_EQ(arguments.radio, "h:2");
    EXPECT_EQ(arguments.credentials, "t");
    EXPECT_EQ(arguments.agents, "0-1");
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
    parse("--scenario s --server h:1 --credentials t --view");
    EXPECT_EQ(arguments.view.view, ViewArguments::kAnyAgent);
}

TEST_F(ArgumentsTest, ARunNeedsAServerAndACredential) {
    EXPECT_THROW(parse("--scenario s --credentials t"), CLI::RequiredError);
    EXPECT_THROW(parse("--scenario s --server h:1"), CLI::RequiredError);
    EXPECT_THROW(parse("--server h:1 --credentials t"), CLI::RequiredError);
    EXPECT_NO_THROW(parse("--scenario s --check"));
}

TEST_F(ArgumentsTest, AgentsDefaultToThoseOfTheCredentialAndInACheckToAll) {
    const config::Credential credential{.name = "c", .secret = {}, .agents = {AgentId{1}}, .watch = false};
    EXPECT_THAT(agents_of(arguments, scenario, &credential).value(), ElementsAre(AgentId{1}));
    EXPECT_THAT(agents_of(arguments, scenario, nullptr).value(),
                ElementsAre(AgentId{0}, AgentId{1}, AgentId{2}))
        << "a check covers all agents";
    arguments.agents = "0,2";
    for (const config::Credential* const given :
         {&credential, static_cast<const config::Credential*>(nullptr)})
        EXPECT_THAT(agents_of(arguments, scenario, given).value(), ElementsAre(AgentId{0}, AgentId{2}));
}

TEST_F(ArgumentsTest, UnknownAgentsAreRefused) {
    arguments.agents = "1-3";
    const auto agents = agents_of(arguments, scenario, nullptr);
    ASSERT_FALSE(agents);
    EXPECT_TRUE(agents.error().text.starts_with("--agents: ")) << agents.error().text;
}

}  // namespace
}  // namespace synchrono::client
