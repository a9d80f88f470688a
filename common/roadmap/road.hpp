/// One road as an OpenDRIVE file describes it: its reference line, its heights and slopes, its lanes, and
/// the signals and objects beside it. All numbers are in SI units and radians, whatever units the file
/// uses; `line` is the line of the file on which an element begins.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::roadmap {

/// The polynomial a + b*u + c*u^2 + d*u^3 with u = s - s_m. A profile is a list of them, ascending by s_m;
/// each holds until the next begins, and the first one also holds before its beginning.
struct Cubic {
    double s_m = 0, a = 0, b = 0, c = 0, d = 0;
};
using Profile = std::vector<Cubic>;

struct Straight {};
struct Arc {
    double curvature_1_m = 0;
};
/// A clothoid: its curvature changes linearly along it.
struct Spiral {
    double curvature_start_1_m = 0, curvature_end_1_m = 0;
};
/// The curve v(u), in a frame at the beginning of the geometry; s is the length along the curve.
struct Poly3 {
    double a = 0, b = 0, c = 0, d = 0;
};
/// The curve u(p), v(p), in a frame at the beginning of the geometry; p goes from 0 to `range` as s goes from
/// 0 to the length.
struct ParamPoly3 {
    double u[4]{}, v[4]{};
    double range = 1;
};

/// A piece of a reference line.
struct Geometry {
    double s_m = 0, x_m = 0, y_m = 0, heading_rad = 0, length_m = 0;
    std::variant<Straight, Arc, Spiral, Poly3, ParamPoly3> shape{};
};

/// The height above the plane of the road at s_m, as a function h(t) across the road. Between the s_m of two
/// records the height changes linearly.
struct LateralShape {
    double s_m = 0, t_m = 0, a = 0, b = 0, c = 0, d = 0;
};

enum class LaneType : std::uint8_t { driving, bus, bike, walk, parking, other, none };

struct SpeedRecord {
    double s_m = 0;                     // in Road::types along the road, in Lane::speeds along the section
    std::optional<double> limit_m_s{};  // without a value the road has no limit, or none is known
};

/// The lane changes that the line at a lane's outer edge allows, as seen from the middle of the road.
struct Marking {
    double s_m = 0;  // from the beginning of the section
    bool outwards = true, inwards = true;
};

struct Lane {
    int id = 0;  // positive left of the reference line, negative right of it, 0 for the line itself
    LaneType type = LaneType::none;
    bool level = false;  // stays flat across even if the road leans
    Profile widths{};    // used unless only borders are given; s_m from the beginning of the section
    Profile borders{};   // t of the outer edge
    Profile heights{};   // how far the lane is raised above the road, as by a kerb; the mean of both edges
    std::vector<int> predecessors{}, successors{};
    std::vector<SpeedRecord> speeds{};
    std::vector<Marking> markings{};
    std::uint32_t line = 0;
};

struct LaneSection {
    double s_m = 0;
    double length_m = 0;
    std::vector<Lane> lanes{};  // from left to right, which is by falling id; 0 is among them
    std::uint32_t line = 0;

    /// Returns the lane with this id; null if there is none.
    const Lane* lane(int id) const;
};

enum class End : std::uint8_t { start, end };
/// The directions of travel to which a signal or object applies: both, along rising s, or against rising s.
enum class Side : std::uint8_t { both, along, against };

/// The road or junction that a road leads to at one of its ends.
struct RoadLink {
    bool to_junction = false;
    std::string id{};
    End contact = End::start;  // the end of the other road that is reached; unused for a junction
};

struct Validity {
    int from = 0, to = 0;  // lane ids, both included
};

struct Signal {
    std::string id{}, name{}, type{}, subtype{}, country{};
    double s_m = 0, t_m = 0, z_m = 0;
    std::optional<double> value{};
    bool dynamic = false;
    Side side = Side::both;
    std::vector<Validity> validity{};  // empty: all lanes
    bool reference = false;            // a <signalReference>: `id` names a signal of any road
    std::uint32_t line = 0;
};

struct Outline {
    std::vector<geo::Vec3> corners{};  // in the frame that `local` selects
    double height_m = 0;               // the greatest height of a corner
    bool local = false;                // corners are u, v, z of the object; otherwise s, t, dz of the road
    bool closed = true;
};

struct Object {
    std::string id{}, name{}, type{}, subtype{};
    double s_m = 0, t_m = 0, z_m = 0, heading_rad = 0;
    double length_m = 0, width_m = 0, radius_m = 0, height_m = 0;
    Side side = Side::both;
    std::vector<Validity> validity{};
    std::vector<Outline> outlines{};
    std::string signal{};  // id of the signal that lets people across: <userData code="signal" value="...">
    std::uint32_t line = 0;
};

struct Road {
    std::string id{}, name{};
    std::string junction{};  // id of the junction that the road leads through; empty: none
    double length_m = 0;
    bool left_hand_traffic = false;
    std::optional<RoadLink> predecessor{}, successor{};
    std::vector<Geometry> plan{};  // the reference line
    Profile elevation{}, superelevation{}, lane_offset{};
    std::vector<LateralShape> shapes{};
    std::vector<SpeedRecord> types{};  // the speed limits by the road's type
    std::vector<LaneSection> sections{};
    std::vector<Signal> signals{};
    std::vector<Object> objects{};
    std::uint32_t line = 0;

    /// Returns whether traffic on the lane goes along s.
    bool is_along_s(int lane_id) const { return (lane_id < 0) != left_hand_traffic; }
    /// Returns the index of the section at s; where two sections meet, that of the later one.
    std::size_t section_at(double s_m) const;
};

}  // namespace synchrono::roadmap
