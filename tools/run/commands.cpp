#include "tools/run/commands.hpp"

#include <climits>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

#include "common/net/endpoint.hpp"

namespace synchrono::tools::run {
namespace {

/// Returns the address for people on other machines. All addresses of this host together have the host's
/// name.
std::string address_for_others(const std::string& address) {
    const auto endpoint = net::Endpoint::parse(address);
    char name[HOST_NAME_MAX + 1] = {};
    if (!endpoint || !endpoint->is_any() || ::gethostname(name, HOST_NAME_MAX) != 0) return address;
    return fmt::format("{}:{}", name, endpoint->port());
}

}  // namespace

std::string quoted(const std::string& path) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    if (path.find_first_not_of(kPlain) == path.npos) return path;
    std::string text = "'";
    for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string client_command(const ClientPlaces& places) {
    return fmt::format("synchrono-client --scenario {} --credentials {} --server {}{}",
                       quoted(places.scenario), quoted(places.credentials), places.server,
                       places.radio.empty() ? "" : " --radio " + places.radio);
}

std::string instructions_for(const PreparedRun& run, const ClientShare& client, const std::string& server,
                             const std::string& radio) {
    const std::string credential = client.name + ".json";
    const auto& agents = run.scenario.agents;
    const std::string whose = client.agents.first == client.agents.last
                                  ? agents[client.agents.first].name
                                  : "agents " + client.agents.to_string();
    const bool has_files = std::filesystem::exists(run.folder / config::kFilesFolder);
    const auto endpoint = net::Endpoint::parse(server);
    const bool is_near = endpoint && endpoint->is_loopback();
    return fmt::format(
        "{} ({}) is expected from elsewhere, within {:g} s. Copy to its machine, so that nobody else reads "
        "them:\n  {}\n  {}\n{}and run there:\n  {} --out logs{}",
        client.name, whose, run.scenario.start_limit.to_seconds(),
        quoted((run.folder / "scenario.json").string()), quoted(credentials_of(run, client.name).string()),
        has_files ? "  " + quoted((run.folder / config::kFilesFolder).string()) + "\n" : "",
        client_command({.scenario = "scenario.json",
                        .credentials = credential,
                        .server = address_for_others(server),
                        .radio = radio.empty() ? "" : address_for_others(radio)}),
        is_near ? "\nOnly this machine reaches that address; --listen chooses another one." : "");
}

}  // namespace synchrono::tools::run
