#include "client/kind/kind_registry.hpp"

#include <algorithm>
#include <vector>

#include "client/kind/vehicle/vehicle_kind.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client {
namespace {

/// The table.
std::vector<const BodyKind*>& kinds() {
    static std::vector<const BodyKind*> table{&vehicle_kind()};
    return table;
}

}  // namespace

const BodyKind* kind_named(std::string_view name) {
    const auto& table = kinds();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const BodyKind* kind) { return kind->name() == name; });
    return found == table.end() ? nullptr : *found;
}

const BodyKind& kind_of(const config::AgentSpec& agent) {
    const BodyKind* const kind = kind_named(agent.kind_of_body());
    SYN_REQUIRE(kind != nullptr);
    return *kind;
}

const BodyKind& publishes_as(const config::AgentSpec& agent) {
    return agent.element ? vehicle_kind() : kind_of(agent);
}

void register_kind(const BodyKind& kind) {
    SYN_REQUIRE(!kind.name().empty() && kind_named(kind.name()) == nullptr);
    kinds().push_back(&kind);
}

}  // namespace synchrono::client
