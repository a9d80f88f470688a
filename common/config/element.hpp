/// The elements of the world: all its contents besides vehicles and other bodies that may have pilots.
/// Elements that do something (signals, scripted pedestrians, loose bodies) are agents without a pilot. The
/// scenario numbers them after its vehicles, and clients of their own publish them. Elements that stand still
/// publish nothing, because every program reads them in the scenario. docs/world-elements.md explains each
/// kind to users.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/intersection.hpp"
#include "common/config/loose/loose_kind.hpp"
#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::config {

/// The lamps of an intersection, which follow the programme of its file.
struct SignalsElement {
    std::string intersection;  // a key of Scenario::intersections

    std::string_view name_of_kind() const { return "signals"; }
    geo::Vec3 size() const { return {}; }
    friend bool operator==(const SignalsElement&, const SignalsElement&) = default;
};

/// A pedestrian who walks along a line at a constant speed and avoids nothing.
struct PedestrianElement {
    /// A stop at the point with index `at` of the line. The pedestrian waits there until `group` of `signals`
    /// has protected green, which means walk.
    struct Wait {
        std::size_t at = 0;
        AgentId signals;
        SignalGroupId group = 0;
        friend bool operator==(const Wait&, const Wait&) = default;
    };
    enum class Repeat {
        none,  // leaves the world at the last point
        back,  // turns round at both ends
        loop,  // walks from the last point on to the first
    };
    std::vector<GroundPoint> points;  // at least two; successive points differ
    double ground_m = 0;              // z of the line, m
    double speed_m_s = 1.4;
    double height_m = 1.75;
    std::vector<Wait> waits;  // ascending by `at`
    Repeat repeat = Repeat::none;

    static constexpr double kWidth_m = 0.5;
    std::string_view name_of_kind() const { return "pedestrian"; }
    geo::Vec3 size() const { return {kWidth_m, kWidth_m, height_m}; }
    friend bool operator==(const PedestrianElement&, const PedestrianElement&) = default;
};

/// A loose body, which moves when it is pushed.
struct BodyElement : LooseMeasures {
    const LooseKind* kind = nullptr;  // not null in a scenario; valid until the process ends

    /// Returns a body with the measures of its kind. Requires that a kind has this name.
    static BodyElement of(std::string_view kind);
    std::string_view name_of_kind() const { return kind->name; }
    geo::Vec3 size() const { return {diameter_m, diameter_m, height_m}; }
    friend bool operator==(const BodyElement&, const BodyElement&) = default;
};

/// Any element that does something. Each alternative knows the name of its kind in files, and its size.
using Element = std::variant<SignalsElement, PedestrianElement, BodyElement>;

/// Returns length, width and height of the box around an element that has a body; zeros for signals.
geo::Vec3 size_of(const Element& element);
/// Returns the name of the element's kind in files; for a loose body, that of its loose kind.
std::string_view kind_of(const Element& element);

struct BoxElement;

/// A building. Its walls block sight and weaken radio.
struct BuildingElement {
    Building walls;
    double ground_m = 0, height_m = 0;

    std::string_view name_of_kind() const { return "building"; }
    const BuildingElement* building() const { return this; }
    const BoxElement* box() const { return nullptr; }
    friend bool operator==(const BuildingElement&, const BuildingElement&) = default;
};

/// A solid box, such as a kerb or a barrier. Loose bodies bounce off it, and it stops the rays of sensors. It
/// hides nothing from pilots.
struct BoxElement {
    geo::Vec3 position;  // the point on the ground under the box's middle
    geo::Vec3 size;      // length, width, height in m
    double yaw_deg = 0;  // direction of the length; 0: along x

    std::string_view name_of_kind() const { return "box"; }
    const BuildingElement* building() const { return nullptr; }
    const BoxElement* box() const { return this; }
    friend bool operator==(const BoxElement&, const BoxElement&) = default;
};

/// Returns the number that pilots and sensors get for the element at `index` of Scenario::statics. No agent
/// has such a number.
constexpr AgentId static_id(std::size_t index) {
    return AgentId{0x8000'0000u + static_cast<std::uint32_t>(index)};
}
constexpr bool is_static(AgentId id) { return id.value >= 0x8000'0000u; }

/// An element that stands still.
struct StaticElement {
    using What = std::variant<BuildingElement, BoxElement>;
    std::string name;  // unique among all agents and elements
    What what;

    /// Returns the element if it is a building, else null.
    const BuildingElement* building() const {
        return std::visit([](const auto& one) { return one.building(); }, what);
    }
    /// Returns the element if it is a box, else null.
    const BoxElement* box() const {
        return std::visit([](const auto& one) { return one.box(); }, what);
    }

    friend bool operator==(const StaticElement&, const StaticElement&) = default;
};

}  // namespace synchrono::config
