#include "client/program/viewing.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "client/ground/make_ground.hpp"
#include "client/kind/appearance.hpp"
#include "client/kind/kind_registry.hpp"
#include "client/view/driver.hpp"
#include "client/view/open_view.hpp"
#include "common/base/quoted_list.hpp"

namespace synchrono::client {
namespace {

Result<AgentId> agent_named(const config::Scenario& scenario, const std::string& name,
                            std::string_view option) {
    const auto found = std::find_if(scenario.agents.begin(), scenario.agents.end(),
                                    [&](const config::AgentSpec& agent) { return agent.name == name; });
    if (found == scenario.agents.end())
        return fail(fmt::format(
            "{}: the scenario has no agent '{}'{}", option, name,
            expected_one_of(name, scenario.agents, [](const config::AgentSpec& a) { return a.name; })));
    return found->id;
}

/// Makes an empty folder. A folder that is not empty is refused, since the pictures of two runs must not mix.
Result<void> make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail(
            fmt::format("--view-record: cannot make the folder {}: {}", folder.string(), error.message()));
    if (!std::filesystem::is_empty(folder, error) || error)
        return fail(fmt::format("--view-record: the folder {} is not empty", folder.string()));
    return {};
}

}  // namespace

Result<std::unique_ptr<Viewing>> Viewing::open(const config::Scenario& scenario,
                                               const std::vector<AgentId>& agents,
                                               const ViewArguments& arguments, const roadmap::RoadMap* roads,
                                               const std::function<void(std::string_view)>& note) {
    const config::ViewSettings settings = scenario.view.value_or(config::ViewSettings{});
    const auto hosts = [&](AgentId agent) { return std::binary_search(agents.begin(), agents.end(), agent); };
    const bool asked = !arguments.view.empty() || !arguments.record.empty() || !arguments.drive.empty();
    const bool by_scenario =
        scenario.view && settings.open != config::ViewOpening::asked && hosts(settings.agent);
    if (!asked && !by_scenario) return nullptr;

    std::optional<AgentId> followed, driven;
    if (scenario.view || agents.empty())
        followed = settings.agent;
    else
        followed = agents.front();
    if (!arguments.drive.empty()) {
        const auto agent = agent_named(scenario, arguments.drive, "--drive");
        if (!agent) return tl::unexpected(agent.error());
        if (!hosts(*agent))
            return fail(fmt::format("--drive: '{}' is not among the agents of this client (--agents)",
                                    arguments.drive));
        const config::AgentSpec& spec = scenario.agents[agent->value];
        if (spec.element || kind::as_vehicle(scenario, spec) == nullptr)
            return fail(fmt::format("--drive: '{}' is not a vehicle", arguments.drive));
        followed = driven = *agent;
    }
    if (!arguments.view.empty() && arguments.view != ViewArguments::kAnyAgent) {
        const auto agent = agent_named(scenario, arguments.view, "--view");
        if (!agent) return tl::unexpected(agent.error());
        followed = *agent;
    }
    if (!arguments.record.empty()) {
        if (auto made = make_folder(arguments.record); !made) return tl::unexpected(made.error());
    }
    auto view = view::open_view({.scenario = scenario,
                                 .roads = roads,
                                 .ground = ground::make_ground(scenario),
                                 .followed = followed,
                                 .camera = settings.camera,
                                 .size = {settings.width, settings.height},
                                 .record = arguments.record,
                                 .drives = driven.has_value(),
                                 .shape_of = kind::shape_of});
    if (!view && (asked || settings.open == config::ViewOpening::always)) return tl::unexpected(view.error());
    if (!view) {
        note(view.error().text + "; continuing without a window");
        return nullptr;
    }
    const auto rhythm = arguments.record.empty() ? view::Rhythm::window : view::Rhythm::pictures;
    return std::unique_ptr<Viewing>(new Viewing(scenario, std::move(*view), rhythm, driven));
}

std::unique_ptr<pilot::PilotHost> Viewing::make_driver() const { return view::make_driver(*view_); }

}  // namespace synchrono::client
