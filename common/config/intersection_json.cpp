// Reading and writing: what an intersection file holds is said once, by `describe`; a Reader takes it from a
// file, a Writer puts it back into one.
#include "common/config/internal/intersection_json.hpp"

#include <fmt/format.h>

namespace synchrono::config {

namespace {

constexpr Range kCoordinate{-1e7, 1e7}, kWidth_m{0, 100, true}, kSpeed_m_s{0, 150, true};
constexpr Range kTime_s{0, 3600}, kTimeAbove_s{0, 3600, true};
constexpr Range kGreen_s{1, 3600};  // shorter ones would keep the signals busy with nothing else

/// How many things a list may have.
struct Count {
    std::size_t low, high;
    bool has(std::size_t count) const { return count >= low && count <= high; }
};
constexpr Count kLanes{1, 255}, kPoints{2, 63}, kCorners{3, 63}, kConnections{0, 16}, kGroups{0, 255};
constexpr Count kPhases{1, 16};

template <typename Enum>
struct Word {
    const char* text;
    Enum value;
};
constexpr Word<LaneUse> kUses[] = {{"vehicle", LaneUse::vehicle}, {"crosswalk", LaneUse::crosswalk},
                                   {"bike", LaneUse::bike},       {"sidewalk", LaneUse::sidewalk},
                                   {"median", LaneUse::median},   {"striping", LaneUse::striping},
                                   {"tracked", LaneUse::tracked}, {"parking", LaneUse::parking}};
constexpr Word<LaneDirection> kDirections[] = {
    {"ingress", LaneDirection::ingress}, {"egress", LaneDirection::egress}, {"both", LaneDirection::both}};
constexpr Word<Manoeuvre> kManoeuvres[] = {{"straight", Manoeuvre::straight},
                                           {"left", Manoeuvre::left},
                                           {"right", Manoeuvre::right},
                                           {"u_turn", Manoeuvre::u_turn}};
constexpr Word<Recall> kRecalls[] = {{"none", Recall::none}, {"min", Recall::min}, {"max", Recall::max}};
const auto& words(LaneUse) { return kUses; }
const auto& words(LaneDirection) { return kDirections; }
const auto& words(Manoeuvre) { return kManoeuvres; }
const auto& words(Recall) { return kRecalls; }

template <typename Form>
void describe(Form& form, LaneConnection& connection) {
    form.whole("to", connection.to, 1, 255);
    form.word("manoeuvre", connection.manoeuvre);
    form.whole("signal_group", connection.signal_group, 1, 254);
}

template <typename Form>
void describe(Form& form, Lane& lane) {
    form.whole("id", lane.id, 1, 255);
    form.whole("approach", lane.approach, 1, 15);
    form.word("direction", lane.direction, Need::required);
    form.word("use", lane.use, Need::optional);
    form.number("width_m", lane.width_m, kWidth_m, Need::optional);
    form.number("speed_limit_m_s", lane.speed_limit_m_s, kSpeed_m_s);
    form.points("points", lane.points, kPoints, Need::required);
    form.objects("connections", lane.connections, kConnections, Need::optional);
}

/// The pedestrian part of a phase.
struct Pedestrian {
    PhaseSignals& signals;
};

template <typename Form>
void describe(Form& form, Pedestrian& pedestrian) {
    form.ids("groups", pedestrian.signals.pedestrian_groups, {1, 255}, Need::required);
    form.time("walk_s", pedestrian.signals.walk, kTimeAbove_s);
    form.time("clearance_s", pedestrian.signals.pedestrian_clearance, kTime_s);
}

template <typename Form>
void describe(Form& form, PhaseSignals& signals) {
    form.ids("protected", signals.protected_groups, kGroups, Need::optional);
    form.ids("permissive", signals.permissive_groups, kGroups, Need::optional);
    Pedestrian pedestrian{signals};
    if (form.has("pedestrian", !signals.pedestrian_groups.empty())) form.object("pedestrian", pedestrian);
    form.time("yellow_s", signals.yellow, kTime_s);
    form.time("all_red_s", signals.all_red, kTime_s);
}

template <typename Form>
void describe(Form& form, FixedPhase& phase) {
    form.time("green_s", phase.green, kTimeAbove_s);
    describe(form, phase.signals);
}

template <typename Form>
void describe(Form& form, FixedProgramme& programme) {
    form.time("cycle_s", programme.cycle, kTimeAbove_s);
    form.time("offset_s", programme.offset, kTime_s, Need::optional);
    form.objects("phases", programme.phases, kPhases, Need::required);
}

template <typename Form>
void describe(Form& form, Detector& detector) {
    // One of the two; which, check_intersection wants to know.
    if (form.has("points", !detector.points.empty())) {
        form.points("points", detector.points, kCorners, Need::required);
        return;
    }
    form.whole("lane", detector.lane, 1, 255);
    form.number("from_m", detector.from_m, {0, 1e4}, Need::optional);
    form.number("to_m", detector.to_m, {0, 1e4, true}, Need::required);
}

template <typename Form>
void describe(Form& form, ActuatedPhase& phase) {
    form.whole("id", phase.id, 1, 16);
    form.whole("ring", phase.ring, 1, 2);
    form.whole("side", phase.side, 1, 4);
    describe(form, phase.signals);
    form.time("min_green_s", phase.min_green, kGreen_s);
    form.time("max_green_s", phase.max_green, kGreen_s);
    form.time("passage_s", phase.passage, kTime_s, Need::optional);
    form.word("recall", phase.recall, Need::optional);
    form.flag("dual_entry", phase.dual_entry);
    form.flag("locks_calls", phase.locks_calls);
    form.objects("detectors", phase.detectors, {0, 16}, Need::optional);
}

template <typename Form>
void describe(Form& form, ActuatedProgramme& programme) {
    form.objects("phases", programme.phases, kPhases, Need::required);
}

template <typename Form>
void describe(Form& form, Signals& signals) {
    form.ids("groups", signals.groups, {1, 254}, Need::required);
    form.pairs("conflicts", signals.conflicts);
    form.programme("fixed", "actuated", signals.programme);
}

template <typename Form>
void describe(Form& form, Intersection& intersection) {
    form.whole("id", intersection.id, 0, 65'535);
    form.whole("region", intersection.region, 0, 65'535);
    form.text("junction", intersection.junction);
    const bool derived = form.derived("junction", "lanes");
    form.place("position", intersection.position, derived ? Need::optional : Need::required);
    form.number("lane_width_m", intersection.lane_width_m, kWidth_m, Need::required);
    form.number("speed_limit_m_s", intersection.speed_limit_m_s, kSpeed_m_s);
    if (!derived) form.objects("lanes", intersection.lanes, kLanes, Need::required);
    form.object("signals", intersection.signals);
}

class Reader {
  public:
    explicit Reader(JsonNode node) : object_(std::move(node)) {}

    bool has(const char* key, bool) { return object_.find(key).has_value(); }
    /// Whether the one key is there to say what the other would.
    bool derived(const char* from, const char* what) { return object_.find(from) && !object_.find(what); }
    void text(const char* key, std::optional<std::string>& out) {
        std::string value;
        auto node = object_.find(key);
        if (node && node->read(value)) out = value;
    }
    void number(const char* key, double& out, Range range, Need need) {
        if (auto node = object_.find(key, need)) node->read_number(range, out);
    }
    void number(const char* key, std::optional<double>& out, Range range) {
        double value = 0;
        auto node = object_.find(key);
        if (node && node->read_number(range, value)) out = value;
    }
    template <typename Whole>
    void whole(const char* key, Whole& out, std::uint64_t low, std::uint64_t high) {
        std::uint64_t value = 0;
        auto node = object_.find(key, Need::required);
        if (node && node->read_whole(low, high, value)) out = static_cast<Whole>(value);
    }
    template <typename Whole>
    void whole(const char* key, std::optional<Whole>& out, std::uint64_t low, std::uint64_t high) {
        std::uint64_t value = 0;
        auto node = object_.find(key);
        if (node && node->read_whole(low, high, value)) out = static_cast<Whole>(value);
    }
    void flag(const char* key, bool& out) {
        if (auto node = object_.find(key)) node->read(out);
    }
    void time(const char* key, SimDuration& out, Range range_s, Need need = Need::required) {
        std::int64_t ns = 0;
        auto node = object_.find(key, need);
        if (node && node->read_time_ns(9, range_s, ns)) out = SimDuration::nanoseconds(ns);
    }
    template <typename Enum>
    void word(const char* key, Enum& out, Need need) {
        if (auto node = object_.find(key, need)) read_word(*node, out);
    }
    template <typename Enum>
    void word(const char* key, std::optional<Enum>& out) {
        Enum value{};
        auto node = object_.find(key);
        if (node && read_word(*node, value)) out = value;
    }
    void place(const char* key, geo::Vec3& out, Need need) {
        std::array<double, 3> place{};
        auto node = object_.find(key, need);
        if (node && node->read_numbers(kCoordinate, place.data(), 3)) out = {place[0], place[1], place[2]};
    }
    void points(const char* key, std::vector<GroundPoint>& out, Count count, Need need) {
        auto node = object_.find(key, need);
        if (!node || !has_count(*node, count, "points [x, y]")) return;
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) {
            node->element(i).read_numbers(kCoordinate, out[i].data(), 2);
        }
    }
    void ids(const char* key, std::vector<SignalGroupId>& out, Count count, Need need) {
        auto node = object_.find(key, need);
        if (!node || !has_count(*node, count, "signal groups")) return;
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) {
            std::uint64_t value = 0;
            if (node->element(i).read_whole(1, 254, value)) out[i] = static_cast<SignalGroupId>(value);
        }
    }
    void pairs(const char* key, std::vector<std::array<SignalGroupId, 2>>& out) {
        auto node = object_.find(key);
        if (!node || !has_count(*node, {0, 10'000}, "pairs of signal groups")) return;
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) {
            const JsonNode pair = node->element(i);
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
    template <typename Spec>
    void object(const char* key, Spec& out) {
        if (auto node = object_.find(key, Need::required)) read(*node, out);
    }
    template <typename Spec>
    void object(const char* key, std::optional<Spec>& out) {
        if (auto node = object_.find(key)) read(*node, out.emplace());
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& out, Count count, Need need) {
        auto node = object_.find(key, need);
        if (!node || !has_count(*node, count, "objects")) return;
        out.resize(node->value().size());
        for (Json::ArrayIndex i = 0; i < node->value().size(); ++i) read(node->element(i), out[i]);
    }
    template <typename First, typename Second>
    void programme(const char* first, const char* second, std::variant<First, Second>& out) {
        auto one = object_.find(first), other = object_.find(second);
        if (one.has_value() == other.has_value()) {
            object_.node().problem(fmt::format("expected either \"{}\" or \"{}\"", first, second));
        } else if (one) {
            read(*one, out.template emplace<First>());
        } else {
            read(*other, out.template emplace<Second>());
        }
    }

  private:
    static bool has_count(const JsonNode& node, Count count, std::string_view of_what) {
        if (!node.is_array()) return false;
        return count.has(node.value().size()) ||
               node.problem(fmt::format("expected {} to {} {}", count.low, count.high, of_what));
    }
    template <typename Enum>
    static bool read_word(const JsonNode& node, Enum& out) {
        std::string text;
        if (!node.read(text)) return false;
        std::string known;
        for (const auto& word : words(Enum{})) {
            if (text == word.text) {
                out = word.value;
                return true;
            }
            known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", word.text);
        }
        return node.problem("expected one of " + known);
    }
    template <typename Spec>
    static void read(JsonNode node, Spec& out) {
        Reader reader(std::move(node));
        describe(reader, out);
        reader.object_.finish();
    }

    JsonObject object_;
    friend Intersection synchrono::config::read_intersection_object(const JsonNode&, std::string,
                                                                    const roadmap::RoadMap*);
};

class Writer {
  public:
    bool has(const char*, bool there) const { return there; }
    bool derived(const char*, const char*) const { return false; }
    void text(const char* key, const std::optional<std::string>& value) {
        if (value) json[key] = *value;
    }
    void number(const char* key, double value, Range, Need) { json[key] = value; }
    void number(const char* key, const std::optional<double>& value, Range) {
        if (value) json[key] = *value;
    }
    template <typename Whole>
    void whole(const char* key, Whole value, std::uint64_t, std::uint64_t) {
        json[key] = Json::Value(Json::UInt64{value});
    }
    template <typename Whole>
    void whole(const char* key, const std::optional<Whole>& value, std::uint64_t, std::uint64_t) {
        if (value) json[key] = Json::Value(Json::UInt64{*value});
    }
    void flag(const char* key, bool value) { json[key] = value; }
    // Times are below 10^15 ns, so the nearest double to the decimal prints as that decimal again.
    void time(const char* key, SimDuration value, Range, Need = Need::required) {
        json[key] = static_cast<double>(value.count_ns()) / 1e9;
    }
    template <typename Enum>
    void word(const char* key, Enum value, Need) {
        for (const auto& word : words(value)) {
            if (word.value == value) json[key] = word.text;
        }
    }
    template <typename Enum>
    void word(const char* key, const std::optional<Enum>& value) {
        if (value) word(key, *value, Need::optional);
    }
    void place(const char* key, geo::Vec3 place, Need) {
        for (const double x : {place.x, place.y, place.z}) json[key].append(x);
    }
    void points(const char* key, const std::vector<GroundPoint>& points, Count, Need) {
        Json::Value& list = json[key] = Json::Value(Json::arrayValue);
        for (const GroundPoint& point : points) {
            Json::Value& pair = list.append(Json::Value(Json::arrayValue));
            for (const double x : point) pair.append(x);
        }
    }
    void ids(const char* key, const std::vector<SignalGroupId>& ids, Count, Need) { json[key] = list(ids); }
    void pairs(const char* key, const std::vector<std::array<SignalGroupId, 2>>& pairs) {
        Json::Value& all = json[key] = Json::Value(Json::arrayValue);
        for (const auto& pair : pairs) all.append(list(pair));
    }
    template <typename Spec>
    void object(const char* key, Spec& spec) {
        json[key] = write(spec);
    }
    template <typename Spec>
    void object(const char* key, std::optional<Spec>& spec) {
        if (spec) json[key] = write(*spec);
    }
    template <typename Spec>
    void objects(const char* key, std::vector<Spec>& specs, Count, Need) {
        Json::Value& all = json[key] = Json::Value(Json::arrayValue);
        for (Spec& spec : specs) all.append(write(spec));
    }
    template <typename First, typename Second>
    void programme(const char* first, const char* second, std::variant<First, Second>& programme) {
        if (auto* one = std::get_if<First>(&programme)) json[first] = write(*one);
        if (auto* other = std::get_if<Second>(&programme)) json[second] = write(*other);
    }
    template <typename Spec>
    static Json::Value write(Spec& spec) {
        Writer writer;
        describe(writer, spec);
        return writer.json;
    }

    Json::Value json{Json::objectValue};

  private:
    template <typename Ids>
    static Json::Value list(const Ids& ids) {
        Json::Value json(Json::arrayValue);
        for (const SignalGroupId id : ids) json.append(Json::Value(Json::UInt64{id}));
        return json;
    }
};

}  // namespace

bool needs_map(const JsonNode& node) {
    const Json::Value& object = node.value();
    return object.isObject() && object.isMember("junction") && !object.isMember("lanes");
}

Intersection read_intersection_object(const JsonNode& node, std::string name, const roadmap::RoadMap* map) {
    Intersection intersection;
    intersection.name = std::move(name);
    const std::size_t problems = node.diagnostics().count();
    Reader reader(node);
    describe(reader, intersection);
    reader.object_.find("$schema");  // for editors
    reader.object_.finish();
    if (node.diagnostics().count() == problems && needs_map(node)) derive_lanes(node, map, intersection);
    for (Lane& lane : intersection.lanes) {
        if (lane.width_m == 0) lane.width_m = intersection.lane_width_m;
    }
    if (node.diagnostics().count() == problems) check_intersection(intersection, node);
    return intersection;
}

Json::Value intersection_to_json(const Intersection& intersection) {
    Intersection copy = intersection;
    return Writer::write(copy);
}

}  // namespace synchrono::config
