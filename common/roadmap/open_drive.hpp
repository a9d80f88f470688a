/// Reads OpenDRIVE 1.4 to 1.7. It checks everything that later steps depend on: the file is refused if
/// something is broken, with the line of each problem, and remarks name each kind of element that is not
/// used. The text may come from anywhere: its size is limited, and no input crashes or hangs the reader.
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
    std::string id{}, incoming{}, connecting{};  // ids of roads
    End contact = End::start;                    // the connecting road's end at the incoming one
    std::vector<LaneLink> links{};
    std::uint32_t line = 0;
};

/// The road that goes first, `high`, and the one that gives way to it, `low`.
struct Priority {
    std::string high{}, low{};
};

struct Junction {
    std::string id{}, name{};
    bool direct = false;  // its connections lead straight to a road outside the junction
    std::vector<Connection> connections{};
    std::vector<Priority> priorities{};
    std::vector<std::string> controllers{};  // ids; the n-th controls signal group n
    std::uint32_t line = 0;
};

/// Signals that always show the same.
struct Controller {
    std::string id{}, name{};
    std::vector<std::string> signals{};
};

struct OpenDrive {
    std::string name{};     // name of the text
    std::string version{};  // "1.7"
    /// The place on the earth of the file's (0, 0, 0), which is also the origin of the world frame.
    std::optional<geo::Geodetic> origin{};
    std::vector<Road> roads{};
    std::vector<Junction> junctions{};
    std::vector<Controller> controllers{};
    std::vector<std::string> remarks{};  // what was not used, such as "map.xodr:12: <railroad> is not used"
};

/// Reads a map; messages call the text `name`. The error lists up to twenty problems, one per line:
/// "name:line: ...".
Result<OpenDrive> read_open_drive(std::string_view text, const std::string& name);

/// Returns the place on the earth of the file's (0, 0, 0), whose projected coordinates are `offset`. The
/// projection is text in PROJ's format: transverse Mercator, Mercator, UTM, or any that has lat_0 and
/// lon_0. Returns nothing if the text gives no place.
std::optional<geo::Geodetic> origin_of(std::string_view projection, geo::Vec3 offset);

}  // namespace synchrono::roadmap
