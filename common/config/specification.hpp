/// The specification of a body that is no vehicle. Each kind of body derives a structure of its own from this
/// one, with what its engine and its pictures need to know.
#pragma once

#include <string>
#include <string_view>

namespace synchrono::config {

/// The kind of every body that has no such specification.
inline constexpr std::string_view kVehicleKind = "vehicle";

struct Specification {
    virtual ~Specification() = default;
    /// The name of the kind of body.
    virtual std::string_view kind() const = 0;
    /// All that it says, as a JSON object: part of the scenario's text, on which servers and clients agree.
    virtual std::string to_json() const = 0;
};

}  // namespace synchrono::config
