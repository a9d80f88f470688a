#include "common/config/internal/placement.hpp"

#include <fmt/format.h>

#include "common/base/random.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/measured_path.hpp"
#include "common/config/internal/scenario_map.hpp"

namespace synchrono::config {

namespace {

using Key = std::optional<JsonNode>;

/// The keys of a place. Some of them exclude others.
struct Place {
    Key path, start, spacing, position, yaw, jitter, road, lane, s;

    bool is_on_road() const { return road || lane || s; }
    bool is_road_alone() const { return road && lane && s && !path && !start && !position && !yaw; }
    bool is_path_alone() const { return path && !position && !yaw; }
    bool is_position_alone() const { return position && !path && !start && !spacing; }
};

void describe(FormReader& form, Place& place) {
    place = {.path = form.given("path"),
             .start = form.given("start_m"),
             .spacing = form.given("spacing_m"),
             .position = form.given("position"),
             .yaw = form.given("yaw_deg"),
             .jitter = form.given("jitter_m"),
             .road = form.given("road"),
             .lane = form.given("lane"),
             .s = form.given("s_m")};
}

/// Places the agents of one entry of the list; used once.
class Placer {
  public:
    Placer(const Scenario& scenario, const roadmap::RoadMap* map, std::span<AgentSpec> agents)
        : scenario_(scenario), map_(map), agents_(agents) {}

    void place(const JsonNode& node) {
        Place place;
        FormReader::read(node, place);
        if (!node.value().isObject()) return;
        if (place.jitter) place.jitter->read_number({0, 1'000}, jitter_m_);
        if (place.is_on_road()) {
            // Checks each key even if the keys together are not allowed, so that all problems are found.
            place_on_road({place.road, place.lane, place.s, place.spacing}, map_, agents_,
                          [this](const AgentSpec& agent) { return jitter_of(agent); });
            if (place.is_road_alone()) return;
        } else if (place.is_path_alone()) {
            return on_path(place);
        } else if (place.is_position_alone()) {
            return at_position(place);
        }
        node.problem(
            "expected the keys \"path\", \"start_m\", \"spacing_m\"; or \"position\", \"yaw_deg\"; or "
            "\"road\", \"lane\", \"s_m\", \"spacing_m\"");
    }

  private:
    Random luck_of(const AgentSpec& agent) const {
        return Random(scenario_.seed ^ 0x706c616365, agent.id.value);  // the number spells "place"
    }
    /// Returns an offset of at most `jitter_m`. The offset depends only on this agent's number and the seed.
    double jitter_of(const AgentSpec& agent) const { return luck_of(agent).uniform(-jitter_m_, jitter_m_); }

    void on_path(const Place& place) {
        double start = 0, spacing = 0;
        bool good = !place.start || place.start->read_number({0, kCoordinateMax}, start);
        const bool even = place.spacing && place.spacing->value() == "even";
        if (place.spacing && !even && !place.spacing->value().isNumeric()) {
            good = place.spacing->problem("expected a number or \"even\"");
        } else if (place.spacing && !even) {
            good = place.spacing->read_number({0, kCoordinateMax, true}, spacing) && good;
        } else if (!place.spacing && agents_.size() > 1) {
            good = place.path->problem("expected \"spacing_m\" too, as there are several agents");
        }
        const Path* path = path_named(*place.path, scenario_);
        if (!path || !good || agents_.empty()) return;
        const MeasuredPath measured(*path);
        if (even && !path->closed) {
            place.spacing->problem("expected a number, as the path is not closed");
            return;
        }
        if (even) spacing = measured.length() / static_cast<double>(agents_.size());
        const double last = start + spacing * static_cast<double>(agents_.size() - 1);
        if (last > measured.length()) {
            place.path->problem(fmt::format("the path is {:.2f} m long; the last agent would be at {:.2f} m",
                                            measured.length(), last));
            return;
        }
        for (std::size_t i = 0; i < agents_.size(); ++i)
            measured.place(start + spacing * static_cast<double>(i) + jitter_of(agents_[i]), agents_[i]);
    }

    void at_position(const Place& place) {
        std::array<double, 3> position{};
        double yaw_deg = 0;
        bool good = place.position->read_numbers({-kCoordinateMax, kCoordinateMax}, position.data(), 3);
        if (place.yaw) good = place.yaw->read_number({-360, 360}, yaw_deg) && good;
        if (agents_.size() > 1)
            good = place.position->problem("expected \"path\" instead, as there are several agents");
        if (!good || agents_.empty()) return;
        Random luck = luck_of(agents_[0]);
        const double dx = luck.uniform(-jitter_m_, jitter_m_), dy = luck.uniform(-jitter_m_, jitter_m_);
        agents_[0].position = {bounded(position[0] + dx), bounded(position[1] + dy), position[2]};
        agents_[0].yaw_deg = yaw_deg;
    }

    const Scenario& scenario_;
    const roadmap::RoadMap* map_;
    const std::span<AgentSpec> agents_;
    double jitter_m_ = 0;
};

}  // namespace

const Path* path_named(const JsonNode& node, const Scenario& scenario) {
    std::string name;
    if (!node.read(name)) return nullptr;
    const auto found = scenario.paths.find(name);
    if (found != scenario.paths.end()) return &found->second;
    node.problem(fmt::format("no path '{}' in \"paths\"", name));
    return nullptr;
}

void place_agents(const JsonNode& node, const Scenario& scenario, const roadmap::RoadMap* map,
                  std::span<AgentSpec> agents) {
    Placer(scenario, map, agents).place(node);
}

Json::Value place_to_json(const AgentSpec& agent) {
    Json::Value json(Json::objectValue);
    json["position"] = FormWriter::array_of(std::array{agent.position.x, agent.position.y, agent.position.z});
    json["yaw_deg"] = agent.yaw_deg;
    return json;
}

}  // namespace synchrono::config
