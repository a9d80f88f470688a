#include "tools/run/run_files.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <json/reader.h>
#include <json/value.h>
#include <json/writer.h>
#include <map>
#include <memory>
#include <set>
#include <system_error>

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {

/// Copies files into the folder `files` of a run, each once.
class FileCopies {
  public:
    explicit FileCopies(fs::path folder) : folder_(std::move(folder)) {}
    /// Returns the path of the copy within the run. The error names the file.
    Result<std::string> copy(const std::string& file) {
        if (const auto known = copies_.find(file); known != copies_.end()) return known->second;
        const fs::path source(file);
        std::string name = source.filename().string();
        for (int i = 2; names_.contains(name); ++i)
            name = fmt::format("{}_{}{}", source.stem().string(), i, source.extension().string());
        const std::string inside = std::string(config::kFilesFolder) + name;
        std::error_code error;
        fs::create_directories((folder_ / inside).parent_path(), error);
        if (!error) fs::copy_file(source, folder_ / inside, error);
        if (error) return fail(fmt::format("{}: {}", file, error.message()));
        names_.insert(name);
        copies_[file] = inside;
        return inside;
    }

  private:
    const fs::path folder_;
    std::map<std::string, std::string> copies_;  // by the file that was copied
    std::set<std::string> names_;
};

/// Changes the names of an agent's files, which are paths, by `change`. A pilot's short name is no path.
template <typename Change>
Result<void> change_files(config::AgentSpec& agent, Change change) {
    if (agent.pilot.find('/') != std::string::npos) {
        auto changed = change(agent.pilot);
        if (!changed) return tl::unexpected(changed.error());
        agent.pilot = std::move(*changed);
    }
    Json::Value config;
    const std::unique_ptr<Json::CharReader> reader(Json::CharReaderBuilder().newCharReader());
    const std::string& text = agent.pilot_config;
    if (!reader->parse(text.data(), text.data() + text.size(), &config, nullptr) || !config.isObject() ||
        !config["file"].isString() || config["file"].asString().empty())
        return {};
    const auto changed = change(config["file"].asString());
    if (!changed) return tl::unexpected(changed.error());
    if (config["file"] == *changed) return {};
    config["file"] = *changed;
    Json::StreamWriterBuilder compact;
    compact["indentation"] = "";
    agent.pilot_config = Json::writeString(compact, config);
    return {};
}

}  // namespace

void name_files_absolutely(config::Scenario& scenario) {
    for (config::AgentSpec& agent : scenario.agents) {
        [[maybe_unused]] const auto done =
            change_files(agent, [&](const std::string& file) -> Result<std::string> {
                return config::path_of(scenario, file).string();
            });
    }
}

Result<void> bring_files_inside(PreparedRun& run) {
    FileCopies copies(run.folder);
    for (config::AgentSpec& agent : run.scenario.agents) {
        const auto brought =
            change_files(agent, [&copies](const std::string& file) { return copies.copy(file); });
        if (!brought) return brought;
    }
    const fs::path file = run.folder / "scenario.json";
    std::ofstream out(file);
    out << config::to_json(run.scenario);
    return out.flush() ? Result<void>() : fail(fmt::format("cannot write {}", file.string()));
}

}  // namespace synchrono::tools::run
