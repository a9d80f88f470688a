// Reading and writing the radio of a scenario. Each part is described once, for both.
#include "common/config/internal/radio_json.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"
#include "common/config/internal/data_file.hpp"
#include "common/config/internal/intersection_json.hpp"

namespace synchrono::config {

namespace {

constexpr int kSeconds = 9, kMilliseconds = 6;  // powers of ten ns
constexpr double kCoordinateMax = 1e7;          // m
constexpr double kForeverS = 1e6;

constexpr std::pair<std::string_view, RadioFault::Kind> kFaultKinds[] = {
    {"loss", RadioFault::Kind::loss},           {"delay", RadioFault::Kind::delay},
    {"duplicate", RadioFault::Kind::duplicate}, {"corrupt", RadioFault::Kind::corrupt},
    {"alter", RadioFault::Kind::alter},         {"silence", RadioFault::Kind::silence},
    {"ghost", RadioFault::Kind::ghost}};
constexpr std::pair<std::string_view, RadioChannel::Model> kModels[] = {
    {"ideal", RadioChannel::Model::ideal},
    {"range", RadioChannel::Model::range},
    {"fading", RadioChannel::Model::fading}};
constexpr std::pair<std::string_view, PathLoss::Kind> kPathLosses[] = {
    {"two_ray", PathLoss::Kind::two_ray}, {"log_distance", PathLoss::Kind::log_distance}};

template <typename Names, typename Value>
std::string_view name_in(const Names& names, Value value) {
    return std::find_if(std::begin(names), std::end(names), [&](const auto& n) { return n.second == value; })
        ->first;
}

template <typename Names>
std::string names_of(const Names& names) {
    std::vector<std::string_view> all;
    for (const auto& entry : names) all.push_back(entry.first);
    return fmt::format("{}", fmt::join(all, ", "));
}

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
    template <typename Names, typename Value>
    void choice(const char* key, const Names& names, Value& value) {
        if (auto node = object_.find(key)) pick(*node, names, value);
    }
    template <typename Names, typename Value>
    static bool pick(const JsonNode& node, const Names& names, Value& value) {
        std::string text;
        if (!node.read(text)) return false;
        for (const auto& [name, meaning] : names) {
            if (text != name) continue;
            value = meaning;
            return true;
        }
        return node.problem(fmt::format("expected one of {}", names_of(names)));
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
    template <typename Names, typename Value>
    void choice(const char* key, const Names& names, Value& value) {
        json_[key] = std::string(name_in(names, value));
    }
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

template <typename V>
void describe(V& v, RadioChannel& c) {
    v.choice("model", kModels, c.model);
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
    v.number("bit_rate_bit_s", c.bit_rate_bit_s, {3e6, 27e6});
    v.number("noise_dbm", c.noise_dbm, {-150, 0});
    v.choice("path_loss", kPathLosses, c.path_loss.kind);
    if (c.path_loss.kind == PathLoss::Kind::log_distance)
        v.number("path_loss_exponent", c.path_loss.exponent, {1, 10});
    v.part("carrier_sense", c.carrier_sense);
}

template <typename V>
void describe(V& v, SensedState& s) {
    v.number("position_sigma_m", s.position_sigma_m, {0, 1'000});
    v.number("correlation_s", s.correlation_s, {0, kForeverS, true});
    v.number("speed_sigma_m_s", s.speed_sigma_m_s, {0, 100});
    v.number("heading_sigma_deg", s.heading_sigma_deg, {0, 180});
}

template <typename V>
void describe(V& v, BasicSafety& b) {
    v.time("period_ms", kMilliseconds, b.period, {1, 10'000});
    v.time("identity_period_s", kSeconds, b.identity_period, {1, kForeverS});
    v.part("sensed", b.sensed);
}

/// What IEEE 802.11p knows with 10 MHz.
constexpr double kBitRates[] = {3e6, 4.5e6, 6e6, 9e6, 12e6, 18e6, 24e6, 27e6};

/// One use.
class RadioReader {
  public:
    explicit RadioReader(RadioContext context) : context_(context) {}

    Radio read(const JsonNode& node) {
        JsonObject object(node);
        if (auto channels = object.find("channels", Need::required)) read_channels(*channels);
        if (auto basic = object.find("basic_safety")) read_basic_safety(*basic);
        if (auto buildings = object.find("buildings")) read_buildings(*buildings);
        if (auto intersections = object.find("intersections")) read_intersections(*intersections);
        if (auto units = object.find("road_side_units")) read_units(*units);
        if (auto faults = object.find("faults")) read_faults(*faults);  // names the others, so after them
        object.finish();
        return std::move(radio_);
    }

  private:
    void read_channels(const JsonNode& node) {
        if (!node.value().isObject() || node.value().empty()) {
            node.problem(fmt::format("expected an object with a channel for at least one of {}",
                                     names_of(kMediumNames)));
            return;
        }
        for (auto it = node.value().begin(); it != node.value().end(); ++it) {
            const std::string name = it.name();
            const JsonNode member = node.child(name, *it);
            const auto known = std::find_if(std::begin(kMediumNames), std::end(kMediumNames),
                                            [&](const auto& entry) { return entry.first == name; });
            if (known == std::end(kMediumNames)) {
                member.problem(fmt::format("unknown; known here: {}", names_of(kMediumNames)));
            } else {
                radio_.channels.emplace(known->second, read_channel(member));
            }
        }
    }

    static RadioChannel read_channel(const JsonNode& node) {
        RadioChannel channel;
        JsonObject object(node);
        Reader reader(object);
        describe(reader, channel);
        if (channel.model == RadioChannel::Model::fading) {
            if (auto steps = object.find("nakagami")) read_nakagami(*steps, channel.nakagami);
            const auto rate = std::find(std::begin(kBitRates), std::end(kBitRates), channel.bit_rate_bit_s);
            if (auto given = object.find("bit_rate_bit_s"); given && rate == std::end(kBitRates))
                given->problem(fmt::format("expected one of {}", fmt::join(kBitRates, ", ")));
        }
        object.finish();
        return channel;
    }

    static void read_nakagami(const JsonNode& node, std::vector<NakagamiStep>& steps) {
        if (!node.is_array()) return;
        steps.clear();
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            double numbers[2];
            const JsonNode element = node.element(i);
            if (!element.read_numbers({0, kCoordinateMax}, numbers, 2)) return;
            if (numbers[1] < 0.5 || numbers[1] > 100) element.problem("expected m from 0.5 to 100");
            if (i == 0 ? numbers[0] != 0 : numbers[0] <= steps.back().from_m)
                element.problem("expected distances that ascend from 0");
            steps.push_back({numbers[0], numbers[1]});
        }
        if (steps.empty()) node.problem("expected at least one pair of distance and m");
    }

    void read_basic_safety(const JsonNode& node) {
        if (node.value().isBool()) {
            if (node.value().asBool()) node.problem("expected false or an object");
            radio_.basic_safety.reset();
            return;
        }
        JsonObject object(node);
        Reader reader(object);
        describe(reader, *radio_.basic_safety);
        object.finish();
        if (radio_.basic_safety->period < context_.heartbeat)
            node.problem("expected a period of at least a heartbeat");
    }

    void read_buildings(const JsonNode& node) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            JsonObject object(element);
            Building building;
            if (auto corners = object.find("footprint", Need::required); corners && corners->is_array()) {
                for (Json::ArrayIndex k = 0; k < corners->value().size(); ++k) {
                    std::array<double, 2> corner{};
                    corners->element(k).read_numbers({-kCoordinateMax, kCoordinateMax}, corner.data(), 2);
                    building.footprint.push_back(corner);
                }
                if (building.footprint.size() < 3) corners->problem("expected at least 3 corners");
            }
            Reader reader(object);
            reader.number("wall_loss_db", building.wall_loss_db, {0, 200});
            reader.number("inside_loss_db_m", building.inside_loss_db_m, {0, 200});
            object.finish();
            radio_.buildings.push_back(std::move(building));
        }
    }

    void read_intersections(const JsonNode& node) {
        if (!node.value().isObject()) {
            node.problem("expected an object");
            return;
        }
        for (auto it = node.value().begin(); it != node.value().end(); ++it) {
            const std::string name = it.name();
            const JsonNode member = node.child(name, *it);
            if (const std::string wrong = check_name(name); !wrong.empty()) {
                member.problem(wrong);
            } else {
                radio_.intersections.emplace(name, read_intersection_object(member, name));
            }
        }
    }

    /// The name of the intersection that `text` means, read if it was not yet; empty, with a problem, if
    /// there is none.
    std::string intersection_named(const JsonNode& node, const std::string& text) {
        if (radio_.intersections.contains(text)) return text;
        const auto file =
            find_data_file(node, text, {.kind = "intersection", .folder = "maps"}, context_.directory);
        if (!file) return {};
        Result<Intersection> intersection = load_intersection(*file);
        if (!intersection) {
            node.problem(fmt::format("intersection '{}' has problems:\n{}", text, intersection.error().text));
            return {};
        }
        const std::string name = intersection->name;
        radio_.intersections.emplace(name, std::move(*intersection));
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
                unit.id = new_station(*name, unit.name);
            if (auto place = object.find("intersection", Need::required)) {
                if (std::string text; place->read(text)) unit.intersection = intersection_named(*place, text);
            }
            if (auto position = object.find("position", Need::required))
                read_position(*position, unit.position);
            const auto medium = object.find("medium");
            if (medium) Reader::pick(*medium, kMediumNames, unit.medium);
            if (!radio_.channels.empty() && !radio_.channels.contains(unit.medium))
                (medium ? *medium : element)
                    .problem(fmt::format("no channel for '{}' in \"channels\"", to_text(unit.medium)));
            object.finish();
            radio_.road_side_units.push_back(std::move(unit));
        }
    }

    static void read_position(const JsonNode& node, geo::Vec3& position) {
        double numbers[3];
        if (node.read_numbers({-kCoordinateMax, kCoordinateMax}, numbers, 3))
            position = {numbers[0], numbers[1], numbers[2]};
    }

    void read_faults(const JsonNode& node) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            JsonObject object(element);
            if (!element.value().isObject()) continue;
            RadioFault fault;
            fault.until = SimTime{} + context_.duration;
            if (auto kind = object.find("kind", Need::required)) Reader::pick(*kind, kFaultKinds, fault.kind);
            read_window(object, fault);
            read_fault(object, fault);
            object.finish();
            radio_.faults.push_back(std::move(fault));
        }
    }

    void read_window(JsonObject& object, RadioFault& fault) {
        std::int64_t ns = 0;
        const Range range{0, kForeverS};
        if (auto node = object.find("from_s"); node && node->read_time_ns(kSeconds, range, ns))
            fault.from = SimTime::nanoseconds(ns);
        if (auto node = object.find("until_s"); node && node->read_time_ns(kSeconds, range, ns)) {
            fault.until = SimTime::nanoseconds(ns);
            if (fault.until <= fault.from) node->problem("expected more than \"from_s\"");
        }
    }

    void read_fault(JsonObject& object, RadioFault& fault) {
        using Kind = RadioFault::Kind;
        const Kind kind = fault.kind;
        if (auto node = object.find("senders")) read_stations(*node, fault.senders);
        if (auto node = object.find("types")) read_types(*node, fault.types);
        Reader reader(object);
        const bool at_receivers = kind != Kind::silence && kind != Kind::ghost;
        if (at_receivers) {
            if (auto node = object.find("receivers")) read_stations(*node, fault.receivers);
        }
        if (kind != Kind::ghost) reader.number("probability", fault.probability, {0, 1});
        if (kind == Kind::delay || kind == Kind::duplicate || kind == Kind::ghost)
            reader.time("delay_ms", kMilliseconds, fault.delay, {0, kForeverS * 1e3});
        if (kind == Kind::delay || kind == Kind::duplicate)
            reader.time("jitter_ms", kMilliseconds, fault.jitter, {0, kForeverS * 1e3});
        if (kind == Kind::corrupt) reader.whole("bits", fault.bits, 1, 1'000);
        if (kind == Kind::alter) {
            if (auto node = object.find("field", Need::required)) node->read(fault.field);
            if (auto node = object.find("value", Need::required)) fault.value = write_compact(node->value());
        }
        if (kind == Kind::ghost) read_ghost(object, fault);
    }

    void read_ghost(JsonObject& object, RadioFault& fault) {
        if (auto node = object.find("name", Need::required); node && node->read_name(fault.name))
            fault.ghost = new_station(*node, fault.name);
        if (auto node = object.find("position", Need::required)) read_position(*node, fault.position);
        const auto captured = object.find("captured");
        if (!captured) {
            // A repetition at the very instant would be one with what it repeats.
            if (fault.delay <= SimDuration{})
                object.node().problem("expected \"captured\", or \"delay_ms\" above 0");
            return;
        }
        if (!captured->is_array()) return;
        for (Json::ArrayIndex i = 0; i < captured->value().size(); ++i) {
            JsonObject entry(captured->element(i));
            RadioFault::Captured message;
            std::int64_t ns = 0;
            if (auto node = entry.find("at_s", Need::required);
                node && node->read_time_ns(kSeconds, {0, kForeverS}, ns))
                message.at = SimTime::nanoseconds(ns);
            if (auto node = entry.find("hex", Need::required)) read_hex(*node, message.payload);
            entry.finish();
            if (!fault.captured.empty() && message.at < fault.captured.back().at)
                entry.node().problem("expected times that do not descend");
            fault.captured.push_back(std::move(message));
        }
        if (fault.captured.empty()) captured->problem("expected at least one message");
    }

    static void read_hex(const JsonNode& node, std::vector<std::byte>& bytes) {
        std::string text;
        if (!node.read(text)) return;
        const auto digit = [](char c) {
            return c >= '0' && c <= '9'   ? c - '0'
                   : c >= 'A' && c <= 'F' ? c - 'A' + 10
                   : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                          : -1;
        };
        const bool good = !text.empty() && text.size() % 2 == 0 &&
                          text.size() / 2 <= limits::kRadioPayloadBytesMax &&
                          std::all_of(text.begin(), text.end(), [&](char c) { return digit(c) >= 0; });
        if (!good) {
            node.problem(fmt::format("expected an even number of hexadecimal digits, {} bytes at most",
                                     limits::kRadioPayloadBytesMax));
            return;
        }
        for (std::size_t i = 0; i < text.size(); i += 2)
            bytes.push_back(static_cast<std::byte>(digit(text[i]) << 4 | digit(text[i + 1])));
    }

    /// The number of a sender that is none of the agents; they follow these.
    AgentId new_station(const JsonNode& node, const std::string& name) {
        const AgentId id{static_cast<std::uint32_t>(context_.names.size())};
        const auto [known, fresh] = context_.names.emplace(name, id);
        if (!fresh) node.problem(fmt::format("'{}' is agent {} already", name, known->second.value));
        return id;
    }

    void read_stations(const JsonNode& node, std::vector<AgentId>& stations) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            std::string name;
            if (!element.read(name)) continue;
            const auto known = context_.names.find(name);
            if (known == context_.names.end()) {
                element.problem(fmt::format("no agent '{}'", name));
            } else {
                stations.push_back(known->second);
            }
        }
        std::sort(stations.begin(), stations.end());
        if (std::adjacent_find(stations.begin(), stations.end()) != stations.end())
            node.problem("expected each once");
        if (stations.empty()) node.problem("expected at least one; leave it out for all");
    }

    static void read_types(const JsonNode& node, std::vector<std::uint16_t>& types) {
        if (!node.is_array()) return;
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            std::uint64_t number = 0;
            if (element.value().isString()) {
                std::uint16_t type = 0;
                if (Reader::pick(element, kMessageTypes, type)) types.push_back(type);
            } else if (element.read_whole(0, 32'767, number)) {
                types.push_back(static_cast<std::uint16_t>(number));
            }
        }
        std::sort(types.begin(), types.end());
        types.erase(std::unique(types.begin(), types.end()), types.end());
        if (types.empty()) node.problem("expected at least one; leave it out for all");
    }

    RadioContext context_;
    Radio radio_;
};

Json::Value array() { return Json::Value(Json::arrayValue); }

std::string to_hex(const std::vector<std::byte>& bytes) {
    std::string hex;
    for (const std::byte byte : bytes) hex += fmt::format("{:02X}", std::to_integer<unsigned>(byte));
    return hex;
}

double in_seconds(SimTime time) { return static_cast<double>(time.count_ns()) / 1e9; }

Json::Value position_to_json(const geo::Vec3& p) {
    Json::Value json = array();
    for (const double x : {p.x, p.y, p.z}) json.append(x);
    return json;
}

Json::Value fault_to_json(RadioFault fault, const std::vector<std::string>& names) {
    using Kind = RadioFault::Kind;
    Json::Value json(Json::objectValue);
    Writer writer(json);
    const Kind kind = fault.kind;
    writer.choice("kind", kFaultKinds, fault.kind);
    json["from_s"] = in_seconds(fault.from);
    json["until_s"] = in_seconds(fault.until);
    const auto stations = [&](const char* key, const std::vector<AgentId>& ids) {
        for (const AgentId id : ids) json[key].append(names.at(id.value));
    };
    stations("senders", fault.senders);
    stations("receivers", fault.receivers);
    for (const std::uint16_t type : fault.types) json["types"].append(type);
    if (kind != Kind::ghost) json["probability"] = fault.probability;
    if (kind == Kind::delay || kind == Kind::duplicate || kind == Kind::ghost)
        writer.time("delay_ms", kMilliseconds, fault.delay, {});
    if (kind == Kind::delay || kind == Kind::duplicate)
        writer.time("jitter_ms", kMilliseconds, fault.jitter, {});
    if (kind == Kind::corrupt) json["bits"] = fault.bits;
    if (kind == Kind::alter) {
        json["field"] = fault.field;
        json["value"] = parse_own(fault.value);
    }
    if (kind != Kind::ghost) return json;
    json["name"] = fault.name;
    json["position"] = position_to_json(fault.position);
    for (const auto& message : fault.captured) {
        Json::Value entry;
        entry["at_s"] = in_seconds(message.at);
        entry["hex"] = to_hex(message.payload);
        json["captured"].append(entry);
    }
    return json;
}

}  // namespace

Radio read_radio_object(const JsonNode& node, RadioContext context) {
    return RadioReader(context).read(node);
}

Json::Value radio_to_json(const Radio& given, const std::vector<std::string>& agent_names) {
    Radio radio = given;  // a description may write into what it describes
    Json::Value json(Json::objectValue);
    for (auto& [medium, channel] : radio.channels) {
        Json::Value& entry = json["channels"][std::string(to_text(medium))];
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
    json["intersections"] = Json::Value(Json::objectValue);
    for (const auto& [name, intersection] : radio.intersections)
        json["intersections"][name] = intersection_to_json(intersection);
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
