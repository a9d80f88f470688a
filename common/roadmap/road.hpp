/// One road as an OpenDRIVE file has it: its reference line, what rises and leans, its lanes, and what stands
/// beside it. Numbers are in SI and radians whatever units the file uses; `line` is where it stands in the
/// file.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::roadmap {

/// a + b*u + c*u^2 + d*u^3 from s_m on, u = s - s_m. A profile is a list of them by s_m; each holds until the
/// next begins, and before the first the first.
struct Cubic {
    double s_m = 0, a = 0, b = 0, c = 0, d = 0;
};
using Profile = std::vector<Cubic>;

struct Straight {};
struct Arc {
    double curvature_1_m = 0;
};
/// A clothoid: its curvature changes evenly along it.
struct Spiral {
    double curvature_start_1_m = 0, curvature_end_1_m = 0;
};
/// v(u) in the frame of the beginning; s is the length along the curve.
struct Poly3 {
    double a = 0, b = 0, c = 0, d = 0;
};
/// u(p) and v(p) in the frame of the beginning; p goes from 0 to `range` as s does from 0 to the length.
struct ParamPoly3 {
    double u[4]{}, v[4]{};
    double range = 1;
};

/// A piece of a reference line.
struct Geometry {
    double s_m = 0, x_m = 0, y_m = 0, heading_rad = 0, length_m = 0;
    std::variant<Straight, Arc, Spiral, Poly3, ParamPoly3> shape{};
};

/// Height above the plane of the road, across it: h(t) at s_m, between two of them linear.
struct Shape {
    double s_m = 0, t_m = 0, a = 0, b = 0, c = 0, d = 0;
};

enum class LaneType : std::uint8_t { driving, bus, bike, walk, parking, other, none };

struct SpeedRecord {
    double s_m = 0;                     // of a road's type along it, of a lane from its section on
    std::optional<double> limit_m_s{};  // none: there is none, or none is known
};

/// What the line at a lane's outer edge says of changing over it, seen from the middle of the road outwards.
struct Marking {
    double s_m = 0;  // from its section on
    bool outwards = true, inwards = true;
};

struct Lane {
    int id = 0;  // left of the reference line positive, right negative, 0 the line itself
    LaneType type = LaneType::none;
    bool level = false;  // stays flat where the road leans
    Profile widths{};    // or, where these are none, borders; s_m from its section on
    Profile borders{};   // t of its outer edge
    Profile heights{};   // of inner edges above the road: a kerb
    std::vector<int> predecessors{}, successors{};
    std::vector<SpeedRecord> speeds{};
    std::vector<Marking> markings{};
    std::uint32_t line = 0;
};

struct LaneSection {
    double s_m = 0;
    double length_m = 0;
    std::vector<Lane> lanes{};  // from left to right: by falling id, 0 among them
    std::uint32_t line = 0;

    const Lane* lane(int id) const;
};

enum class End : std::uint8_t { start, end };
enum class Side : std::uint8_t { both, along, against };  // of travel: with s, against it

/// What a road leads to at one of its ends.
struct RoadLink {
    bool to_junction = false;
    std::string id{};
    End contact = End::start;  // of the other road
};

struct Validity {
    int from = 0, to = 0;  // lanes
};

struct Signal {
    std::string id{}, name{}, type{}, subtype{}, country{};
    double s_m = 0, t_m = 0, z_m = 0;
    std::optional<double> value{};
    bool dynamic = false;
    Side side = Side::both;
    std::vector<Validity> validity{};  // none: all lanes
    bool reference = false;            // a <signalReference>: `id` is that of a signal of any road
    std::uint32_t line = 0;
};

struct Outline {
    std::vector<geo::Vec3> corners{};  // in the frame that `local` tells
    double height_m = 0;               // the greatest of its corners
    bool local = false;                // u, v, z of the object; else s, t, dz of the road
    bool closed = true;
};

struct Object {
    std::string id{}, name{}, type{}, subtype{};
    double s_m = 0, t_m = 0, z_m = 0, heading_rad = 0;
    double length_m = 0, width_m = 0, radius_m = 0, height_m = 0;
    Side side = Side::both;
    std::vector<Validity> validity{};
    std::vector<Outline> outlines{};
    std::string signal{};  // <userData code="signal" value="...">: who lets people across
    std::uint32_t line = 0;
};

struct Road {
    std::string id{}, name{};
    std::string junction{};  // that it leads through; empty: none
    double length_m = 0;
    bool left_hand_traffic = false;
    std::optional<RoadLink> predecessor{}, successor{};
    std::vector<Geometry> plan{};
    Profile elevation{}, superelevation{}, lane_offset{};
    std::vector<Shape> shapes{};
    std::vector<SpeedRecord> types{};
    std::vector<LaneSection> sections{};
    std::vector<Signal> signals{};
    std::vector<Object> objects{};
    std::uint32_t line = 0;

    /// Whether one drives along s on the lane.
    bool along(int lane_id) const { return (lane_id < 0) != left_hand_traffic; }
    /// Of the section that holds at s; the later one where two meet.
    std::size_t section_at(double s_m) const;
};

}  // namespace synchrono::roadmap
