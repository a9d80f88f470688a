// What the elements of a scenario hold: their forms, and what must fit each other.
#include "common/config/internal/element_json.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "common/base/limits.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/radio_parts.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::config {

namespace {

using radio_parts::kCoordinate;

enum class Kind { signals, pedestrian, cone, ball, building, box };
constexpr Words<Kind, 6> kKinds{{{"signals", Kind::signals},
                                 {"pedestrian", Kind::pedestrian},
                                 {"cone", Kind::cone},
                                 {"ball", Kind::ball},
                                 {"building", Kind::building},
                                 {"box", Kind::box}}};
using Repeat = PedestrianElement::Repeat;
constexpr Words<Repeat, 3> kRepeats{{{"none", Repeat::none}, {"back", Repeat::back}, {"loop", Repeat::loop}}};

constexpr double kShortest_m = 1e-3;  // between two points of a line; shorter ones have no direction
constexpr std::size_t kPointsMax = 10'000;

double gap(const GroundPoint& a, const GroundPoint& b) { return std::hypot(b[0] - a[0], b[1] - a[1]); }

bool is_static(Kind kind) { return kind == Kind::building || kind == Kind::box; }

Kind kind_called(std::string_view word) {
    return std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.first == word; })
        ->second;
}

/// One of the list: an agent, or what stands still.
struct Entry {
    Kind kind{};
    bool is_known = false;  // whether the kind could be read
    AgentSpec agent;
    StaticElement still;
    std::optional<JsonNode> wait{};  // a pedestrian's, read when all signals are known
};

/// The whole list while it is read.
struct Reading {
    const ElementContext& all;
    std::unordered_set<std::string> names{};                // of elements
    std::vector<std::pair<JsonNode, std::size_t>> waits{};  // of which agent
};

void check_group(const JsonNode& node, SignalGroupId group, const AgentSpec& signals,
                 const ElementContext& context) {
    const std::string& name = std::get<SignalsElement>(*signals.element).intersection;
    if (name.empty()) return;  // told already
    const auto& known = context.intersections.at(name).signals;
    if (known && std::find(known->groups.begin(), known->groups.end(), group) == known->groups.end())
        node.problem(fmt::format("'{}' has no signal group {}", name, group));
}

/// Null, with a problem, if there are no such signals.
const AgentSpec* signals_named(const JsonNode& node, const ElementContext& context) {
    std::string name;
    if (!node.read(name)) return nullptr;
    const auto found = context.names.find(name);
    const AgentSpec* signals = found ? &context.agents[found->value] : nullptr;
    if (signals != nullptr && signals->element && std::holds_alternative<SignalsElement>(*signals->element))
        return signals;
    node.problem(fmt::format("no signals '{}' in \"elements\"", name));
    return nullptr;
}

void read_intersection_of(const JsonNode& node, SignalsElement& signals, AgentSpec& agent,
                          const ElementContext& context) {
    if (std::string text; node.read(text)) signals.intersection = context.intersections.named(node, text);
    if (signals.intersection.empty()) return;
    const Intersection& intersection = context.intersections.at(signals.intersection);
    agent.position = intersection.position;
    if (!intersection.signals) {
        node.problem(fmt::format("intersection '{}' has no signals", signals.intersection));
    } else if (const AgentSpec* other = signals_of(signals.intersection, context.agents)) {
        node.problem(fmt::format("the signals of '{}' are '{}' already", signals.intersection, other->name));
    }
}

/// Puts the pedestrian where the line begins.
void start(const JsonNode& node, const PedestrianElement& walker, AgentSpec& agent) {
    if (walker.repeat == Repeat::loop && gap(walker.points.front(), walker.points.back()) < kShortest_m)
        node.problem_at("points", "expected the last point apart from the first, as it is a loop");
    const GroundPoint &from = walker.points[0], &to = walker.points[1];
    agent.position = {from[0], from[1], walker.ground_m};
    agent.yaw_deg = std::atan2(to[1] - from[1], to[0] - from[0]) * geo::kDeg;
}

}  // namespace

template <typename Form>
static void describe(Form& form, PedestrianElement::Wait& wait, PedestrianElement& walker,
                     const ElementContext& context) {
    if (const auto at = form.whole("at", wait.at, 0, kPointsMax - 1)) {
        if (wait.at >= walker.points.size()) at->problem("there are not so many points");
        if (!walker.waits.empty() && wait.at <= walker.waits.back().at)
            at->problem("expected a later point than the wait before");
    }
    const AgentSpec* signals = nullptr;
    form.own(
        "signals", [&](const JsonNode& node) { signals = signals_named(node, context); },
        [&] { return std::optional(Json::Value(context.names.of(wait.signals))); }, Need::required);
    if (signals != nullptr) wait.signals = signals->id;
    if (const auto group = form.whole("group", wait.group, 1, 254); group && signals != nullptr)
        check_group(*group, wait.group, *signals, context);
}

/// Signals may stand anywhere in the list, so this comes after it.
static void read_waits(const JsonNode& node, AgentSpec& agent, const ElementContext& context) {
    auto& walker = std::get<PedestrianElement>(*agent.element);
    const bool several = node.value().isArray();
    for (Json::ArrayIndex i = 0; i < (several ? node.value().size() : 1); ++i) {
        PedestrianElement::Wait wait;
        FormReader::read(several ? node.element(i) : node, wait, walker, context);
        walker.waits.push_back(wait);
    }
}

static Json::Value waits_to_json(PedestrianElement& walker, const ElementContext& context) {
    Json::Value json(Json::arrayValue);
    for (PedestrianElement::Wait& wait : walker.waits) json.append(FormWriter::write(wait, walker, context));
    return json;
}

template <typename Form>
static void describe_part(Form& form, SignalsElement& signals, Entry& entry, const ElementContext& context) {
    form.own(
        "intersection",
        [&](const JsonNode& node) { read_intersection_of(node, signals, entry.agent, context); },
        [&] { return std::optional(Json::Value(signals.intersection)); }, Need::required);
}

template <typename Form>
static void describe_part(Form& form, PedestrianElement& walker, Entry& entry,
                          const ElementContext& context) {
    const auto points = form.points("points", walker.points, kCoordinate, {2, kPointsMax}, "points");
    for (std::size_t i = 1; points && i < walker.points.size(); ++i) {
        if (gap(walker.points[i - 1], walker.points[i]) < kShortest_m)
            points->element(static_cast<Json::ArrayIndex>(i))
                .problem("expected another place than the point before");
    }
    form.number("ground_m", walker.ground_m, kCoordinate, Need::optional);
    form.number("speed_m_s", walker.speed_m_s, {0.1, 15}, Need::optional);
    form.number("height_m", walker.height_m, {0.3, 3}, Need::optional);
    form.choice("repeat", walker.repeat, kRepeats, Need::optional);
    form.own(
        "wait", [&](const JsonNode& node) { entry.wait = node; },
        [&] { return std::optional(waits_to_json(walker, context)); });
    if constexpr (Form::kReads) {
        if (points) start(form.node(), walker, entry.agent);
    }
}

template <typename Form>
static void describe_part(Form& form, BodyElement& body, Entry& entry, const ElementContext&) {
    form.position("position", entry.agent.position, kCoordinate);
    form.number("yaw_deg", entry.agent.yaw_deg, {-360, 360}, Need::optional);
    form.number("speed_m_s", entry.agent.speed_m_s, {0, 50}, Need::optional);
    form.number("diameter_m", body.diameter_m, {0.05, 10}, Need::optional);
    if (body.shape == BodyElement::Shape::cone) {
        form.number("height_m", body.height_m, {0.05, 10}, Need::optional);
    } else {
        body.height_m = body.diameter_m;
    }
    form.number("mass_kg", body.mass_kg, {0.01, 10'000}, Need::optional);
    form.number("friction", body.friction, {0, 2}, Need::optional);
    form.number("restitution", body.restitution, {0, 1}, Need::optional);
}

template <typename Form>
static void describe_part(Form& form, BuildingElement& building) {
    describe(form, building.walls);
    form.number("height_m", building.height_m, {0, 1'000, true});
    form.number("ground_m", building.ground_m, kCoordinate, Need::optional);
}

template <typename Form>
static void describe_part(Form& form, BoxElement& box) {
    form.position("position", box.position, kCoordinate);
    form.position("size_m", box.size, {0, 1'000, true});
    form.number("yaw_deg", box.yaw_deg, {-360, 360}, Need::optional);
}

static Element new_element(Kind kind) {
    switch (kind) {
        case Kind::signals:
            return SignalsElement{};
        case Kind::pedestrian:
            return PedestrianElement{};
        case Kind::cone:
            return BodyElement::cone();
        default:
            return BodyElement::ball();
    }
}

template <typename Form>
static void describe(Form& form, Entry& entry, Reading& reading) {
    std::string& name = is_static(entry.kind) ? entry.still.name : entry.agent.name;
    const auto named = form.name("name", name);
    entry.is_known = form.kind("kind", entry.kind, kKinds);
    if (!entry.is_known) return;
    if (named && (reading.all.names.find(name) || !reading.names.insert(name).second))
        named->problem(fmt::format("there is another '{}' already", name));
    if (is_static(entry.kind)) {
        if constexpr (Form::kReads) {
            entry.still.name = std::move(entry.agent.name);
            if (entry.kind == Kind::box) entry.still.what = BoxElement{};
        }
        std::visit([&](auto& what) { describe_part(form, what); }, entry.still.what);
        return;
    }
    if (Form::kReads) entry.agent.element = new_element(entry.kind);
    describe_flow(form, entry.agent, reading.all.times);
    std::visit([&](auto& what) { describe_part(form, what, entry, reading.all); }, *entry.agent.element);
}

/// One of the list, which is added to the scenario.
static void read_entry(const JsonNode& node, Reading& reading) {
    const ElementContext& all = reading.all;
    const std::size_t index = all.agents.size();
    Entry entry;
    entry.agent.id = AgentId{static_cast<std::uint32_t>(index)};
    entry.agent.engine = kWorldEngine;
    entry.agent.radio = false;
    FormReader::read(node, entry, reading);
    if (!entry.is_known) return;
    if (is_static(entry.kind)) {
        all.statics.push_back(std::move(entry.still));
    } else if (index == limits::kAgentsMax) {
        node.problem(fmt::format("expected at most {} agents in all", limits::kAgentsMax));
    } else {
        if (entry.wait) reading.waits.emplace_back(*entry.wait, index);
        if (!entry.agent.name.empty()) all.names.add(entry.agent.name, entry.agent.id);
        all.agents.push_back(std::move(entry.agent));
    }
}

void read_elements(const JsonNode& node, const ElementContext& context) {
    if (!node.is_array()) return;
    Reading reading{context};
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) read_entry(node.element(i), reading);
    for (const auto& [wait, agent] : reading.waits) read_waits(wait, context.agents[agent], context);
}

Json::Value elements_to_json(const ElementContext& context) {
    Json::Value json(Json::arrayValue);
    Reading reading{context};
    for (const AgentSpec& agent : context.agents) {
        if (!agent.element) continue;
        Entry entry;
        entry.kind = kind_called(kind_of(*agent.element));
        entry.agent = agent;
        json.append(FormWriter::write(entry, reading));
    }
    for (const StaticElement& element : context.statics) {
        Entry entry;
        entry.kind = std::holds_alternative<BoxElement>(element.what) ? Kind::box : Kind::building;
        entry.still = element;
        json.append(FormWriter::write(entry, reading));
    }
    return json;
}

}  // namespace synchrono::config
