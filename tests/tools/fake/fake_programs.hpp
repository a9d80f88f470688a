/// A folder with a scenario, and fakes of the server and the client. The fakes follow a script that the test
/// writes; see child.cpp.
#pragma once

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <stdlib.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "common/config/scenario.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::tools::fake {

inline constexpr const char* kListening = R"(out {"event":"listening","address":"127.0.0.1:4711"})";
inline constexpr const char* kHalfWay =
    R"(out {"event":"progress","sim_s":0.5,"slowest":"car1","clients":2,"agents":2,"drift_heartbeats":1,"awaited":[]})";
inline constexpr const char* kDone =
    R"(out {"event":"progress","sim_s":1.0,"slowest":"car1","clients":2,"agents":2,"drift_heartbeats":0,"awaited":[]})";
inline constexpr const char* kEnded = R"(out {"event":"ended","because":"every agent has ended"})";

/// A scenario, and links to the fake program under the names of the real programs.
/// Owns: the folder.
class FakePrograms {
  public:
    explicit FakePrograms(std::size_t agents = 2) {
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        root_ = name;
        std::filesystem::create_directory(programs());
        for (const char* program : {"synchrono-server", "synchrono-client"}) {
            std::filesystem::create_symlink(SYN_BINARY_DIR "/tests/tool_fake_child", programs() / program);
        }
        EXPECT_EQ(::mkfifo((programs() / "up").c_str(), 0600), 0);
        up_ = ::open((programs() / "up").c_str(), O_RDWR | O_CLOEXEC);
        scenario_.name = "two_cars";
        scenario_.duration = SimDuration::seconds(1);
        scenario_.vehicles["sedan"] = sedan();
        for (std::uint32_t i = 0; i < agents; ++i) {
            config::AgentSpec agent;
            agent.id = AgentId{i};
            agent.name = "car" + std::to_string(i);
            agent.vehicle = "sedan";
            agent.position = {10.0 * i, 0, 0};
            agent.period = agent.pilot_period = scenario_.heartbeat;
            scenario_.agents.push_back(agent);
        }
    }
    FakePrograms(const FakePrograms&) = delete;
    ~FakePrograms() {
        ::close(up_);
        std::filesystem::remove_all(root_);
    }

    config::Scenario& scenario() { return scenario_; }
    /// Adds an element of the world after the vehicles.
    void add_cone() {
        config::AgentSpec cone;
        cone.id = AgentId{static_cast<std::uint32_t>(scenario_.agents.size())};
        cone.name = "cone";
        cone.period = scenario_.heartbeat;
        cone.element = config::BodyElement::of("cone");
        scenario_.agents.push_back(cone);
    }
    /// Writes the scenario as it is now, and returns the file.
    std::filesystem::path scenario_file() const {
        std::ofstream(root_ / "scenario.json") << config::to_json(scenario_);
        return root_ / "scenario.json";
    }
    /// Sets the script of "synchrono-server", "synchrono-client", or one client such as
    /// "synchrono-client.client0".
    void set_script(const std::string& program, std::initializer_list<const char*> script) const {
        std::ofstream file(programs() / (program + ".fake"));
        for (const char* line : script) file << line << "\n";
    }

    const std::filesystem::path& root() const { return root_; }
    std::filesystem::path programs() const { return root_ / "programs"; }
    std::filesystem::path out() const { return root_ / "out"; }
    std::string text_of(const std::string& file_of_run) const {
        std::ostringstream text;
        text << std::ifstream(out() / file_of_run).rdbuf();
        return text.str();
    }
    /// Becomes readable once a fake has written to the FIFO.
    int up_fd() const { return up_; }

  private:
    std::filesystem::path root_;
    int up_ = -1;
    config::Scenario scenario_;
};

}  // namespace synchrono::tools::fake
