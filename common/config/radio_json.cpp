// The form of a scenario's radio except for its faults, and checks that it fits the rest of the scenario.
#include "common/config/internal/radio_json.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

namespace {

using namespace radio_parts;

constexpr Words<RadioChannel::Model, 3> kModels{{{"ideal", RadioChannel::Model::ideal},
                                                 {"range", RadioChannel::Model::range},
                                                 {"fading", RadioChannel::Model::fading}}};
constexpr Words<PathLoss::Kind, 2> kPathLosses{
    {{"two_ray", PathLoss::Kind::two_ray}, {"log_distance", PathLoss::Kind::log_distance}}};
constexpr Words<BasicSafety::State, 2> kSafetyStates{
    {{"true", BasicSafety::State::truth}, {"sensed", BasicSafety::State::sensed}}};

/// The rates of IEEE 802.11p with 10 MHz.
constexpr double kBitRates[] = {3e6, 4.5e6, 6e6, 9e6, 12e6, 18e6, 24e6, 27e6};
constexpr std::int64_t kExchangeMax = 16;  // heartbeats

void read_nakagami(const JsonNode& node, std::vector<NakagamiStep>& steps) {
    if (!node.is_array()) return;
    steps.clear();
    if (node.value().empty()) node.problem("expected at least one pair of distance and m");
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
        const JsonNode element = node.element(i);
        if (!element.value().isArray() || element.value().size() != 2) {
            element.problem("expected a pair of distance and m");
            return;
        }
        NakagamiStep step;
        const JsonNode distance = element.element(0);
        if (!distance.read_number({0, kCoordinate.high}, step.from_m)) return;
        if (i == 0 && step.from_m != 0) distance.problem("expected 0, as it is the first");
        if (i > 0 && step.from_m <= steps.back().from_m)
            distance.problem("expected more than the one before");
        element.element(1).read_number({0.5, 100}, step.m);
        steps.push_back(step);
    }
}

Json::Value nakagami_to_json(const std::vector<NakagamiStep>& steps) {
    Json::Value json(Json::arrayValue);
    for (const NakagamiStep& step : steps) json.append(FormWriter::array_of(std::array{step.from_m, step.m}));
    return json;
}

void read_channels(const JsonNode& node, std::map<Medium, RadioChannel>& channels) {
    if (!node.value().isObject() || node.value().empty()) {
        node.problem(
            fmt::format("expected an object with a channel for at least one of {}", list_of(kMediumNames)));
        return;
    }
    for (auto it = node.value().begin(); it != node.value().end(); ++it) {
        const std::string name = it.name();
        const JsonNode member = node.child(name, *it);
        const auto known = std::find_if(std::begin(kMediumNames), std::end(kMediumNames),
                                        [&](const auto& entry) { return entry.first == name; });
        if (known == std::end(kMediumNames)) {
            member.problem(fmt::format("unknown; known here: {}", list_of(kMediumNames)));
        } else {
            FormReader::read(member, channels[known->second]);
        }
    }
}

Json::Value channels_to_json(std::map<Medium, RadioChannel>& channels) {
    Json::Value json(Json::objectValue);
    for (auto& [medium, channel] : channels) json[std::string(to_text(medium))] = FormWriter::write(channel);
    return json;
}

void check_senses(const JsonNode& node, const BasicSafety& basic_safety, const RadioContext& context) {
    if (basic_safety.state != BasicSafety::State::sensed) return;
    const auto is_gps = [&](const MountedSensor& one) {
        return std::holds_alternative<GpsSpec>(context.sensors.at(one.sensor).model);
    };
    for (const AgentSpec& agent : context.agents) {
        if (agent.element || !agent.radio || std::any_of(agent.sensors.begin(), agent.sensors.end(), is_gps))
            continue;
        node.problem_at("state", fmt::format("\"sensed\" needs a sensor of kind gps on every agent with a "
                                             "radio; '{}' has none",
                                             agent.name));
        return;
    }
}

void read_basic_safety(const JsonNode& node, std::optional<BasicSafety>& out, const RadioContext& context) {
    if (node.value() == false) {
        out.reset();
    } else if (!node.value().isObject()) {
        node.problem("expected false or an object");
    } else {
        FormReader::read(node, *out);
        check_senses(node, *out, context);
    }
}

/// Checks that the period is not below the heartbeat, even if it is the default period. `node` is that of the
/// radio.
void check_period(const JsonNode& node, const std::optional<BasicSafety>& basic_safety,
                  SimDuration heartbeat) {
    if (!basic_safety || basic_safety->period >= heartbeat) return;
    const Json::Value& all = node.value()["basic_safety"];
    const bool is_given = all.isObject() && all.isMember("period_ms");
    node.child("basic_safety.period_ms", is_given ? all["period_ms"] : node.value())
        .problem(fmt::format("expected at least the heartbeat of {} ms",
                             static_cast<double>(heartbeat.count_ns()) / 1e6));
}

/// Returns the name of the intersection that `text` means. If the intersection has signals, an element must
/// run them.
std::string intersection_named(const JsonNode& node, const std::string& text, const RadioContext& context) {
    std::string name = context.intersections.find_or_load(node, text);
    if (!name.empty() && context.intersections.at(name).signals && !signals_of(name, context.agents)) {
        node.problem(fmt::format(
            "'{}' has signals: expected an element of \"kind\": \"signals\" for it in \"elements\"", name));
    }
    return name;
}

}  // namespace

template <typename Form>
static void describe(Form& form, CarrierSense& c) {
    form.number("threshold_dbm", c.threshold_dbm, {-120, 0}, Need::optional);
    form.whole("contention_slots", c.contention_slots, 0, 1023, Need::optional);
    form.whole("aifs_slots", c.aifs_slots, 1, 15, Need::optional);
    form.whole("queue", c.queue, 1, 64, Need::optional);
}

template <typename Form>
static void describe(Form& form, RadioChannel& c) {
    if (!form.kind("model", c.model, kModels)) return;
    if (c.model != RadioChannel::Model::fading) {
        if (c.model == RadioChannel::Model::range) {
            form.number("range_m", c.range_m, {0, kCoordinate.high, true}, Need::optional);
            form.flag("line_of_sight", c.line_of_sight);
        }
        form.time("latency_ms", c.latency, {0, 10'000, true}, Need::optional);
        return;
    }
    form.number("power_dbm", c.power_dbm, {-50, 60}, Need::optional);
    form.number("antenna_gain_db", c.antenna_gain_db, {-50, 50}, Need::optional);
    form.number("antenna_height_m", c.antenna_height_m, {0.1, 1'000}, Need::optional);
    form.number("frequency_hz", c.frequency_hz, {1e8, 1e11}, Need::optional);
    constexpr double kAny = std::numeric_limits<double>::max();
    if (auto node = form.number("bit_rate_bit_s", c.bit_rate_bit_s, {-kAny, kAny}, Need::optional);
        node &&
        std::find(std::begin(kBitRates), std::end(kBitRates), c.bit_rate_bit_s) == std::end(kBitRates))
        node->problem(fmt::format("expected one of {}", fmt::join(kBitRates, ", ")));
    form.number("noise_dbm", c.noise_dbm, {-150, 0}, Need::optional);
    form.choice("path_loss", c.path_loss.kind, kPathLosses, Need::optional);
    if (c.path_loss.kind == PathLoss::Kind::log_distance) {
        form.number("path_loss_exponent", c.path_loss.exponent, {1, 10}, Need::optional);
    } else if (auto node = form.given("path_loss_exponent")) {
        node->problem("only allowed with \"path_loss\": \"log_distance\"");
    }
    form.object("carrier_sense", c.carrier_sense);
    form.own(
        "nakagami", [&](const JsonNode& node) { read_nakagami(node, c.nakagami); },
        [&] { return std::optional(nakagami_to_json(c.nakagami)); });
}

template <typename Form>
static void describe(Form& form, BasicSafety& b) {
    form.time("period_ms", b.period, {1, 10'000}, Need::optional);
    form.time("identity_period_s", b.identity_period, {1, kForeverS}, Need::optional);
    form.choice("state", b.state, kSafetyStates, Need::optional);
}

template <typename Form>
static void describe(Form& form, RoadSideUnit& unit, Radio& radio, RadioContext& context) {
    if (const auto node = form.name("name", unit.name))
        unit.id = add_station(*node, unit.name, context.names);
    form.own(
        "intersection",
        [&](const JsonNode& node) {
            if (std::string text; node.read(text))
                unit.intersection = intersection_named(node, text, context);
        },
        [&] { return std::optional(Json::Value(unit.intersection)); }, Need::required);
    form.position("position", unit.position, kCoordinate);
    form.choice("medium", unit.medium, kMediumNames, Need::optional);
    if constexpr (Form::kReads) {
        if (radio.channels.empty() || radio.channels.contains(unit.medium)) return;
        const auto medium = form.given("medium");
        (medium ? *medium : form.node())
            .problem(fmt::format("no channel for '{}' in \"channels\"", to_text(unit.medium)));
    }
}

template <typename Form>
static void describe_radio(Form& form, Radio& radio, RadioContext& context) {
    form.own(
        "channels", [&](const JsonNode& node) { read_channels(node, radio.channels); },
        [&] { return std::optional(channels_to_json(radio.channels)); }, Need::required);
    if (Form::kReads) radio.exchange = context.heartbeat;
    if (const auto node = form.time("exchange_ms", radio.exchange, {0, 10'000, true}, Need::optional);
        node && (radio.exchange % context.heartbeat != SimDuration{} ||
                 radio.exchange > context.heartbeat * kExchangeMax))
        node->problem(fmt::format("expected a whole number of heartbeats, at most {}", kExchangeMax));
    form.own(
        "basic_safety", [&](const JsonNode& node) { read_basic_safety(node, radio.basic_safety, context); },
        [&] {
            return std::optional(radio.basic_safety ? FormWriter::write(*radio.basic_safety)
                                                    : Json::Value(false));
        });
    if constexpr (Form::kReads) {
        check_period(form.node(), radio.basic_safety, context.heartbeat);
    }
    form.objects("buildings", radio.buildings, kAnyCount, Need::optional);
    form.objects("road_side_units", radio.road_side_units, kAnyCount, Need::optional, radio, context);
    const bool has_dsrc = radio.channels.empty() || radio.channels.contains(Medium::dsrc);
    // Faults may name agents, road-side units and ghosts, so faults are read last.
    form.objects("faults", radio.faults, kAnyCount, Need::optional, context.names, has_dsrc);
}

void describe(FormReader& form, Radio& radio, RadioContext& context) { describe_radio(form, radio, context); }
void describe(FormWriter& form, Radio& radio, RadioContext& context) {
    for (const RoadSideUnit& unit : radio.road_side_units) context.names.add(unit.name, unit.id);
    for (const RadioFault& fault : radio.faults) {
        if (fault.kind == RadioFault::Kind::ghost) context.names.add(fault.name, fault.ghost);
    }
    describe_radio(form, radio, context);
}

}  // namespace synchrono::config
