// The form of the faults of a scenario's radio, and add_station(), which other forms use too.
#include <algorithm>

#include "common/base/limits.hpp"
#include "common/config/internal/radio_parts.hpp"

namespace synchrono::config {

namespace {

using radio_parts::kForeverS;

using Kind = RadioFault::Kind;

constexpr double kForeverMs = kForeverS * 1e3;
constexpr std::uint64_t kMessageIdMax = 32'767;
constexpr Range kWindow_s{0, kForeverS}, kDelay_ms{0, kForeverMs};
constexpr Words<Kind, 7> kKinds{{{"loss", Kind::loss},
                                 {"delay", Kind::delay},
                                 {"duplicate", Kind::duplicate},
                                 {"corrupt", Kind::corrupt},
                                 {"alter", Kind::alter},
                                 {"silence", Kind::silence},
                                 {"ghost", Kind::ghost}}};

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

void read_stations(const JsonNode& node, const AgentNames& names, std::vector<AgentId>& stations) {
    if (!node.is_array()) return;
    if (node.value().empty()) node.problem("expected at least one; leave it out for all");
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
        const JsonNode element = node.element(i);
        std::string name;
        if (!element.read(name)) continue;
        if (const auto known = names.find(name)) {
            stations.push_back(*known);
        } else {
            element.problem(
                fmt::format("no agent, road-side unit or earlier ghost '{}'{}", name, names.expected(name)));
        }
    }
    std::sort(stations.begin(), stations.end());
    if (std::adjacent_find(stations.begin(), stations.end()) != stations.end())
        node.problem("one of them is listed twice");
}

/// Returns the names of the stations; nothing if the list is empty, so that the key is left out.
std::optional<Json::Value> stations_to_json(const std::vector<AgentId>& stations, const AgentNames& names) {
    if (stations.empty()) return std::nullopt;
    Json::Value json(Json::arrayValue);
    for (const AgentId station : stations) json.append(names.of(station));
    return json;
}

void read_types(const JsonNode& node, std::vector<std::uint16_t>& types) {
    if (!node.is_array()) return;
    if (node.value().empty()) node.problem("expected at least one; leave it out for all");
    for (Json::ArrayIndex i = 0; i < node.value().size(); ++i) {
        const JsonNode element = node.element(i);
        std::uint64_t number = 0;
        if (element.value().isString()) {
            const auto known =
                std::find_if(kMessageTypes.begin(), kMessageTypes.end(),
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

template <typename Form>
void describe_window(Form& form, RadioFault& fault) {
    if (Form::kReads)
        fault.until = SimTime{} + SimDuration::nanoseconds(static_cast<std::int64_t>(kForeverS * 1e9));
    const auto from = form.time("from_s", fault.from, kWindow_s, Need::optional),
               until = form.time("until_s", fault.until, kWindow_s, Need::optional);
    if (fault.from < fault.until) return;
    if (until) {
        until->problem("expected more than \"from_s\"");
    } else if (from) {
        from->problem(fmt::format("expected less than {}", kForeverS));
    }
}

template <typename Form>
void describe_stations(Form& form, const char* key, std::vector<AgentId>& stations, const AgentNames& names) {
    form.own(
        key, [&](const JsonNode& node) { read_stations(node, names, stations); },
        [&] { return stations_to_json(stations, names); });
}

/// Describes the keys of all kinds but ghosts.
template <typename Form>
void describe_effect(Form& form, RadioFault& fault, const AgentNames& names) {
    const Kind kind = fault.kind;
    form.number("probability", fault.probability, {0, 1}, Need::optional);
    if (kind == Kind::silence) return;
    describe_stations(form, "receivers", fault.receivers, names);
    if (kind == Kind::delay || kind == Kind::duplicate) {
        const auto delay = form.time("delay_ms", fault.delay, kDelay_ms, Need::optional),
                   jitter = form.time("jitter_ms", fault.jitter, kDelay_ms, Need::optional);
        if constexpr (Form::kReads) {
            const bool good = (delay || !form.given("delay_ms")) && (jitter || !form.given("jitter_ms"));
            if (kind == Kind::delay && good && fault.delay + fault.jitter == SimDuration{})
                form.node().problem("expected \"delay_ms\" or \"jitter_ms\" above 0");
        }
    }
    if (kind == Kind::corrupt) form.whole("bits", fault.bits, 1, 1'000, Need::optional);
    if (kind == Kind::alter) {
        if (const auto node = form.text("field", fault.field); node && fault.field.empty())
            node->problem("expected the JSON name of a field");
        form.own(
            "value", [&](const JsonNode& node) { fault.value = write_compact(node.value()); },
            [&] { return std::optional(parse_own(fault.value)); }, Need::required);
    }
}

/// Checks that a ghost either repeats messages ("delay_ms") or sends captured messages, and that it has no
/// keys that are for the other. Returns false, with a problem, if it has both keys or neither.
bool check_ghost(FormReader& form, bool has_dsrc) {
    const auto captured = form.given("captured"), delay = form.given("delay_ms");
    if (captured.has_value() == delay.has_value())
        return form.node().problem("expected either \"captured\" or \"delay_ms\"");
    if (!captured) return true;
    for (const char* key : {"senders", "types", "probability", "jitter_ms"}) {
        if (const auto node = form.given(key)) node->problem("cannot be used with \"captured\"");
    }
    if (!has_dsrc) captured->problem("no channel for 'dsrc' in \"channels\"");
    return true;
}

void check_captured(const JsonNode& node, const std::vector<RadioFault::Captured>& captured) {
    if (captured.empty()) node.problem("expected at least one message");
    for (std::size_t i = 1; i < captured.size(); ++i) {
        if (captured[i].at < captured[i - 1].at)
            node.element(static_cast<Json::ArrayIndex>(i))
                .problem_at("at_s", "expected a time not before that of the previous message");
    }
}

template <typename Form>
void describe_ghost(Form& form, RadioFault& fault, AgentNames& names, bool has_dsrc) {
    if (const auto node = form.name("name", fault.name))
        fault.ghost = radio_parts::add_station(*node, fault.name, names);
    form.position("position", fault.position, radio_parts::kCoordinate);
    if (Form::kReads || fault.captured.empty()) {
        // A repetition without delay could not be distinguished from the message that it repeats.
        form.time("delay_ms", fault.delay, {0, kForeverMs, true}, Need::optional);
        form.time("jitter_ms", fault.jitter, kDelay_ms, Need::optional);
        form.number("probability", fault.probability, {0, 1}, Need::optional);
    }
    if constexpr (Form::kReads) {
        if (!check_ghost(form, has_dsrc)) return;
    }
    if (!form.has("captured", !fault.captured.empty())) return;
    if (const auto node = form.objects("captured", fault.captured, kAnyCount))
        check_captured(*node, fault.captured);
}

}  // namespace

template <typename Form>
static void describe(Form& form, RadioFault::Captured& message) {
    form.time("at_s", message.at, kWindow_s);
    form.own(
        "hex", [&](const JsonNode& node) { read_hex(node, message.payload); },
        [&] { return std::optional(Json::Value(to_hex(message.payload))); }, Need::required);
}

template <typename Form>
static void describe_fault(Form& form, RadioFault& fault, AgentNames& names, bool has_dsrc) {
    if (!form.kind("kind", fault.kind, kKinds)) return;
    describe_window(form, fault);
    describe_stations(form, "senders", fault.senders, names);
    form.own(
        "types", [&](const JsonNode& node) { read_types(node, fault.types); },
        [&] {
            return fault.types.empty() ? std::nullopt : std::optional(FormWriter::array_of(fault.types));
        });
    if (fault.kind == Kind::ghost) {
        // The ghost's name is added after its senders are read, so that a ghost cannot repeat itself.
        describe_ghost(form, fault, names, has_dsrc);
    } else {
        describe_effect(form, fault, names);
    }
}

void describe(FormReader& form, RadioFault& fault, AgentNames& names, const bool& has_dsrc) {
    describe_fault(form, fault, names, has_dsrc);
}
void describe(FormWriter& form, RadioFault& fault, AgentNames& names, const bool& has_dsrc) {
    describe_fault(form, fault, names, has_dsrc);
}

AgentId radio_parts::add_station(const JsonNode& node, const std::string& name, AgentNames& names) {
    const AgentId id{static_cast<std::uint32_t>(names.size())};
    if (const AgentId known = names.add(name, id); known != id) {
        node.problem(fmt::format("the name '{}' is already that of number {}", name, known.value));
    } else if (names.size() > limits::kRadioStationsMax) {
        node.problem(fmt::format("expected at most {} agents, road-side units and ghosts in all",
                                 limits::kRadioStationsMax));
    }
    return id;
}

}  // namespace synchrono::config
