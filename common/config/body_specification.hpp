/// The specification of a body that is not a vehicle: its kind, and the numbers that this kind needs. Only
/// the kind itself (client/kind/body_kind.hpp) knows which numbers are valid; programs without the kind keep
/// the numbers unchanged.
#pragma once

#include <string>
#include <string_view>

namespace synchrono::config {

/// The kind of every body without a specification.
inline constexpr std::string_view kVehicleKind = "vehicle";

struct BodySpecification {
    std::string kind;         // name of a kind of body other than vehicles
    std::string json = "{}";  // compact JSON object: all keys but the kind

    friend bool operator==(const BodySpecification&, const BodySpecification&) = default;
};

}  // namespace synchrono::config
