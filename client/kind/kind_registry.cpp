#include "client/kind/kind_registry.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "client/kind/vehicle/vehicle_kind.hpp"
#include "common/base/contract.hpp"
#include "common/base/quoted_list.hpp"

namespace synchrono::client::kind {
namespace {

/// Returns the table of kinds. A row here adds a kind.
std::vector<const BodyKind*>& kinds() {
    static std::vector<const BodyKind*> table{&vehicle_kind()};
    return table;
}

bool have_same_controls(const BodyKind& one, const BodyKind& other) {
    return std::ranges::equal(one.controls(), other.controls(),
                              [](const body::ControlRange& a, const body::ControlRange& b) {
                                  return a.name == b.name && a.low == b.low && a.high == b.high;
                              });
}

}  // namespace

std::span<const BodyKind* const> body_kinds() { return kinds(); }

const BodyKind* kind_named(std::string_view name) {
    const auto& table = kinds();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const BodyKind* kind) { return kind->name() == name; });
    return found == table.end() ? nullptr : *found;
}

std::string kind_names() {
    return quoted_list(kinds(), [](const BodyKind* kind) { return kind->name(); });
}

std::string objection_to_body(const config::Scenario& scenario, const config::AgentSpec& agent) {
    const BodyKind* const kind = kind_named(agent.kind_of_body());
    if (kind != nullptr) return kind->objection(scenario, agent);
    return fmt::format("unknown kind of body '{}'; expected one of {}", agent.kind_of_body(), kind_names());
}

const BodyKind& kind_of(const config::AgentSpec& agent) {
    const BodyKind* const kind = kind_named(agent.kind_of_body());
    SYN_REQUIRE(kind != nullptr);
    return *kind;
}

const BodyKind& publishes_as(const config::AgentSpec& agent) {
    return agent.element ? vehicle_kind() : kind_of(agent);
}

const config::VehicleSpec* as_vehicle(const config::Scenario& scenario, const config::AgentSpec& agent) {
    const BodyKind& kind = kind_of(agent);
    const config::VehicleSpec* const vehicle = kind.as_vehicle(scenario, agent);
    SYN_REQUIRE(vehicle == nullptr || have_same_controls(kind, vehicle_kind()));
    return vehicle;
}

void register_kind(const BodyKind& kind) {
    SYN_REQUIRE(!kind.name().empty() && kind_named(kind.name()) == nullptr);
    SYN_REQUIRE(kind.controls().size() <= body::kControlsMax);
    kinds().push_back(&kind);
}

}  // namespace synchrono::client::kind
