// The form of pedestrians: their line, and the signals that they wait for.
#include <algorithm>
#include <cmath>

#include "common/config/internal/element_form.hpp"
#include "common/config/internal/radio_parts.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::config {

namespace {

using radio_parts::kCoordinate;
using Repeat = PedestrianElement::Repeat;
constexpr Words<Repeat, 3> kRepeats{{{"none", Repeat::none}, {"back", Repeat::back}, {"loop", Repeat::loop}}};

constexpr double kShortest_m = 1e-3;  // least distance between successive points: sets a direction
constexpr std::size_t kPointsMax = 10'000;

double gap(const GroundPoint& a, const GroundPoint& b) { return std::hypot(b[0] - a[0], b[1] - a[1]); }

void check_group(const JsonNode& node, SignalGroupId group, const AgentSpec& signals,
                 const ElementContext& context) {
    const std::string& name = signals_in(signals)->intersection;
    if (name.empty()) return;  // an error was added already
    const auto& known = context.intersections.at(name).signals;
    if (known && std::find(known->groups.begin(), known->groups.end(), group) == known->groups.end())
        node.problem(fmt::format("'{}' has no signal group {}", name, group));
}

/// Returns the signals that the node names; null, with a problem, if no signals have that name.
const AgentSpec* signals_named(const JsonNode& node, const ElementContext& context) {
    std::string name;
    if (!node.read(name)) return nullptr;
    const auto found = context.names.find(name);
    const AgentSpec* signals = found ? &context.agents[found->value] : nullptr;
    if (signals != nullptr && signals_in(*signals) != nullptr) return signals;
    node.problem(fmt::format("no signals '{}' in \"elements\"", name));
    return nullptr;
}

/// Places the pedestrian at the beginning of its line. Adds a problem if a loop ends where it begins.
void start(const JsonNode& node, const PedestrianElement& walker, AgentSpec& agent) {
    if (walker.repeat == Repeat::loop && gap(walker.points.front(), walker.points.back()) < kShortest_m)
        node.problem_at("points",
                        "expected the last point at another place than the first: the line is a loop");
    const GroundPoint &from = walker.points[0], &to = walker.points[1];
    agent.position = {from[0], from[1], walker.ground_m};
    agent.yaw_deg = std::atan2(to[1] - from[1], to[0] - from[0]) * geo::kDeg;
}

}  // namespace

template <typename Form>
static void describe(Form& form, PedestrianElement::Wait& wait, PedestrianElement& walker,
                     const ElementContext& context) {
    if (const auto at = form.whole("at", wait.at, 0, kPointsMax - 1)) {
        if (wait.at >= walker.points.size()) at->problem("the line has no point with this number");
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

/// Reads the waits. Is called after the whole list of elements has been read, because the signals may come
/// later in the list than the pedestrian.
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
static void describe_part(Form& form, PedestrianElement& walker, ElementEntry& entry,
                          const ElementContext& context) {
    const auto points = form.points("points", walker.points, kCoordinate, {2, kPointsMax}, "points");
    for (std::size_t i = 1; points && i < walker.points.size(); ++i) {
        if (gap(walker.points[i - 1], walker.points[i]) < kShortest_m)
            points->element(static_cast<Json::ArrayIndex>(i))
                .problem("expected a place other than that of the point before");
    }
    form.number("ground_m", walker.ground_m, kCoordinate, Need::optional);
    form.number("speed_m_s", walker.speed_m_s, {0.1, 15}, Need::optional);
    form.number("height_m", walker.height_m, {0.3, 3}, Need::optional);
    form.choice("repeat", walker.repeat, kRepeats, Need::optional);
    form.own(
        "wait",
        [&](const JsonNode& node) {
            entry.later = [node](AgentSpec& agent, const ElementContext& all) {
                read_waits(node, agent, all);
            };
        },
        [&] { return std::optional(waits_to_json(walker, context)); });
    if constexpr (Form::kReads) {
        if (points) start(form.node(), walker, entry.agent);
    }
}

ElementForm pedestrian_form() { return element_form(PedestrianElement{}); }

}  // namespace synchrono::config
