// Proves what runs over several machines need of the real programs: servers may be started after their
// clients, a server at all addresses answers from the one at which a client asks, and UDP may have a port of
// its own. Other addresses of the loopback interface play the other machines.
#include <fstream>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/process/test_run.hpp"

namespace synchrono::testing {
namespace fs = std::filesystem;
namespace {

/// Keeps a port of TCP for a server that starts later. Until then, whoever connects is refused.
class KeptPort {
  public:
    KeptPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const int yes = 1;
        const net::Endpoint any = net::Endpoint::loopback(0);
        sockaddr_storage bound{};
        socklen_t size = sizeof bound;
        // Two sockets may have the same port as long as at most one of them listens.
        if (::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
            ::bind(socket_, static_cast<const sockaddr*>(any.data()), static_cast<socklen_t>(any.size())) !=
                0 ||
            ::getsockname(socket_, reinterpret_cast<sockaddr*>(&bound), &size) != 0)
            throw std::runtime_error("no port");
        address_ = net::Endpoint::from_sockaddr(&bound, size);
    }
    KeptPort(const KeptPort&) = delete;
    ~KeptPort() { ::close(socket_); }
    const net::Endpoint& address() const { return address_; }

  private:
    int socket_;
    net::Endpoint address_;
};

TEST(SeveralMachines, ClientsWaitForServersThatStartLater) {
    TestRun run(ring(2, SimDuration::milliseconds(200), kExact));
    const KeptPort port;
    for (const char* agent : {"0", "1"}) {
        const std::string name = std::string("client") + agent;
        run.start_client(name, agent, port.address());
        run.wait_for_line(name, "Connection refused; trying again for 30 s");
    }
    run.start_server({"--listen", port.address().to_string(), "--udp-port", "0"});
    run.expect_clean_ends();
    EXPECT_EQ(counters_of(run.folder(), "server")["world.joins"], 2u);
}

TEST(SeveralMachines, AClientThatNeverJoinedLeavesNoLog) {
    config::Scenario scenario = ring(1, SimDuration::milliseconds(200), kExact);
    scenario.start_limit = WallDuration::milliseconds(100);
    TestRun run(scenario);
    const KeptPort port;
    run.start_client("client0", "0", port.address());
    EXPECT_EQ(run.end_of("client0").to_string(), "exit 1");
    run.wait_for_line("client0", "Connection refused (tried for 0.1 s, start_limit_s of the scenario)");
    EXPECT_FALSE(fs::exists(run.folder() / "client0.mcap"));
}

TEST(SeveralMachines, AServerRefusesCredentialsThatLeaveAgentsOut) {
    TestRun run(radio_ring(3, SimDuration::milliseconds(200), kExact));
    const std::string file = run.folder() / "one.json";
    const config::Credential one{.name = "one", .secret = make_secret(), .agents = {AgentId{1}}};
    ASSERT_TRUE(config::write_credentials(file, {&one, 1}));
    for (const char* server : {"synchrono-server", "synchrono-comm-server"}) {
        run.start_tool(server, server, {"--scenario", run.folder() / "scenario.json", "--credentials", file});
        EXPECT_EQ(run.end_of(server).to_string(), "exit 2");
        run.wait_for_line(server, "one.json: no credential allows the agents 0,2 of the scenario");
    }
}

TEST(SeveralMachines, TheCommunicationServerWaitsForTheDynamicsServer) {
    TestRun run(radio_ring(2, SimDuration::milliseconds(200), kExact));
    const KeptPort port;
    run.start_comm_server(port.address());
    run.wait_for_line("comm_server", "Connection refused; trying again for 30 s");
    run.program("comm_server").signal(SIGTERM);
    EXPECT_EQ(run.end_of("comm_server").to_string(), "exit 0");
    run.start_comm_server(port.address());
    run.start_server({"--listen", port.address().to_string(), "--udp-port", "0"});
    run.wait_for_comm_server();
    run.start_client("client", "0-1");
    run.expect_clean_ends();
}

TEST(SeveralMachines, AServerAtAllAddressesAnswersFromTheOneThatWasAsked) {
    for (const char* handlers : {"0", "2"}) {
        TestRun run(ring(2, SimDuration::milliseconds(200), kExact));
        run.start_server({"--listen", "0.0.0.0:0", "--handlers", handlers});
        const std::string port = std::to_string(run.address().port());
        run.start_client("client0", "0", *net::Endpoint::parse("127.0.0.2:" + port));
        run.start_client("client1", "1", *net::Endpoint::parse("127.0.0.3:" + port));
        run.expect_clean_ends();
        EXPECT_EQ(counters_of(run.folder(), "server")["world.joins"], 2u);
    }
}

TEST(SeveralMachines, LogsCompareTheClocks) {
    TestRun run(ring(1, SimDuration::milliseconds(100), kExact));
    run.start_server();
    run.start_client("client0", "0");
    run.expect_clean_ends();
    std::vector<ClockComparison> comparisons;
    for (const std::string& payload : payloads_of(run.folder(), "client0", "/clock"))
        EXPECT_TRUE(comparisons.emplace_back().ParseFromString(payload));
    ASSERT_GE(comparisons.size(), 1u) << "the first request compares them";
    for (const ClockComparison& comparison : comparisons) {
        EXPECT_LE(comparison.asked_ns(), comparison.server_ns()) << "both are one clock here";
        EXPECT_LE(comparison.server_ns(), comparison.answered_ns());
    }
}

TEST(SeveralMachines, ServersDoNotShareAPortForDatagrams) {
    TestRun run(ring(1, SimDuration::milliseconds(100), kExact)), other(run.scenario());
    run.start_server({"--handlers", "2"});
    other.write_credentials();
    other.start_tool(
        "late", "synchrono-server",
        {"--scenario", other.folder() / "scenario.json", "--credentials", other.folder() / "all.json",
         "--udp-port", std::to_string(run.address().port()), "--handlers", "2"});
    EXPECT_EQ(other.end_of("late").to_string(), "exit 1");
    other.wait_for_line("late", "Address already in use");
    run.start_client("client0", "0");
    run.expect_clean_ends();
}

TEST(SeveralMachines, ARunWhoseClientsAreAllElsewhereEndsWell) {
    TestRun run(ring(1, SimDuration::milliseconds(200), kExact));
    const fs::path folder = run.folder() / "run";
    run.start_tool("run", "synchrono",
                   {"run", run.folder() / "scenario.json", "--out", folder, "--expect-external", "client0"});
    run.wait_for_line("run", "--listen chooses another one");
    std::string server;
    for (const std::string& line : run.error_lines_of("run")) {
        const auto at = line.find("--server ");
        if (at != std::string::npos) server = line.substr(at + 9, line.find(' ', at + 9) - at - 9);
    }
    run.start_tool("client", "synchrono-client",
                   {"--scenario", folder / "scenario.json", "--credentials",
                    folder / "credentials/client0.json", "--server", server});
    run.expect_clean_ends();
}

TEST(SeveralMachines, UdpMayHaveAPortOfItsOwn) {
    TestRun run(ring(1, SimDuration::milliseconds(100), kExact));
    // Another program may have the port of TCP for UDP; that does not keep the server from starting.
    run.start_server({"--udp-port", "0", "--handlers", "2"});
    run.start_client("client0", "0");
    run.expect_clean_ends();
}

TEST(SeveralMachines, ARunExpectsClientsFromElsewhere) {
    TestRun run(radio_ring(3, SimDuration::milliseconds(200), kExact));
    const fs::path folder = run.folder() / "run", there = run.folder() / "there";
    run.start_tool("run", "synchrono",
                   {"run", run.folder() / "scenario.json", "--out", folder, "--expect-external", "car1",
                    "--listen", "127.0.0.2"});
    run.wait_for_line("run", " --out logs");
    // People copy the two files to the other machine and paste the command there.
    fs::create_directory(there);
    fs::copy(folder / "scenario.json", there);
    fs::copy(folder / "credentials" / "client1.json", there);
    std::vector<std::string> words{"-C", there};
    for (const std::string& line : run.error_lines_of("run")) {
        if (line.find(" --out logs") == std::string::npos) continue;
        std::istringstream in(line);
        for (std::string word; in >> word;) words.push_back(word);
    }
    ASSERT_GT(words.size(), 2u);
    ASSERT_EQ(words[2], "synchrono-client");
    words[2] = SYN_BINARY_DIR "/bin/synchrono-client";
    run.start_tool("there", "/usr/bin/env", words);
    run.expect_clean_ends();
    EXPECT_TRUE(fs::exists(there / "logs" / "client1.mcap"));
    EXPECT_FALSE(fs::exists(folder / "client1.mcap"));
    EXPECT_EQ(counters_of(folder, "server")["world.joins"], 3u);
}

TEST(SeveralMachines, AResolvedRunBringsItsPilots) {
    TestRun run(ring(2, SimDuration::milliseconds(100), kExact));
    const fs::path mine = run.folder() / "mine", moved = run.folder() / "moved";
    fs::create_directory(mine);
    fs::copy(SYN_BINARY_DIR "/lib/synchrono/pilots/libpath_follower.so", mine / "own.so");
    config::Scenario scenario = run.scenario();
    for (config::AgentSpec& agent : scenario.agents) agent.pilot = mine / "own.so";
    std::ofstream(mine / "scenario.json") << config::to_json(scenario);
    run.start_tool("resolve", "synchrono", {"resolve", mine / "scenario.json", "--out", mine / "run"});
    ASSERT_EQ(run.end_of("resolve").to_string(), "exit 0");
    fs::copy(mine / "run", moved, fs::copy_options::recursive);
    fs::remove_all(mine);

    const auto resolved = config::load_scenario(moved / "scenario.json");
    ASSERT_TRUE(resolved) << resolved.error().text;
    EXPECT_EQ(resolved->agents[0].pilot, "files/own.so");
    EXPECT_EQ(config::path_of(*resolved, resolved->agents[0].pilot), moved / "files/own.so");
    run.start_tool("check", "synchrono-client",
                   {"--check", "--scenario", moved / "scenario.json", "--agents", "0"});
    run.start_tool("again", "synchrono",
                   {"run", moved / "scenario.json", "--out", run.folder() / "again", "--clients", "1"});
    run.expect_clean_ends();
    EXPECT_EQ(run.error_lines_of("check"), std::vector<std::string>()) << "it has no objection";
}

TEST(SeveralMachines, TheServerTellsWhenPilotsDiffer) {
    TestRun run(ring(2, SimDuration::milliseconds(100), kExact));
    run.start_server();
    run.start_client("client0", "0");
    run.wait_for_line("server", "client0 ");
    // Another machine is a folder with the same programs and another library under the same name.
    const fs::path there = run.folder() / "there", pilots = there / "lib/synchrono/pilots";
    fs::create_directories(there / "bin");
    fs::create_directories(pilots);
    fs::copy(SYN_BINARY_DIR "/bin/synchrono-client", there / "bin");
    fs::create_directory_symlink(SYN_BINARY_DIR "/share", there / "share");
    fs::copy(SYN_BINARY_DIR "/lib/synchrono/pilots/libpath_follower.so", pilots);
    std::ofstream(pilots / "libpath_follower.so", std::ios::app) << "a byte more";
    run.start_client("client1", "1", {}, there / "bin/synchrono-client");
    run.expect_clean_ends();
    run.wait_for_line("server", "client1 has another pilot 'path_follower' than client0");
}

}  // namespace
}  // namespace synchrono::testing
