// Reading and writing the elements of a scenario.
#include "common/config/internal/element_json.hpp"

#include <cmath>

#include "common/base/limits.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

namespace {

using namespace radio_parts;

enum class Kind { signals, pedestrian, cone, ball, building, box };
constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"signals", Kind::signals}, {"pedestrian", Kind::pedestrian}, {"cone", Kind::cone},
    {"ball", Kind::ball},       {"building", Kind::building},     {"box", Kind::box}};
using Repeat = PedestrianElement::Repeat;
constexpr std::pair<std::string_view, Repeat> kRepeats[] = {
    {"none", Repeat::none}, {"back", Repeat::back}, {"loop", Repeat::loop}};

constexpr double kShortest_m = 1e-3;  // between two points of a line; shorter ones have no direction
constexpr std::size_t kPointsMax = 10'000;

double gap(const GroundPoint& a, const GroundPoint& b) { return std::hypot(b[0] - a[0], b[1] - a[1]); }

/// One use.
class ElementReader {
  public:
    explicit ElementReader(const ElementContext& context) : context_(context) {}

    void read(const JsonNode& node) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) read_entry(node.element(i));
        for (const auto& [wait, agent] : waits_) read_waits(wait, context_.agents[agent]);
    }

  private:
    void read_entry(const JsonNode& node) {
        JsonObject object(node);
        if (!node.value().isObject()) return;
        std::string name;
        const auto name_node = object.find("name", Need::required);
        const bool named = name_node && name_node->read_name(name);
        Kind kind{};
        const auto kind_node = object.find("kind", Need::required);
        if (!kind_node || !read_word(*kind_node, kKinds, kind)) return;  // the other keys are its
        if (named && (context_.names.contains(name) || !names_.insert(name).second)) {
            name_node->problem(fmt::format("there is another '{}' already", name));
        }
        if (kind == Kind::building || kind == Kind::box) {
            StaticElement element{.name = name, .what = {}};
            if (kind == Kind::building) {
                element.what = read_building(object);
            } else {
                element.what = read_box(object);
            }
            context_.statics.push_back(std::move(element));
        } else {
            read_agent(object, kind, name);
        }
        object.finish();
    }

    void read_agent(JsonObject& object, Kind kind, const std::string& name) {
        const std::size_t index = context_.agents.size();
        if (index == limits::kAgentsMax) {
            object.node().problem(fmt::format("expected at most {} agents in all", limits::kAgentsMax));
            return;
        }
        AgentSpec agent;
        agent.id = AgentId{static_cast<std::uint32_t>(index)};
        agent.name = name;
        agent.engine = kWorldEngine;
        agent.radio = false;
        context_.read_flow(object, agent);
        switch (kind) {
            case Kind::signals:
                agent.element = read_signals(object, agent);
                break;
            case Kind::pedestrian:
                agent.element = read_pedestrian(object, agent);
                break;
            default:
                agent.element = read_body(object, kind, agent);
        }
        context_.agents.push_back(std::move(agent));
        if (!name.empty()) context_.names.emplace(name, AgentId{static_cast<std::uint32_t>(index)});
    }

    SignalsElement read_signals(JsonObject& object, AgentSpec& agent) {
        SignalsElement signals;
        const auto place = object.find("intersection", Need::required);
        if (std::string text; place && place->read(text))
            signals.intersection = context_.intersections.named(*place, text);
        if (signals.intersection.empty()) return signals;
        const Intersection& intersection = context_.intersections.at(signals.intersection);
        agent.position = intersection.position;
        if (!intersection.signals) {
            place->problem(fmt::format("intersection '{}' has no signals", signals.intersection));
        } else if (const AgentSpec* other = signals_of(signals.intersection, context_.agents)) {
            place->problem(
                fmt::format("the signals of '{}' are '{}' already", signals.intersection, other->name));
        }
        return signals;
    }

    PedestrianElement read_pedestrian(JsonObject& object, AgentSpec& agent) {
        PedestrianElement walker;
        if (auto node = object.find("points", Need::required)) read_points(*node, walker.points);
        if (auto node = object.find("ground_m"))
            node->read_number({-kCoordinateMax, kCoordinateMax}, walker.ground_m);
        if (auto node = object.find("speed_m_s")) node->read_number({0.1, 15}, walker.speed_m_s);
        if (auto node = object.find("height_m")) node->read_number({0.3, 3}, walker.height_m);
        if (auto node = object.find("repeat")) read_word(*node, kRepeats, walker.repeat);
        if (auto node = object.find("wait")) waits_.emplace_back(*node, context_.agents.size());
        if (walker.points.size() < 2) return walker;
        if (walker.repeat == Repeat::loop && gap(walker.points.front(), walker.points.back()) < kShortest_m)
            object.node().problem_at("points",
                                     "expected the last point apart from the first, as it is a loop");
        const GroundPoint &from = walker.points[0], &to = walker.points[1];
        agent.position = {from[0], from[1], walker.ground_m};
        agent.yaw_deg = std::atan2(to[1] - from[1], to[0] - from[0]) * (180 / std::numbers::pi);
        return walker;
    }

    static void read_points(const JsonNode& node, std::vector<GroundPoint>& points) {
        if (!node.is_array()) return;
        if (node.value().size() < 2 || node.value().size() > kPointsMax) {
            node.problem(fmt::format("expected 2 to {} points", kPointsMax));
            return;
        }
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            GroundPoint point{};
            if (!node.element(i).read_numbers({-kCoordinateMax, kCoordinateMax}, point.data(), 2)) continue;
            if (!points.empty() && gap(points.back(), point) < kShortest_m)
                node.element(i).problem("expected another place than the point before");
            points.push_back(point);
        }
    }

    /// Signals may stand anywhere in the list, so this comes after it.
    void read_waits(const JsonNode& node, AgentSpec& agent) const {
        auto& walker = std::get<PedestrianElement>(*agent.element);
        const bool several = node.value().isArray();
        for (Json::ArrayIndex i = 0; i < (several ? node.value().size() : 1); ++i) {
            const JsonNode one = several ? node.element(i) : node;
            JsonObject object(one);
            PedestrianElement::Wait wait;
            std::uint64_t at = 0, group = 0;
            const auto at_node = object.find("at", Need::required);
            if (at_node && at_node->read_whole(0, kPointsMax - 1, at)) {
                wait.at = at;
                if (at >= walker.points.size()) at_node->problem("there are not so many points");
                if (!walker.waits.empty() && at <= walker.waits.back().at)
                    at_node->problem("expected a later point than the wait before");
            }
            const AgentSpec* signals = nullptr;
            if (auto value = object.find("signals", Need::required)) {
                if (std::string name; value->read(name)) {
                    const auto found = context_.names.find(name);
                    if (found != context_.names.end()) signals = &context_.agents[found->second.value];
                    if (signals == nullptr || !signals->element ||
                        !std::holds_alternative<SignalsElement>(*signals->element)) {
                        signals = nullptr;
                        value->problem(fmt::format("no signals '{}' in \"elements\"", name));
                    }
                }
            }
            const auto group_node = object.find("group", Need::required);
            const bool has_group = group_node && group_node->read_whole(1, 254, group);
            if (signals != nullptr) wait.signals = signals->id;
            if (has_group) wait.group = static_cast<SignalGroupId>(group);
            if (has_group && signals != nullptr) check_group(*group_node, wait.group, *signals);
            object.finish();
            walker.waits.push_back(wait);
        }
    }

    void check_group(const JsonNode& node, SignalGroupId group, const AgentSpec& signals) const {
        const std::string& name = std::get<SignalsElement>(*signals.element).intersection;
        if (name.empty()) return;  // told already
        const auto& known = context_.intersections.at(name).signals;
        if (known && std::find(known->groups.begin(), known->groups.end(), group) == known->groups.end())
            node.problem(fmt::format("'{}' has no signal group {}", name, group));
    }

    static BodyElement read_body(JsonObject& object, Kind kind, AgentSpec& agent) {
        BodyElement body = kind == Kind::cone ? BodyElement::cone() : BodyElement::ball();
        const auto number = [&](const char* key, Range range, double& value) {
            if (auto node = object.find(key)) node->read_number(range, value);
        };
        if (auto node = object.find("position", Need::required)) read_position(*node, agent.position);
        number("yaw_deg", {-360, 360}, agent.yaw_deg);
        number("speed_m_s", {0, 50}, agent.speed_m_s);
        number("diameter_m", {0.05, 10}, body.diameter_m);
        if (kind == Kind::cone) {
            number("height_m", {0.05, 10}, body.height_m);
        } else {
            body.height_m = body.diameter_m;
        }
        number("mass_kg", {0.01, 10'000}, body.mass_kg);
        number("friction", {0, 2}, body.friction);
        number("restitution", {0, 1}, body.restitution);
        return body;
    }

    static BuildingElement read_building(JsonObject& object) {
        BuildingElement building;
        if (auto node = object.find("footprint", Need::required)) read_footprint(*node, building.walls);
        const auto number = [&](const char* key, Range range, double& value, Need need = Need::optional) {
            if (auto node = object.find(key, need)) node->read_number(range, value);
        };
        number("height_m", {0, 1'000, true}, building.height_m, Need::required);
        number("ground_m", {-kCoordinateMax, kCoordinateMax}, building.ground_m);
        number("wall_loss_db", {0, 200}, building.walls.wall_loss_db);
        number("inside_loss_db_m", {0, 200}, building.walls.inside_loss_db_m);
        return building;
    }

    static BoxElement read_box(JsonObject& object) {
        BoxElement box;
        std::array<double, 3> size{};
        if (auto node = object.find("position", Need::required)) read_position(*node, box.position);
        if (auto node = object.find("size_m", Need::required);
            node && node->read_numbers({0, 1'000, true}, size.data(), 3))
            box.size = {size[0], size[1], size[2]};
        if (auto node = object.find("yaw_deg")) node->read_number({-360, 360}, box.yaw_deg);
        return box;
    }

    const ElementContext& context_;
    std::unordered_set<std::string> names_;
    std::vector<std::pair<JsonNode, std::size_t>> waits_;  // of which agent
};

Json::Value array() { return Json::Value(Json::arrayValue); }

Json::Value points_to_json(const std::vector<std::array<double, 2>>& points) {
    Json::Value json = array();
    for (const auto& [x, y] : points) {
        Json::Value& point = json.append(array());
        point.append(x);
        point.append(y);
    }
    return json;
}

void pedestrian_to_json(const Scenario& scenario, const PedestrianElement& walker, Json::Value& json) {
    json["points"] = points_to_json(walker.points);
    json["ground_m"] = walker.ground_m;
    json["speed_m_s"] = walker.speed_m_s;
    json["height_m"] = walker.height_m;
    json["repeat"] = word_for(kRepeats, walker.repeat);
    json["wait"] = array();
    for (const PedestrianElement::Wait& wait : walker.waits) {
        Json::Value& one = json["wait"].append(Json::Value(Json::objectValue));
        one["at"] = Json::Value(Json::UInt64{wait.at});
        one["signals"] = scenario.agents.at(wait.signals.value).name;
        one["group"] = wait.group;
    }
}

void body_to_json(const AgentSpec& agent, const BodyElement& body, Json::Value& json) {
    json["position"] = position_to_json(agent.position);
    json["yaw_deg"] = agent.yaw_deg;
    json["speed_m_s"] = agent.speed_m_s;
    json["diameter_m"] = body.diameter_m;
    if (body.shape == BodyElement::Shape::cone) json["height_m"] = body.height_m;
    json["mass_kg"] = body.mass_kg;
    json["friction"] = body.friction;
    json["restitution"] = body.restitution;
}

Json::Value agent_to_json(const Scenario& scenario, const AgentSpec& agent) {
    Json::Value json(Json::objectValue);
    json["name"] = agent.name;
    json["kind"] = std::string(kind_of(*agent.element));
    json["enter_s"] = static_cast<double>(agent.enter.count_ns()) / 1e9;
    json["period_ms"] = static_cast<double>(agent.period.count_ns()) / 1e6;
    if (const auto* signals = std::get_if<SignalsElement>(&*agent.element)) {
        json["intersection"] = signals->intersection;
    } else if (const auto* walker = std::get_if<PedestrianElement>(&*agent.element)) {
        pedestrian_to_json(scenario, *walker, json);
    } else {
        body_to_json(agent, std::get<BodyElement>(*agent.element), json);
    }
    return json;
}

Json::Value static_to_json(const StaticElement& element) {
    Json::Value json(Json::objectValue);
    json["name"] = element.name;
    if (const auto* building = std::get_if<BuildingElement>(&element.what)) {
        json["kind"] = "building";
        json["footprint"] = points_to_json(building->walls.footprint);
        json["ground_m"] = building->ground_m;
        json["height_m"] = building->height_m;
        json["wall_loss_db"] = building->walls.wall_loss_db;
        json["inside_loss_db_m"] = building->walls.inside_loss_db_m;
        return json;
    }
    const auto& box = std::get<BoxElement>(element.what);
    json["kind"] = "box";
    json["position"] = position_to_json(box.position);
    json["size_m"] = position_to_json(box.size);
    json["yaw_deg"] = box.yaw_deg;
    return json;
}

}  // namespace

void read_elements(const JsonNode& node, const ElementContext& context) { ElementReader(context).read(node); }

Json::Value elements_to_json(const Scenario& scenario) {
    Json::Value json = array();
    for (const AgentSpec& agent : scenario.agents) {
        if (agent.element) json.append(agent_to_json(scenario, agent));
    }
    for (const StaticElement& element : scenario.statics) json.append(static_to_json(element));
    return json;
}

}  // namespace synchrono::config
