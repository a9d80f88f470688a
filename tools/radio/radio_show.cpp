#include "tools/radio/radio_show.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::radio {
namespace {

constexpr std::size_t kOctetsShownMax = 8;

/// Returns, in hexadecimal, the octets that hold `bits` bits from bit `first` on, with "..." in place of the
/// octets after kOctetsShownMax.
std::string octets_text(ByteView payload, std::size_t first, std::size_t bits) {
    if (bits == 0) return "";
    const std::size_t from = std::min(first / 8, payload.size());
    const std::size_t until = std::min((first + bits + 7) / 8, payload.size());
    const std::size_t shown = std::min(until - from, kOctetsShownMax);
    return text::hex_text(as_text(payload.subspan(from, shown))) + (shown < until - from ? "..." : "");
}

}  // namespace

Result<FoundMessage> find_message(const std::filesystem::path& run, const RadioLog& log, std::uint32_t sender,
                                  std::uint64_t sequence) {
    std::optional<FoundMessage> found;
    std::uint64_t first = 0, last = 0;
    auto visited = log.visit({.message = [&](SimTime, const RadioTransmission& message) {
        if (message.sender() != sender) return;
        first = first == 0 ? message.sequence() : std::min(first, message.sequence());
        last = std::max(last, message.sequence());
        if (!found && message.sequence() == sequence) found = FoundMessage{message, {}};
    }});
    if (!visited) return tl::unexpected(visited.error());
    if (!found) {
        if (last == 0) return fail(fmt::format("{} sent no message", log.name_of(sender)));
        return fail(fmt::format("{} sent no message {}; it sent {} to {}", log.name_of(sender), sequence,
                                first, last));
    }
    visited = visit_late(run, [&](std::string_view receiver, const RadioLate& late) {
        if (late.sender() != sender || late.sequence() != sequence) return;
        if (const auto number = log.find_station(receiver)) {
            found->late_ns[*number] = late.seen_ns() - late.time_ns();
        }
    });
    if (!visited) return tl::unexpected(visited.error());
    return *found;
}

std::string bits_text(ByteView payload) {
    const auto lines = j2735::trace(payload);
    std::size_t width = 5;
    for (const j2735::TraceLine& line : lines) {
        width = std::max(width, octets_text(payload, line.bit, line.bits).size());
    }
    std::string text = fmt::format("{:>6} {:>6}  {:<{}}  {}\n", "bit", "bits", "bytes", width, "field");
    for (const j2735::TraceLine& line : lines) {
        text += fmt::format("{:>6} {:>6}  {:<{}}  {} = {}\n", line.bit, line.bits,
                            octets_text(payload, line.bit, line.bits), width, line.path, line.value);
    }
    if (const auto decoded = j2735::decode(payload); !decoded) {
        text += fmt::format("cannot be decoded: {}\n", decoded.error().text);
    }
    return text;
}

std::string message_text(const RadioLog& log, const FoundMessage& found) {
    const RadioTransmission& m = found.message;
    std::string text = fmt::format("{} {} of {} over {}, {} bytes\n", type_name(m.type()), m.sequence(),
                                   log.name_of(m.sender()), medium_name(m.medium()), m.payload().size());
    text += fmt::format("sent at {} s from ({:.3f}, {:.3f}, {:.3f}) m\n", text::seconds_text(m.sent_ns()),
                        m.x_m(), m.y_m(), m.z_m());
    if (m.on_air()) {
        text += fmt::format("on the air {} ms later, for {} ms\n",
                            text::milliseconds_text(m.on_air_ns() - m.sent_ns()),
                            text::milliseconds_text(m.airtime_ns()));
    } else {
        text += fmt::format("not on the air: {}\n", not_sent_text(m.not_sent()));
    }
    text += "\n" + bits_text(as_byte_view(m.payload()));
    if (m.receiver_size() == 0) return text;

    std::size_t width = std::string_view("receiver").size();
    for (const std::uint32_t receiver : m.receiver()) width = std::max(width, log.name_of(receiver).size());
    text += fmt::format("\n{:<{}}  {:>10}  {:>9}  {:>10}  {}\n", "receiver", width, "distance m", "power dBm",
                        "latency ms", "fate");
    int beyond = 0;
    float beyond_m = 0;
    for (int i = 0; i < m.receiver_size(); ++i) {
        const int outcome = m.outcome(i);
        if (outcome == RadioTransmission::OUT_OF_RANGE) {
            beyond_m = beyond++ == 0 ? m.distance_m(i) : std::min(beyond_m, m.distance_m(i));
            continue;
        }
        std::string fate = outcome_text(outcome);
        if (is_altered(m, i)) fate += ": " + text::hex_text(payload_at(m, i));
        const auto late = found.late_ns.find(m.receiver(i));
        if (late != found.late_ns.end() && is_delivered(outcome))
            fate += fmt::format(", seen {} ms late", text::milliseconds_text(late->second));
        text +=
            fmt::format("{:<{}}  {:>10.1f}  {:>9}  {:>10}  {}\n", log.name_of(m.receiver(i)), width,
                        m.distance_m(i), m.power_dbm(i) == 0 ? "-" : fmt::format("{:.1f}", m.power_dbm(i)),
                        is_delivered(outcome) ? text::milliseconds_text(m.delay_ns(i)) : "-", fate);
    }
    if (beyond > 0) text += fmt::format("{} more out of range, the nearest at {:.1f} m\n", beyond, beyond_m);
    return text;
}

std::string payload_json(ByteView payload) {
    std::string text = fmt::format(R"({{"payload":"{}",)", text::hex_text(as_text(payload)));
    const auto decoded = j2735::decode(payload);
    text += decoded ? R"("decoded":)" + j2735::to_json(*decoded)
                    : R"("error":)" + text::json_string(decoded.error().text);
    return text + "}";
}

std::string message_json(const RadioLog& log, const FoundMessage& found) {
    const RadioTransmission& m = found.message;
    std::string text = fmt::format(
        R"({{"sender":{},"sequence":{},"medium":"{}","type":"{}","sent_ns":{},"x_m":{},"y_m":{},"z_m":{},)",
        text::json_string(log.name_of(m.sender())), m.sequence(), medium_name(m.medium()),
        type_name(m.type()), m.sent_ns(), m.x_m(), m.y_m(), m.z_m());
    text += m.on_air() ? fmt::format(R"("on_air_ns":{},"airtime_ns":{},)", m.on_air_ns(), m.airtime_ns())
                       : fmt::format(R"("not_sent":"{}",)", not_sent_key(m.not_sent()));
    text += R"("message":)" + payload_json(as_byte_view(m.payload())) + R"(,"receivers":[)";
    for (int i = 0; i < m.receiver_size(); ++i) {
        const int outcome = m.outcome(i);
        text +=
            fmt::format(R"({}{{"receiver":{},"outcome":"{}","distance_m":{})", i == 0 ? "" : ",",
                        text::json_string(log.name_of(m.receiver(i))), outcome_key(outcome), m.distance_m(i));
        if (m.power_dbm(i) != 0) text += fmt::format(R"(,"power_dbm":{})", m.power_dbm(i));
        if (is_delivered(outcome)) text += fmt::format(R"(,"delay_ns":{})", m.delay_ns(i));
        if (is_altered(m, i)) {
            text += R"(,"message":)" + payload_json(as_byte_view(payload_at(m, i)));
        }
        const auto late = found.late_ns.find(m.receiver(i));
        if (late != found.late_ns.end() && is_delivered(outcome))
            text += fmt::format(R"(,"late_ns":{})", late->second);
        text += "}";
    }
    return text + "]}\n";
}

Result<Bytes> parse_hex(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        // Skips spaces and colons between octets; within an octet they are an error.
        if (digits.size() % 2 != 0 || (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != ':'))
            digits += c;
    }
    Bytes bytes;
    if (digits.empty()) return fail("the message is empty");
    if (!j2735::parse_hex(digits, bytes)) {
        return fail(fmt::format("'{}' is not a message in hexadecimal", text.substr(0, 40)));
    }
    return bytes;
}

}  // namespace synchrono::tools::radio
