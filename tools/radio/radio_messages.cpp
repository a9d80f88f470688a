#include "tools/radio/radio_messages.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "tools/radio/radio_names.hpp"
#include "tools/radio/radio_show.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::radio {
namespace {

/// Counts how often each outcome occurs. Unknown outcomes count together under 0.
std::array<int, kOutcomes> count_outcomes(const RadioTransmission& message) {
    std::array<int, kOutcomes> counts{};
    for (const int outcome : message.outcome()) ++counts[outcome > 0 && outcome < kOutcomes ? outcome : 0];
    return counts;
}

int heard(const std::array<int, kOutcomes>& counts) {
    int sum = 0;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) sum += is_heard(outcome) ? counts[outcome] : 0;
    return sum;
}

/// Returns the number of candidates. A duplicate is listed as a receiver of its own but is not another
/// candidate.
int candidates(const RadioTransmission& message, const std::array<int, kOutcomes>& counts) {
    return message.receiver_size() - counts[RadioTransmission::DUPLICATE];
}

std::string access_text(const RadioTransmission& message) {
    return message.on_air() ? text::milliseconds_text(message.on_air_ns() - message.sent_ns()) : "-";
}

/// Returns the end of a JSON line, with the payload.
std::string payload_members(const std::string& payload, MessageForm form) {
    if (form == MessageForm::json) return fmt::format(",\"payload\":\"{}\"}}\n", text::hex_text(payload));
    return "," + payload_json(as_byte_view(payload)).substr(1) + "\n";
}

}  // namespace

const std::string& payload_at(const RadioTransmission& message, int candidate) {
    const std::uint32_t receiver = message.receiver(candidate);
    if (message.altered_size() == 0) return message.payload();
    // The altered payloads of a receiver are stored in the order of its fates, an altered original before
    // its duplicates. The last duplicates may have no altered payload: they arrived unaltered.
    int skip = 0;
    for (int i = candidate - 1; i >= 0 && message.receiver(i) == receiver; --i) {
        const int outcome = message.outcome(i);
        const bool counts = outcome == RadioTransmission::ALTERED || outcome == RadioTransmission::DUPLICATE;
        skip += counts ? 1 : 0;
    }
    const int outcome = message.outcome(candidate);
    if (outcome != RadioTransmission::ALTERED && outcome != RadioTransmission::DUPLICATE)
        return message.payload();
    for (const AlteredPayload& altered : message.altered()) {
        if (altered.receiver() == receiver && skip-- == 0) return altered.payload();
    }
    return message.payload();
}

MessageLines::MessageLines(const RadioLog& log, MessageForm form, std::optional<std::uint32_t> receiver)
    : log_(log), form_(form), receiver_(receiver), name_width_(std::string_view("sender").size()) {
    constexpr std::size_t kNameWidthMax = 24;
    for (const auto& [number, station] : log.stations())
        name_width_ = std::max(name_width_, station.name.size());
    name_width_ = std::min(name_width_, kNameWidthMax);
}

std::string MessageLines::head() const {
    if (form_ == MessageForm::json || form_ == MessageForm::decoded_json) return {};
    if (form_ == MessageForm::csv) {
        std::string head =
            "sent_ns,sender,station,sequence,medium,type,bytes,x_m,y_m,z_m,on_air_ns,airtime_ns,not_sent";
        if (receiver_) return head + ",receiver,outcome,delay_ns,distance_m,power_dbm,payload\n";
        head += ",candidates,heard";
        for (int outcome = 1; outcome < kOutcomes; ++outcome) head += "," + outcome_key(outcome);
        return head + ",payload\n";
    }
    std::string head = fmt::format("{:>14}  {:<{}}  {:>8}  {:<6} {:>5}  {:<6} {:>9}  ", "sent s", "sender",
                                   name_width_, "sequence", "type", "bytes", "medium", "access ms");
    if (receiver_) {
        return head + fmt::format("{:>10}  {:>9}  {:>10}  {}\n", "distance m", "power dBm", "latency ms",
                                  "fate at " + log_.name_of(*receiver_));
    }
    return head + fmt::format("{:<11}  {}\n", "heard by", "otherwise");
}

std::string MessageLines::lines(const RadioTransmission& message) const {
    if (!receiver_) return line(message, std::nullopt);
    std::string all;
    for (int i = 0; i < message.receiver_size(); ++i) {
        if (message.receiver(i) == *receiver_) all += line(message, i);
    }
    return all;
}

std::string MessageLines::line(const RadioTransmission& message, std::optional<int> candidate) const {
    switch (form_) {
        case MessageForm::json:
        case MessageForm::decoded_json:
            return json_line(message, candidate);
        case MessageForm::csv:
            return csv_line(message, candidate);
        case MessageForm::table:
            break;
    }
    return table_line(message, candidate);
}

std::string MessageLines::table_line(const RadioTransmission& message, std::optional<int> candidate) const {
    std::string text = fmt::format(
        "{:>14}  {:<{}}  {:>8}  {:<6} {:>5}  {:<6} {:>9}  ", text::seconds_text(message.sent_ns()),
        log_.name_of(message.sender()), name_width_, message.sequence(), type_name(message.type()),
        message.payload().size(), medium_name(message.medium()), access_text(message));
    if (candidate) {
        const int outcome = message.outcome(*candidate);
        const float power = message.power_dbm(*candidate);
        return text + fmt::format(
                          "{:>10.1f}  {:>9}  {:>10}  {}\n", message.distance_m(*candidate),
                          power == 0 ? "-" : fmt::format("{:.1f}", power),
                          is_delivered(outcome) ? text::milliseconds_text(message.delay_ns(*candidate)) : "-",
                          outcome_text(outcome));
    }
    if (!message.on_air())
        return text + fmt::format("{:<11}  not sent: {}\n", "-", not_sent_text(message.not_sent()));
    const auto counts = count_outcomes(message);
    std::string reasons;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) {
        if (counts[outcome] == 0 || outcome == RadioTransmission::DELIVERED) continue;
        reasons +=
            fmt::format("{}{} {}", reasons.empty() ? "" : ", ", counts[outcome], outcome_text(outcome));
    }
    text += fmt::format("{:<11}  {}", fmt::format("{} of {}", heard(counts), candidates(message, counts)),
                        reasons);
    while (text.back() == ' ') text.pop_back();
    return text + "\n";
}

std::string MessageLines::json_line(const RadioTransmission& message, std::optional<int> candidate) const {
    std::string text = fmt::format(
        R"({{"sent_ns":{},"sender":{},"station":{},"sequence":{},"medium":{},"type":{},"type_id":{},"bytes":{},)"
        R"("x_m":{},"y_m":{},"z_m":{})",
        message.sent_ns(), text::json_string(log_.name_of(message.sender())), message.sender(),
        message.sequence(), text::json_string(medium_name(message.medium())),
        text::json_string(type_name(message.type())), message.type(), message.payload().size(), message.x_m(),
        message.y_m(), message.z_m());
    if (message.on_air()) {
        text += fmt::format(R"(,"on_air_ns":{},"airtime_ns":{})", message.on_air_ns(), message.airtime_ns());
    } else {
        text += fmt::format(R"(,"not_sent":"{}")", not_sent_key(message.not_sent()));
    }
    if (candidate) {
        const int outcome = message.outcome(*candidate);
        text += fmt::format(R"(,"receiver":{},"outcome":"{}","distance_m":{})",
                            text::json_string(log_.name_of(*receiver_)), outcome_key(outcome),
                            message.distance_m(*candidate));
        if (is_delivered(outcome)) text += fmt::format(R"(,"delay_ns":{})", message.delay_ns(*candidate));
        if (message.power_dbm(*candidate) != 0) {
            text += fmt::format(R"(,"power_dbm":{})", message.power_dbm(*candidate));
        }
        return text + payload_members(payload_at(message, *candidate), form_);
    }
    const auto counts = count_outcomes(message);
    text += fmt::format(R"(,"candidates":{},"heard":{},"outcomes":{{)", candidates(message, counts),
                        heard(counts));
    bool first = true;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) {
        if (counts[outcome] == 0) continue;
        text += fmt::format(R"({}"{}":{})", first ? "" : ",", outcome_key(outcome), counts[outcome]);
        first = false;
    }
    return text + "}" + payload_members(message.payload(), form_);
}

std::string MessageLines::csv_line(const RadioTransmission& message, std::optional<int> candidate) const {
    std::string text = fmt::format(
        "{},{},{},{},{},{},{},{},{},{},", message.sent_ns(), text::csv_field(log_.name_of(message.sender())),
        message.sender(), message.sequence(), medium_name(message.medium()), type_name(message.type()),
        message.payload().size(), message.x_m(), message.y_m(), message.z_m());
    text += message.on_air() ? fmt::format("{},{},", message.on_air_ns(), message.airtime_ns())
                             : ",," + not_sent_key(message.not_sent());
    if (candidate) {
        const int outcome = message.outcome(*candidate);
        const float power = message.power_dbm(*candidate);
        return text +
               fmt::format(",{},{},{},{},{},{}\n", text::csv_field(log_.name_of(*receiver_)),
                           outcome_key(outcome),
                           is_delivered(outcome) ? fmt::format("{}", message.delay_ns(*candidate)) : "",
                           message.distance_m(*candidate), power == 0 ? "" : fmt::format("{}", power),
                           text::hex_text(payload_at(message, *candidate)));
    }
    const auto counts = count_outcomes(message);
    text += fmt::format(",{},{}", candidates(message, counts), heard(counts));
    for (int outcome = 1; outcome < kOutcomes; ++outcome) text += fmt::format(",{}", counts[outcome]);
    return text + "," + text::hex_text(message.payload()) + "\n";
}

}  // namespace synchrono::tools::radio
