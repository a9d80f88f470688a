// Proves that a client opens a window only if the command line asks for one, and that impossible options are
// refused with one line before any window is open.
#include "client/program/viewing.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

#include "tests/client/kind/free_body.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client {
namespace {

namespace fs = std::filesystem;

/// A world of two cars, a balloon and a cone. This client has all of them but the second car.
struct ViewingTest : ::testing::Test {
    ViewingTest() {
        kind::register_free_body();
        scenario.vehicles["sedan"] = sedan();
        for (const char* const name : {"first", "second", "balloon", "cone"}) {
            config::AgentSpec agent;
            agent.id = AgentId{static_cast<std::uint32_t>(scenario.agents.size())};
            agent.name = name;
            agent.vehicle = "sedan";
            scenario.agents.push_back(agent);
        }
        kind::make_free_body(scenario.agents[2], 1);
        scenario.agents[3].element = config::BodyElement::of("cone");
        std::string name = (fs::temp_directory_path() / "synchrono-viewing-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no folder " << name;
        folder = name;
    }
    ~ViewingTest() override { fs::remove_all(folder); }

    Result<std::unique_ptr<Viewing>> open(const ViewArguments& arguments) {
        return Viewing::open(scenario, agents, arguments, nullptr,
                             [this](std::string_view text) { notes.emplace_back(text); });
    }

    config::Scenario scenario;
    const std::vector<AgentId> agents{AgentId{0}, AgentId{2}, AgentId{3}};
    fs::path folder;
    std::vector<std::string> notes;
};

TEST_F(ViewingTest, OpensNoViewUnlessAskedForAnOwnAgent) {
    const auto unasked = open({});
    ASSERT_TRUE(unasked);
    EXPECT_EQ(*unasked, nullptr);
    scenario.view.emplace();
    scenario.view->agent = AgentId{1};
    scenario.view->open = config::ViewOpening::always;
    const auto of_another_client = open({});
    ASSERT_TRUE(of_another_client);
    EXPECT_EQ(*of_another_client, nullptr);
    EXPECT_TRUE(notes.empty());
}

TEST_F(ViewingTest, ImpossibleViewsAreRefusedInOneLine) {
    std::ofstream(folder / "picture.png") << "of another run";
    const std::string file = (folder / "picture.png").string();
    const struct {
        ViewArguments arguments;
        std::string why;
    } rows[] = {
        {{.view = {}, .record = {}, .drive = "nobody"},
         "--drive: the scenario has no agent 'nobody'; expected one of first, second, balloon, cone"},
        {{.view = {}, .record = {}, .drive = "second"},
         "--drive: 'second' is not among the agents of this client (--agents)"},
        {{.view = {}, .record = {}, .drive = "balloon"}, "--drive: 'balloon' is not a vehicle"},
        {{.view = {}, .record = {}, .drive = "cone"}, "--drive: 'cone' is not a vehicle"},
        {{.view = "nobody", .record = {}, .drive = {}},
         "--view: the scenario has no agent 'nobody'; expected one of first, second, balloon, cone"},
        {{.view = {}, .record = folder.string(), .drive = {}},
         "--view-record: the folder " + folder.string() + " is not empty"},
        {{.view = {}, .record = file + "/pictures", .drive = {}},
         "--view-record: cannot make the folder " + file + "/pictures: Not a directory"},
    };
    for (const auto& [arguments, why] : rows) {
        const auto refused = open(arguments);
        ASSERT_FALSE(refused) << why;
        EXPECT_EQ(refused.error().text, why);
    }
    EXPECT_TRUE(notes.empty());
}

}  // namespace
}  // namespace synchrono::client
