// Reading and writing the faults of a scenario's radio, and what they share with its other parts.
#include "common/base/limits.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config::radio_parts {

namespace {

using Kind = RadioFault::Kind;

constexpr double kForeverMs = kForeverS * 1e3;
constexpr std::uint64_t kMessageIdMax = 32'767;
constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"loss", Kind::loss},       {"delay", Kind::delay}, {"duplicate", Kind::duplicate},
    {"corrupt", Kind::corrupt}, {"alter", Kind::alter}, {"silence", Kind::silence},
    {"ghost", Kind::ghost}};

bool read_time(const JsonNode& node, SimTime& time) {
    std::int64_t ns = 0;
    if (!node.read_time_ns(kSeconds, {0, kForeverS}, ns)) return false;
    time = SimTime::nanoseconds(ns);
    return true;
}

int digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

void read_hex(const JsonNode& node, std::vector<std::byte>& bytes) {
    std::string text;
    if (!node.read(text)) return;
    const bool good = !text.empty() && text.size() % 2 == 0 &&
                      text.size() / 2 <= limits::kRadioPayloadBytesMax &&
                      std::all_of(text.begin(), text.end(), [](char c) { return digit(c) >= 0; });
    if (!good) {
        node.problem(fmt::format("expected 1 to {} bytes, two hexadecimal digits each",
                                 limits::kRadioPayloadBytesMax));
        return;
    }
    for (std::size_t i = 0; i < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(digit(text[i]) << 4 | digit(text[i + 1])));
}

std::string to_hex(const std::vector<std::byte>& bytes) {
    std::string hex;
    for (const std::byte byte : bytes) hex += fmt::format("{:02X}", std::to_integer<unsigned>(byte));
    return hex;
}

/// Reads one fault. One use.
class FaultReader {
  public:
    FaultReader(const JsonNode& node, Names& names, bool has_dsrc)
        : object_(node), names_(names), has_dsrc_(has_dsrc) {}

    RadioFault read() {
        const auto kind = object_.find("kind", Need::required);
        if (!kind || !read_word(*kind, kKinds, fault_.kind)) return {};  // which keys there are depends on it
        read_window();
        if (auto node = object_.find("senders")) read_stations(*node, fault_.senders);
        if (auto node = object_.find("types")) read_types(*node, fault_.types);
        if (fault_.kind == Kind::ghost) {
            read_ghost();  // after the senders: nobody repeats himself
        } else {
            read_effect();
        }
        object_.finish();
        return std::move(fault_);
    }

  private:
    void read_window() {
        const auto from = object_.find("from_s"), until = object_.find("until_s");
        fault_.until = SimTime{} + SimDuration::nanoseconds(static_cast<std::int64_t>(kForeverS * 1e9));
        bool good = !from || read_time(*from, fault_.from);
        good = (!until || read_time(*until, fault_.until)) && good;
        if (!good || fault_.from < fault_.until) return;
        if (until) {
            until->problem("expected more than \"from_s\"");
        } else {
            from->problem(fmt::format("expected less than {}", kForeverS));
        }
    }

    void read_effect() {
        const Kind kind = fault_.kind;
        if (auto node = object_.find("probability")) node->read_number({0, 1}, fault_.probability);
        if (kind == Kind::silence) return;
        if (auto node = object_.find("receivers")) read_stations(*node, fault_.receivers);
        if (kind == Kind::delay || kind == Kind::duplicate) {
            bool good = read_duration("delay_ms", {0, kForeverMs}, fault_.delay);
            good = read_duration("jitter_ms", {0, kForeverMs}, fault_.jitter) && good;
            if (kind == Kind::delay && good && fault_.delay + fault_.jitter == SimDuration{})
                object_.node().problem("expected \"delay_ms\" or \"jitter_ms\" above 0");
        }
        if (kind == Kind::corrupt) {
            std::uint64_t bits = fault_.bits;
            if (auto node = object_.find("bits")) node->read_whole(1, 1'000, bits);
            fault_.bits = static_cast<std::uint32_t>(bits);
        }
        if (kind == Kind::alter) {
            if (auto node = object_.find("field", Need::required); node && node->read(fault_.field)) {
                if (fault_.field.empty()) node->problem("expected the JSON name of a field");
            }
            if (auto node = object_.find("value", Need::required))
                fault_.value = write_compact(node->value());
        }
    }

    /// False when it is there and wrong.
    bool read_duration(const char* key, Range range, SimDuration& duration) {
        const auto node = object_.find(key);
        std::int64_t ns = 0;
        if (!node) return true;
        if (!node->read_time_ns(kMilliseconds, range, ns)) return false;
        duration = SimDuration::nanoseconds(ns);
        return true;
    }

    void read_ghost() {
        if (auto node = object_.find("name", Need::required); node && node->read_name(fault_.name))
            fault_.ghost = add_station(*node, fault_.name, names_);
        if (auto node = object_.find("position", Need::required)) read_position(*node, fault_.position);
        const auto captured = object_.find("captured"), delay = object_.find("delay_ms"),
                   probability = object_.find("probability");
        // A repetition at the very instant would be one with what it repeats.
        read_duration("delay_ms", {0, kForeverMs, true}, fault_.delay);
        read_duration("jitter_ms", {0, kForeverMs}, fault_.jitter);
        if (probability) probability->read_number({0, 1}, fault_.probability);
        if (captured.has_value() == delay.has_value()) {
            object_.node().problem("expected either \"captured\" or \"delay_ms\"");
        } else if (captured) {
            for (const char* key : {"senders", "types", "probability", "jitter_ms"}) {
                if (auto node = object_.find(key)) node->problem("expected none beside \"captured\"");
            }
            if (!has_dsrc_) captured->problem("no channel for 'dsrc' in \"channels\"");
            if (captured->is_array()) read_captured(*captured);
        }
    }

    void read_captured(const JsonNode& node) {
        if (node.value().empty()) node.problem("expected at least one message");
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            JsonObject entry(node.element(i));
            RadioFault::Captured message;
            const auto at = entry.find("at_s", Need::required);
            if (at && read_time(*at, message.at) && !fault_.captured.empty() &&
                message.at < fault_.captured.back().at)
                at->problem("expected times that do not descend");
            if (auto hex = entry.find("hex", Need::required)) read_hex(*hex, message.payload);
            entry.finish();
            fault_.captured.push_back(std::move(message));
        }
    }

    void read_stations(const JsonNode& node, std::vector<AgentId>& stations) {
        if (!node.is_array()) return;
        if (node.value().empty()) node.problem("expected at least one; leave it out for all");
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            std::string name;
            if (!element.read(name)) continue;
            const auto known = names_.find(name);
            if (known == names_.end()) {
                element.problem(fmt::format("no agent, road-side unit or earlier ghost '{}'", name));
            } else {
                stations.push_back(known->second);
            }
        }
        std::sort(stations.begin(), stations.end());
        if (std::adjacent_find(stations.begin(), stations.end()) != stations.end())
            node.problem("expected each once");
    }

    static void read_types(const JsonNode& node, std::vector<std::uint16_t>& types) {
        if (!node.is_array()) return;
        if (node.value().empty()) node.problem("expected at least one; leave it out for all");
        for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
            const JsonNode element = node.element(i);
            std::uint64_t number = 0;
            if (element.value().isString()) {
                const auto known = std::find_if(
                    kMessageTypes.begin(), kMessageTypes.end(),
                    [&](const auto& word) { return element.value() == std::string(word.first); });
                if (known != kMessageTypes.end()) {
                    types.push_back(known->second);
                } else {
                    element.problem(
                        fmt::format("expected a J2735 message id or one of {}", list_of(kMessageTypes)));
                }
            } else if (element.read_whole(0, kMessageIdMax, number)) {
                types.push_back(static_cast<std::uint16_t>(number));
            }
        }
        std::sort(types.begin(), types.end());
        types.erase(std::unique(types.begin(), types.end()), types.end());
    }

    JsonObject object_;
    Names& names_;
    const bool has_dsrc_;
    RadioFault fault_;
};

}  // namespace

void read_position(const JsonNode& node, geo::Vec3& position) {
    double numbers[3];
    if (node.read_numbers({-kCoordinateMax, kCoordinateMax}, numbers, 3))
        position = {numbers[0], numbers[1], numbers[2]};
}

Json::Value position_to_json(const geo::Vec3& position) {
    Json::Value json(Json::arrayValue);
    for (const double x : {position.x, position.y, position.z}) json.append(x);
    return json;
}

AgentId add_station(const JsonNode& node, const std::string& name, Names& names) {
    const AgentId id{static_cast<std::uint32_t>(names.size())};
    const auto [known, fresh] = names.emplace(name, id);
    if (!fresh) {
        node.problem(fmt::format("'{}' is the name of number {} already", name, known->second.value));
    } else if (names.size() > limits::kRadioStationsMax) {
        node.problem(fmt::format("expected at most {} agents, road-side units and ghosts in all",
                                 limits::kRadioStationsMax));
    }
    return id;
}

std::vector<RadioFault> read_faults(const JsonNode& node, Names& names, bool has_dsrc) {
    std::vector<RadioFault> faults;
    if (!node.is_array()) return faults;
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i)
        faults.push_back(FaultReader(node.element(i), names, has_dsrc).read());
    return faults;
}

Json::Value fault_to_json(const RadioFault& fault, const std::vector<std::string>& names) {
    const auto seconds = [](SimTime time) { return static_cast<double>(time.count_ns()) / 1e9; };
    const auto milliseconds = [](SimDuration d) { return static_cast<double>(d.count_ns()) / 1e6; };
    Json::Value json(Json::objectValue);
    const auto stations = [&](const char* key, const std::vector<AgentId>& ids) {
        for (const AgentId id : ids) json[key].append(names.at(id.value));
    };
    const Kind kind = fault.kind;
    json["kind"] = word_for(kKinds, kind);
    json["from_s"] = seconds(fault.from);
    json["until_s"] = seconds(fault.until);
    stations("senders", fault.senders);
    stations("receivers", fault.receivers);
    for (const std::uint16_t type : fault.types) json["types"].append(type);
    const bool repeats = kind == Kind::ghost && fault.captured.empty();
    if (kind != Kind::ghost || repeats) json["probability"] = fault.probability;
    if (kind == Kind::delay || kind == Kind::duplicate || repeats) {
        json["delay_ms"] = milliseconds(fault.delay);
        json["jitter_ms"] = milliseconds(fault.jitter);
    }
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
        entry["at_s"] = seconds(message.at);
        entry["hex"] = to_hex(message.payload);
        json["captured"].append(entry);
    }
    return json;
}

}  // namespace synchrono::config::radio_parts
