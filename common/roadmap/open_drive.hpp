/// Reads OpenDRIVE 1.4 to 1.7. The reader checks what later steps depend on. It refuses a
/// broken file and names the lines of up to twenty problems; remarks name elements that are not used. The
/// text may come from anywhere: its size is limited, and no input may crash or hang the reader.
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
    int from = 0, to = 0;  // lane ids, on the incoming and on the connecting road
};

struct Connection {
    std::string id{}, incoming{}, connecting{};  // the last two are ids of roads
    End contact = End::start;                    // of the connecting road, where it meets the incoming road
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

/// Signals that always show the same state; `signals` has their ids.
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

/// Reads a map; errors and remarks call the text `name`. The error lists up to twenty problems, one per line:
/// "name:line: ...".
Result<OpenDrive> read_open_drive(std::string_view text, const std::string& name);

/// Returns the place on the earth of the file's (0, 0, 0), whose projected coordinates are `offset`. The
/// projection is text in PROJ's format: transverse Mercator, Mercator, UTM, or any that has lat_0 and
/// lon_0. Returns nothing if the text gives no place.
std::optional<geo::Geodetic> origin_of(std::string_view projection, geo::Vec3 offset);

}  // namespace synchrono::roadmap
