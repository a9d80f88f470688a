#include "tools/run/run_credentials.hpp"

#include <fmt/format.h>
#include <system_error>

#include "common/config/credentials.hpp"

namespace synchrono::tools::run {
namespace fs = std::filesystem;

static constexpr const char* kAll = "all";
static constexpr const char* kRadio = "radio";

std::vector<ClientShare> client_shares(const PreparedRun& run) {
    std::vector<ClientShare> shares;
    const auto width = fmt::format("{}", run.clients.size() - 1).size();
    for (std::size_t i = 0; i < run.clients.size(); ++i)
        shares.push_back({fmt::format("client{:0{}}", i, width), run.clients[i]});
    if (run.world) shares.push_back({"world", *run.world});
    return shares;
}

fs::path credentials_folder(const PreparedRun& run) { return run.folder / "credentials"; }

fs::path credentials_of(const PreparedRun& run, const std::string& client) {
    return credentials_folder(run) / (client + ".json");
}

fs::path credentials_of_all(const PreparedRun& run) { return credentials_of(run, kAll); }

Result<void> write_run_credentials(const PreparedRun& run, StartedBy started_by,
                                   const std::vector<std::string>& watchers) {
    config::Credentials all;
    for (const ClientShare& share : client_shares(run)) {
        config::Credential& own = all.emplace_back();
        own.name = share.name;
        own.started_by_run = started_by == StartedBy::run && !run.external.contains(share.name);
        for (std::uint32_t agent = share.agents.first; agent <= share.agents.last; ++agent)
            own.agents.push_back(AgentId{agent});
    }
    for (const std::string& name : watchers) {
        if (name == kAll || name == kRadio)
            return fail(
                fmt::format("the name '{}' is taken: it is that of {}", name,
                            name == kAll ? "the file with all credentials" : "the communication server"));
        all.push_back({.name = name, .secret = {}, .agents = {}, .watch = true});
    }
    if (run.scenario.radio) all.push_back({.name = kRadio, .secret = {}, .agents = {}, .radio = true});
    for (config::Credential& own : all) own.secret = make_secret();
    const auto written = [&]() -> Result<void> {
        std::error_code error;
        fs::create_directory(credentials_folder(run), error);
        if (!error) fs::permissions(credentials_folder(run), fs::perms::owner_all, error);
        if (error) return fail(fmt::format("{}: {}", credentials_folder(run).string(), error.message()));
        // This call comes first, because it checks all names.
        if (auto done = config::write_credentials(credentials_of_all(run), all); !done) return done;
        for (const config::Credential& own : all) {
            if (own.radio) continue;  // the communication server has the file with all
            if (auto done = config::write_credentials(credentials_of(run, own.name), {&own, 1}); !done)
                return done;
        }
        return {};
    }();
    std::error_code ignored;
    if (!written) fs::remove_all(credentials_folder(run), ignored);
    return written;
}

}  // namespace synchrono::tools::run
