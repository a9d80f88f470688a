#include "common/config/loose/loose_kinds.hpp"

#include <algorithm>
#include <vector>

#include "common/base/contract.hpp"
#include "common/config/loose/ball.hpp"
#include "common/config/loose/cone.hpp"

namespace synchrono::config {
namespace {

/// Returns the table of loose kinds.
std::vector<const LooseKind*>& kinds() {
    static std::vector<const LooseKind*> table{&kCone, &kBall};
    return table;
}

}  // namespace

std::span<const LooseKind* const> loose_kinds() { return kinds(); }

const LooseKind* loose_kind_named(std::string_view name) {
    const auto& table = kinds();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const LooseKind* kind) { return kind->name == name; });
    return found == table.end() ? nullptr : *found;
}

void register_loose_kind(const LooseKind& kind) {
    SYN_REQUIRE(!kind.name.empty() && loose_kind_named(kind.name) == nullptr);
    kinds().push_back(&kind);
}

}  // namespace synchrono::config
