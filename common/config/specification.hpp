/// What a scenario says of a body that is no vehicle: which kind of body it is, and the numbers of that kind.
/// What these may be is the business of the kind alone (client/kind/body_kind.hpp): the other programs of a
/// run hand them on as they are.
#pragma once

#include <string>
#include <string_view>

namespace synchrono::config {

/// The kind of every body that has no specification.
inline constexpr std::string_view kVehicleKind = "vehicle";

struct Specification {
    std::string kind;         // the name of a kind of body, other than that of vehicles
    std::string json = "{}";  // a compact JSON object: all that is said besides the kind

    friend bool operator==(const Specification&, const Specification&) = default;
};

}  // namespace synchrono::config
