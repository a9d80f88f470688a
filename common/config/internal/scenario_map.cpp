#include "common/config/internal/scenario_map.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "common/config/internal/data_file.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::config {

namespace {

constexpr double kLengthMax_m = 1e7, kLaneMax = 1000;

/// Reads the object with the map's whole text, as a resolved scenario has it.
std::optional<MapText> read_whole(const JsonNode& node) {
    MapText map;
    JsonObject object(node);
    const auto name = object.find("name", Need::required), text = object.find("open_drive", Need::required);
    object.finish();
    const bool named = name && name->read_name(map.name);
    if (!text) return std::nullopt;
    if (!text->value().isString()) {
        text->problem("expected a string");
        return std::nullopt;
    }
    map.open_drive = text->value().asString();  // not by read(), since it has line breaks
    return named ? std::optional(std::move(map)) : std::nullopt;
}

std::optional<MapText> find_map(const JsonNode& node) {
    std::string text;
    if (!node.read(text)) return std::nullopt;
    const auto file = find_data_file(node, text, {.kind = "map", .folder = "maps", .file = kMapFile});
    if (!file) return std::nullopt;
    auto map = load_map_text(*file);
    if (map) return std::move(*map);
    node.problem(map.error().text);
    return std::nullopt;
}

std::string lanes_of(const roadmap::LaneSection& section) {
    std::string all;
    for (const roadmap::Lane& lane : section.lanes) {
        if (lane.id != 0) all += fmt::format("{}{}", all.empty() ? "" : ", ", lane.id);
    }
    return all;
}

bool read_lane(const JsonNode& node, double& lane) {
    constexpr double kAny = std::numeric_limits<double>::max();
    if (!node.read_number({-kAny, kAny}, lane)) return false;
    return (std::abs(lane) <= kLaneMax && lane == std::round(lane)) ||
           node.problem(fmt::format("expected a whole number from -{0} to {0}", kLaneMax));
}

template <typename Form>
void describe_origin(Form& form, geo::Geodetic& origin) {
    form.number("latitude_deg", origin.latitude_deg, {-89, 89});
    form.number("longitude_deg", origin.longitude_deg, {-180, 180});
    form.number("elevation_m", origin.elevation_m, {-400, 6'100}, Need::optional);  // the range of J2735
}

}  // namespace

std::optional<roadmap::RoadMap> read_map(const JsonNode& node, std::optional<MapText>& text) {
    auto map = node.value().isObject() ? read_whole(node) : find_map(node);
    if (!map) return std::nullopt;
    auto roads = road_map_of(*map);
    if (!roads) {
        node.problem(fmt::format("map '{}' has problems:\n{}", map->name, roads.error().text));
        return std::nullopt;
    }
    text = std::move(map);
    return std::move(*roads);
}

Json::Value map_to_json(const MapText& map) {
    Json::Value json(Json::objectValue);
    json["name"] = map.name;
    json["open_drive"] = map.open_drive;
    return json;
}

void describe(FormReader& form, geo::Geodetic& origin) { describe_origin(form, origin); }
void describe(FormWriter& form, geo::Geodetic& origin) { describe_origin(form, origin); }

bool place_on_road(const RoadPlace& place, const roadmap::RoadMap* map, std::span<AgentSpec> agents,
                   const std::function<double(const AgentSpec&)>& jitter_m) {
    std::string id;
    double lane = 0, s_m = 0, spacing_m = 0;
    // Checks each key by itself first, so that all problems are found.
    bool good = place.road && place.road->read(id);
    good = place.lane && read_lane(*place.lane, lane) && good;
    good = place.s_m && place.s_m->read_number({0, kLengthMax_m}, s_m) && good;
    if (!place.road || !place.lane || !place.s_m) return false;
    if (place.spacing_m) {
        good = place.spacing_m->read_number({0, kLengthMax_m, true}, spacing_m) && good;
    } else if (agents.size() > 1) {
        good = place.road->problem("expected \"spacing_m\" too, as there are several agents");
    }
    if (map == nullptr) good = place.road->problem(kNoMap);
    if (!good || agents.empty()) return true;
    const roadmap::Road* road = map->road(id);
    if (road == nullptr) {
        place.road->problem(fmt::format("no road '{}' in the map", id));
        return true;
    }
    const double last_m = s_m + spacing_m * static_cast<double>(agents.size() - 1);
    if (last_m > road->length_m) {
        place.s_m->problem(
            agents.size() == 1
                ? fmt::format("road '{}' is {:.2f} m long", id, road->length_m)
                : fmt::format("road '{}' is {:.2f} m long; the last agent would be at {:.2f} m", id,
                              road->length_m, last_m));
        return true;
    }
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const double at_m =
            std::clamp(s_m + spacing_m * static_cast<double>(i) + jitter_m(agents[i]), 0.0, road->length_m);
        const roadmap::LaneSection& section = road->sections[road->section_at(at_m)];
        if (lane == 0 || section.lane(static_cast<int>(lane)) == nullptr) {
            place.lane->problem(
                fmt::format("road '{}' has no such lane at {:.2f} m, only {}", id, at_m, lanes_of(section)));
            return true;
        }
        const roadmap::LanePoint middle = roadmap::lane_middle(*road, section, static_cast<int>(lane), at_m);
        agents[i].position = middle.position;
        agents[i].yaw_deg = std::remainder(middle.yaw_rad * geo::kDeg, 360.0);
    }
    return true;
}

}  // namespace synchrono::config
