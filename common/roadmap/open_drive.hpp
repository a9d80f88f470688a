/// Reads OpenDRIVE 1.4 to 1.7. Everything that the rest leans on is checked: what is broken is refused with
/// its line, what is not used is told once for each kind. The text may come from anywhere: it is bounded, and
/// no input crashes or hangs the reader.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"
#include "common/geo/geodetic.hpp"
#include "common/roadmap/road.hpp"

namespace synchrono::roadmap {

struct LaneLink {
    int from = 0, to = 0;
};

struct Connection {
    std::string id{}, incoming{}, connecting{};  // roads
    End contact = End::start;                    // of the connecting road
    std::vector<LaneLink> links{};
    std::uint32_t line = 0;
};

/// Who goes first of two connecting roads.
struct Priority {
    std::string high{}, low{};
};

struct Junction {
    std::string id{}, name{};
    bool direct = false;  // its connections lead straight into a road that is none of its own
    std::vector<Connection> connections{};
    std::vector<Priority> priorities{};
    std::vector<std::string> controllers{};  // ids in the order of the list: signal groups 1, 2, ...
    std::uint32_t line = 0;
};

/// Signals that show the same.
struct Controller {
    std::string id{}, name{};
    std::vector<std::string> signals{};
};

struct OpenDrive {
    std::string name{};                     // of the text
    std::string version{};                  // "1.7"
    std::optional<geo::Geodetic> origin{};  // of the world frame, whose x and y are the file's
    std::vector<Road> roads{};
    std::vector<Junction> junctions{};
    std::vector<Controller> controllers{};
    std::vector<std::string> remarks{};  // what was not used: "map.xodr:12: <railroad> is not used"
};

/// `name` is what messages call the text. The error lists up to twenty problems, one a line: "name:line:
/// ...".
Result<OpenDrive> read_open_drive(std::string_view text, const std::string& name);

/// The x, y, z of the file's (0, 0, 0) on the earth, from a projection in PROJ's words: a transverse
/// Mercator, Mercator or UTM, or any that has lat_0 and lon_0. None where the words say no place.
std::optional<geo::Geodetic> origin_of(std::string_view projection, geo::Vec3 offset);

}  // namespace synchrono::roadmap
