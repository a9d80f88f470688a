// The form of an intersection file, and the values that are filled in for keys that are left out.
#include "common/config/internal/intersection_json.hpp"

#include "common/config/internal/form.hpp"

namespace synchrono::config {

namespace {

constexpr Range kCoordinate{-1e7, 1e7}, kWidth_m{0, 100, true}, kSpeed_m_s{0, 150, true};
constexpr Range kTime_s{0, 3600}, kTimeAbove_s{0, 3600, true};
constexpr Range kGreen_s{1, 3600};  // with shorter greens, the controller would only switch phases

constexpr Count kLanes{1, 255}, kPoints{2, 63}, kCorners{3, 63}, kConnections{0, 16}, kGroups{0, 255};
constexpr Count kPhases{1, 16};

constexpr QuotedWords<LaneUse, 8> kUses{{{{"vehicle", LaneUse::vehicle},
                                          {"crosswalk", LaneUse::crosswalk},
                                          {"bike", LaneUse::bike},
                                          {"sidewalk", LaneUse::sidewalk},
                                          {"median", LaneUse::median},
                                          {"striping", LaneUse::striping},
                                          {"tracked", LaneUse::tracked},
                                          {"parking", LaneUse::parking}}}};
constexpr QuotedWords<LaneDirection, 3> kDirections{{{{"ingress", LaneDirection::ingress},
                                                      {"egress", LaneDirection::egress},
                                                      {"both", LaneDirection::both}}}};
constexpr QuotedWords<Manoeuvre, 4> kManoeuvres{{{{"straight", Manoeuvre::straight},
                                                  {"left", Manoeuvre::left},
                                                  {"right", Manoeuvre::right},
                                                  {"u_turn", Manoeuvre::u_turn}}}};
constexpr QuotedWords<Recall, 3> kRecalls{
    {{{"none", Recall::none}, {"min", Recall::min}, {"max", Recall::max}}}};

/// The pedestrian part of a phase, as an object of the file.
struct Pedestrian {
    PhaseSignals& signals;
};

void read_conflicts(const JsonNode& node, std::vector<std::array<SignalGroupId, 2>>& out) {
    constexpr Count kPairs{0, 10'000};
    if (!node.is_array()) return;
    if (!kPairs.has(node.value().size())) {
        node.problem(kPairs.expectation("pairs of signal groups"));
        return;
    }
    out.resize(node.value().size());
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
        const JsonNode pair = node.element(i);
        if (!pair.value().isArray() || pair.value().size() != 2) {
            pair.problem("expected a pair of signal groups");
            continue;
        }
        for (Json::ArrayIndex j = 0; j < 2; ++j) {
            std::uint64_t value = 0;
            if (pair.element(j).read_whole(1, 254, value)) out[i][j] = static_cast<SignalGroupId>(value);
        }
    }
}

}  // namespace

template <typename Form>
static void describe(Form& form, LaneConnection& connection) {
    form.whole("to", connection.to, 1, 255);
    form.choice("manoeuvre", connection.manoeuvre, kManoeuvres);
    form.whole("signal_group", connection.signal_group, 1, 254);
}

template <typename Form>
static void describe(Form& form, Lane& lane) {
    form.whole("id", lane.id, 1, 255);
    form.whole("approach", lane.approach, 1, 15);
    form.choice("direction", lane.direction, kDirections);
    form.choice("use", lane.use, kUses, Need::optional);
    form.number("width_m", lane.width_m, kWidth_m, Need::optional);
    form.number("speed_limit_m_s", lane.speed_limit_m_s, kSpeed_m_s);
    form.points("points", lane.points, kCoordinate, kPoints, "points [x, y]");
    form.objects("connections", lane.connections, kConnections, Need::optional);
}

template <typename Form>
static void describe(Form& form, Pedestrian& pedestrian) {
    form.wholes("groups", pedestrian.signals.pedestrian_groups, 1, 254, {1, 255}, "signal groups");
    form.time("walk_s", pedestrian.signals.walk, kTimeAbove_s);
    form.time("clearance_s", pedestrian.signals.pedestrian_clearance, kTime_s);
}

template <typename Form>
static void describe(Form& form, PhaseSignals& signals) {
    form.wholes("protected", signals.protected_groups, 1, 254, kGroups, "signal groups", Need::optional);
    form.wholes("permissive", signals.permissive_groups, 1, 254, kGroups, "signal groups", Need::optional);
    Pedestrian pedestrian{signals};
    if (form.has("pedestrian", !signals.pedestrian_groups.empty())) form.object("pedestrian", pedestrian);
    form.time("yellow_s", signals.yellow, kTime_s);
    form.time("all_red_s", signals.all_red, kTime_s);
}

template <typename Form>
static void describe(Form& form, FixedPhase& phase) {
    form.time("green_s", phase.green, kTimeAbove_s);
    describe(form, phase.signals);
}

template <typename Form>
static void describe(Form& form, FixedProgramme& programme) {
    form.time("cycle_s", programme.cycle, kTimeAbove_s);
    form.time("offset_s", programme.offset, kTime_s, Need::optional);
    form.objects("phases", programme.phases, kPhases);
}

template <typename Form>
static void describe(Form& form, Detector& detector) {
    // A detector has either "points" or "lane"; an object with "points" counts as a polygon, so its "lane" is
    // an unknown key.
    if (form.has("points", !detector.points.empty())) {
        form.points("points", detector.points, kCoordinate, kCorners, "points [x, y]");
        return;
    }
    form.whole("lane", detector.lane, 1, 255);
    form.number("from_m", detector.from_m, {0, 1e4}, Need::optional);
    form.number("to_m", detector.to_m, {0, 1e4, true});
}

template <typename Form>
static void describe(Form& form, ActuatedPhase& phase) {
    form.whole("id", phase.id, 1, 16);
    form.whole("ring", phase.ring, 1, 2);
    form.whole("side", phase.side, 1, 4);
    describe(form, phase.signals);
    form.time("min_green_s", phase.min_green, kGreen_s);
    form.time("max_green_s", phase.max_green, kGreen_s);
    form.time("passage_s", phase.passage, kTime_s, Need::optional);
    form.choice("recall", phase.recall, kRecalls, Need::optional);
    form.flag("dual_entry", phase.dual_entry);
    form.flag("locks_calls", phase.locks_calls);
    form.objects("detectors", phase.detectors, {0, 16}, Need::optional);
}

template <typename Form>
static void describe(Form& form, ActuatedProgramme& programme) {
    form.objects("phases", programme.phases, kPhases);
}

template <typename Form>
static void describe(Form& form, Signals& signals) {
    form.wholes("groups", signals.groups, 1, 254, {1, 254}, "signal groups");
    form.own(
        "conflicts", [&](const JsonNode& node) { read_conflicts(node, signals.conflicts); },
        [&] {
            Json::Value all(Json::arrayValue);
            for (const auto& pair : signals.conflicts) all.append(FormWriter::array_of(pair));
            return std::optional(all);
        });
    form.either("fixed", "actuated", signals.programme);
}

template <typename Form>
static void describe(Form& form, Intersection& intersection) {
    form.given("$schema");  // for editors
    form.whole("id", intersection.id, 0, 65'535);
    form.whole("region", intersection.region, 0, 65'535);
    form.text("junction", intersection.junction);
    const bool derived = form.has("junction", false) && !form.has("lanes", true);
    form.position("position", intersection.position, kCoordinate, derived ? Need::optional : Need::required);
    form.number("lane_width_m", intersection.lane_width_m, kWidth_m);
    form.number("speed_limit_m_s", intersection.speed_limit_m_s, kSpeed_m_s);
    if (!derived) form.objects("lanes", intersection.lanes, kLanes);
    form.object("signals", intersection.signals);
}

bool needs_map(const JsonNode& node) {
    const Json::Value& object = node.value();
    return object.isObject() && object.isMember("junction") && !object.isMember("lanes");
}

Intersection read_intersection_object(const JsonNode& node, std::string name, const roadmap::RoadMap* map) {
    Intersection intersection;
    intersection.name = std::move(name);
    const std::size_t problems = node.diagnostics().count();
    FormReader::read(node, intersection);
    if (node.diagnostics().count() == problems && needs_map(node)) derive_lanes(node, map, intersection);
    for (Lane& lane : intersection.lanes) {
        if (lane.width_m == 0) lane.width_m = intersection.lane_width_m;
    }
    if (node.diagnostics().count() == problems) check_intersection(intersection, node);
    return intersection;
}

Json::Value intersection_to_json(const Intersection& intersection) {
    Intersection copy = intersection;
    return FormWriter::write(copy);
}

}  // namespace synchrono::config
