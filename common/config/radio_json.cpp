// Reading and writing the radio of a scenario but for its faults. Each part is described once, for both.
#include "common/config/internal/radio_json.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

namespace {

using namespace radio_parts;

constexpr std::pair<std::string_view, RadioChannel::Model> kModels[] = {
    {"ideal", RadioChannel::Model::ideal},
    {"range", RadioChannel::Model::range},
    {"fading", RadioChannel::Model::fading}};
constexpr std::pair<std::string_view, PathLoss::Kind> kPathLosses[] = {
    {"two_ray", PathLoss::Kind::two_ray}, {"log_distance", PathLoss::Kind::log_distance}};

constexpr std::pair<std::string_view, BasicSafety::State> kToldStates[] = {
    {"true", BasicSafety::State::truth}, {"sensed", BasicSafety::State::sensed}};

/// What IEEE 802.11p knows with 10 MHz.
constexpr double kBitRates[] = {3e6, 4.5e6, 6e6, 9e6, 12e6, 18e6, 24e6, 27e6};

/// Takes one JSON object apart as a description asks for its members.
class Reader {
  public:
    explicit Reader(JsonObject& object) : object_(object) {}

    void number(const char* key, double& value, Range range) {
        if (auto node = object_.find(key)) node->read_number(range, value);
    }
    void whole(const char* key, std::uint32_t& value, std::uint32_t low, std::uint32_t high) {
        std::uint64_t read = 0;
        if (auto node = object_.find(key); node && node->read_whole(low, high, read))
            value = static_cast<std::uint32_t>(read);
    }
    void flag(const char* key, bool& value) {
        if (auto node = object_.find(key)) node->read(value);
    }
    void time(const char* key, int unit_power, SimDuration& value, Range range) {
        std::int64_t ns = 0;
        if (auto node = object_.find(key); node && node->read_time_ns(unit_power, range, ns))
            value = SimDuration::nanoseconds(ns);
    }
    template <typename Words, typename Value>
    void choice(const char* key, const Words& words, Value& value) {
        if (auto node = object_.find(key)) read_word(*node, words, value);
    }
    template <std::size_t n>
    void one_of(const char* key, const double (&choices)[n], double& value) {
        constexpr double kAny = std::numeric_limits<double>::max();
        double read = 0;
        const auto node = object_.find(key);
        if (!node || !node->read_number({-kAny, kAny}, read)) return;
        if (std::find(choices, choices + n, read) == choices + n) {
            node->problem(fmt::format("expected one of {}", fmt::join(choices, ", ")));
        } else {
            value = read;
        }
    }
    /// A key that has no meaning here.
    void none(const char* key, std::string_view why) {
        if (auto node = object_.find(key)) node->problem(why);
    }
    /// A part of its own, there when its key is.
    template <typename Part>
    void part(const char* key, std::optional<Part>& value) {
        if (auto node = object_.find(key)) {
            JsonObject object(*node);
            Reader reader(object);
            describe(reader, value.emplace());
            object.finish();
        }
    }

  private:
    JsonObject& object_;
};

class Writer {
  public:
    explicit Writer(Json::Value& json) : json_(json) {}

    void number(const char* key, double& value, Range) { json_[key] = value; }
    void whole(const char* key, std::uint32_t& value, std::uint32_t, std::uint32_t) { json_[key] = value; }
    void flag(const char* key, bool& value) { json_[key] = value; }
    void time(const char* key, int unit_power, SimDuration& value, Range) {
        json_[key] = static_cast<double>(value.count_ns()) / (unit_power == kSeconds ? 1e9 : 1e6);
    }
    template <typename Words, typename Value>
    void choice(const char* key, const Words& words, Value& value) {
        json_[key] = word_for(words, value);
    }
    template <std::size_t n>
    void one_of(const char* key, const double (&)[n], double& value) {
        json_[key] = value;
    }
    void none(const char*, std::string_view) {}
    template <typename Part>
    void part(const char* key, std::optional<Part>& value) {
        if (!value) return;
        json_[key] = Json::Value(Json::objectValue);
        Writer writer(json_[key]);
        describe(writer, *value);
    }

  private:
    Json::Value& json_;
};

template <typename V>
void describe(V& v, CarrierSense& c) {
    v.number("threshold_dbm", c.threshold_dbm, {-120, 0});
    v.whole("contention_slots", c.contention_slots, 0, 1023);
    v.whole("aifs_slots", c.aifs_slots, 1, 15);
    v.whole("queue", c.queue, 1, 64);
}

/// Of the model that `c` has.
template <typename V>
void describe(V& v, RadioChannel& c) {
    switch (c.model) {
        case RadioChannel::Model::range:
            v.number("range_m", c.range_m, {0, kCoordinateMax, true});
            v.flag("line_of_sight", c.line_of_sight);
            [[fallthrough]];
        case RadioChannel::Model::ideal:
            v.time("latency_ms", kMilliseconds, c.latency, {0, 10'000, true});
            return;
        case RadioChannel::Model::fading:
            break;
    }
    v.number("power_dbm", c.power_dbm, {-50, 60});
    v.number("antenna_gain_db", c.antenna_gain_db, {-50, 50});
    v.number("antenna_height_m", c.antenna_height_m, {0.1, 1'000});
    v.number("frequency_hz", c.frequency_hz, {1e8, 1e11});
    v.one_of("bit_rate_bit_s", kBitRates, c.bit_rate_bit_s);
    v.number("noise_dbm", c.noise_dbm, {-150, 0});
    v.choice("path_loss", kPathLosses, c.path_loss.kind);
    if (c.path_loss.kind == PathLoss::Kind::log_distance) {
        v.number("path_loss_exponent", c.path_loss.exponent, {1, 10});
    } else {
        v.none("path_loss_exponent", "expected beside \"path_loss\": \"log_distance\" only");
    }
    v.part("carrier_sense", c.carrier_sense);
}

template <typename V>
void describe(V& v, BasicSafety& b) {
    v.time("period_ms", kMilliseconds, b.period, {1, 10'000});
    v.time("identity_period_s", kSeconds, b.identity_period, {1, kForeverS});
    v.choice("state", kToldStates, b.state);
}

/// One use.
class RadioReader {
  public:
    explicit RadioReader(RadioContext context) : context_(context) {}

    Radio read(const JsonNode& node) {
        JsonObject object(node);
        if (auto channels = object.find("channels", Need::required)) read_channels(*channels);
        read_exchange(object);
        read_basic_safety(object);
        if (auto buildings = object.find("buildings")) read_buildings(*buildings);
        if (auto units = object.find("road_side_units")) read_units(*units);
        const bool no_dsrc = !radio_.channels.empty() && !radio_.channels.contains(Medium::dsrc);
        if (auto faults = object.find("faults"))  // names the others, so after them
            radio_.faults = read_faults(*faults, context_.names, !no_dsrc);
        object.finish();
        return std::move(radio_);
    }

  private:
    void read_channels(const JsonNode& node) {
        if (!node.value().isObject() || node.value().empty()) {
            node.problem(fmt::format("expected an object with a channel for at least one of {}",
                                     list_of(kMediumNames)));
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
                radio_.channels.emplace(known->second, read_channel(member));
            }
        }
    }

    static RadioChannel read_channel(const JsonNode& node) {
        RadioChannel channel;
        JsonObject object(node);
        const auto model = object.find("model", Need::required);
        if (!model || !read_word(*model, kModels, channel.model)) return channel;  // the other keys are its
        Reader reader(object);
        describe(reader, channel);
        if (channel.model == RadioChannel::Model::fading) {
            if (auto steps = object.find("nakagami")) read_nakagami(*steps, channel.nakagami);
        }
        object.finish();
        return channel;
    }

    static void read_nakagami(const JsonNode& node, std::vector<NakagamiStep>& steps) {
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
            if (!distance.read_number({0, kCoordinateMax}, step.from_m)) return;
            if (i == 0 && step.from_m != 0) distance.problem("expected 0, as it is the first");
            if (i > 0 && step.from_m <= steps.back().from_m)
                distance.problem("expected more than the one before");
            element.element(1).read_number({0.5, 100}, step.m);
            steps.push_back(step);
        }
    }

    void read_exchange(JsonObject& radio) {
        constexpr std::int64_t kMost = 16;
        radio_.exchange = context_.heartbeat;
        const auto node = radio.find("exchange_ms");
        std::int64_t ns = 0;
        if (!node || !node->read_time_ns(kMilliseconds, {0, 10'000, true}, ns)) return;
        radio_.exchange = SimDuration::nanoseconds(ns);
        if (radio_.exchange % context_.heartbeat != SimDuration{} ||
            radio_.exchange > context_.heartbeat * kMost)
            node->problem(fmt::format("expected a whole number of heartbeats, at most {}", kMost));
    }

    void read_basic_safety(JsonObject& radio) {
        const auto node = radio.find("basic_safety");
        if (node && node->value() == false) {
            radio_.basic_safety.reset();
            return;
        }
        if (node && !node->value().isObject()) {
            node->problem("expected false or an object");
            return;
        }
        std::optional<JsonNode> period;
        if (node) {
            JsonObject object(*node);
            Reader reader(object);
            describe(reader, *radio_.basic_safety);
            period = object.find("period_ms");
            object.finish();
            check_senses(*node);
        }
        if (radio_.basic_safety->period >= context_.heartbeat) return;  // the default may be too short too
        if (!period) period = radio.node().child("basic_safety.period_ms", radio.node().value());
        period->problem(fmt::format("expected at least the heartbeat of {} ms",
                                    static_cast<double>(context_.heartbeat.count_ns()) / 1e6));
    }

    void check_senses(const JsonNode& node) {
        if (radio_.basic_safety->state != BasicSafety::State::sensed) return;
        const auto is_gps = [this](const MountedSensor& one) {
            return std::holds_alternative<GpsSpec>(context_.sensors.at(one.sensor).model);
        };
        for (const AgentSpec& agent : context_.agents) {
            if (agent.element || !agent.radio ||
                std::any_of(agent.sensors.begin(), agent.sensors.end(), is_gps))
                continue;
            node.problem_at("state",
                            fmt::format("\"sensed\" takes a sensor of kind gps on every agent with a "
                                        "radio; '{}' has none",
                                        agent.name));
            return;
        }
    }

    void read_buildings(const JsonNode& node) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            JsonObject object(element);
            Building building;
            if (auto corners = object.find("footprint", Need::required)) read_footprint(*corners, building);
            Reader reader(object);
            reader.number("wall_loss_db", building.wall_loss_db, {0, 200});
            reader.number("inside_loss_db_m", building.inside_loss_db_m, {0, 200});
            object.finish();
            radio_.buildings.push_back(std::move(building));
        }
    }

    /// The name of the intersection that `text` means, whose signals, if it has any, somebody runs.
    std::string intersection_named(const JsonNode& node, const std::string& text) {
        std::string name = context_.intersections.named(node, text);
        if (!name.empty() && context_.intersections.at(name).signals && !signals_of(name, context_.agents)) {
            node.problem(fmt::format(
                "'{}' has signals, which nobody runs: expected one of \"kind\": \"signals\" in \"elements\"",
                name));
        }
        return name;
    }

    void read_units(const JsonNode& node) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            JsonObject object(element);
            if (!element.value().isObject()) continue;
            RoadSideUnit unit;
            if (auto name = object.find("name", Need::required); name && name->read_name(unit.name))
                unit.id = add_station(*name, unit.name, context_.names);
            if (auto place = object.find("intersection", Need::required)) {
                if (std::string text; place->read(text)) unit.intersection = intersection_named(*place, text);
            }
            if (auto position = object.find("position", Need::required))
                read_position(*position, unit.position);
            const auto medium = object.find("medium");
            if (medium) read_word(*medium, kMediumNames, unit.medium);
            if (!radio_.channels.empty() && !radio_.channels.contains(unit.medium))
                (medium ? *medium : element)
                    .problem(fmt::format("no channel for '{}' in \"channels\"", to_text(unit.medium)));
            object.finish();
            radio_.road_side_units.push_back(std::move(unit));
        }
    }

    RadioContext context_;
    Radio radio_;
};

Json::Value array() { return Json::Value(Json::arrayValue); }

}  // namespace

void radio_parts::read_footprint(const JsonNode& node, Building& building) {
    if (!node.is_array()) return;
    for (Json::ArrayIndex k = 0; k < node.value().size(); ++k) {
        std::array<double, 2> corner{};
        node.element(k).read_numbers({-kCoordinateMax, kCoordinateMax}, corner.data(), 2);
        building.footprint.push_back(corner);
    }
    if (building.footprint.size() < 3) node.problem("expected at least 3 corners");
}

Radio read_radio_object(const JsonNode& node, RadioContext context) {
    return RadioReader(context).read(node);
}

Json::Value radio_to_json(const Radio& given, const std::vector<std::string>& agent_names) {
    Radio radio = given;  // a description may write into what it describes
    Json::Value json(Json::objectValue);
    for (auto& [medium, channel] : radio.channels) {
        Json::Value& entry = json["channels"][std::string(to_text(medium))];
        entry["model"] = word_for(kModels, channel.model);
        Writer writer(entry);
        describe(writer, channel);
        if (channel.model != RadioChannel::Model::fading) continue;
        for (const NakagamiStep& step : channel.nakagami) {
            Json::Value& pair = entry["nakagami"].append(array());
            pair.append(step.from_m);
            pair.append(step.m);
        }
    }
    if (radio.basic_safety) {
        Writer writer(json["basic_safety"]);
        describe(writer, *radio.basic_safety);
    } else {
        json["basic_safety"] = false;
    }
    Writer(json).time("exchange_ms", kMilliseconds, radio.exchange, {});
    json["buildings"] = array();
    for (const Building& building : radio.buildings) {
        Json::Value& entry = json["buildings"].append(Json::Value(Json::objectValue));
        for (const auto& [x, y] : building.footprint) {
            Json::Value& corner = entry["footprint"].append(array());
            corner.append(x);
            corner.append(y);
        }
        entry["wall_loss_db"] = building.wall_loss_db;
        entry["inside_loss_db_m"] = building.inside_loss_db_m;
    }
    std::vector<std::string> names = agent_names;
    json["road_side_units"] = array();
    for (const RoadSideUnit& unit : radio.road_side_units) {
        names.push_back(unit.name);
        Json::Value& entry = json["road_side_units"].append(Json::Value(Json::objectValue));
        entry["name"] = unit.name;
        entry["intersection"] = unit.intersection;
        entry["position"] = position_to_json(unit.position);
        entry["medium"] = std::string(to_text(unit.medium));
    }
    for (const RadioFault& fault : radio.faults) {
        if (fault.kind == RadioFault::Kind::ghost) names.push_back(fault.name);
    }
    json["faults"] = array();
    for (const RadioFault& fault : radio.faults) json["faults"].append(fault_to_json(fault, names));
    return json;
}

}  // namespace synchrono::config
