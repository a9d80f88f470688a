#include "tools/radio/radio_filter.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/nearest_name.hpp"
#include "tools/radio/radio_names.hpp"

namespace synchrono::tools::radio {
namespace {

std::optional<double> parse_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Result<std::array<double, 4>> parse_area(std::string_view text) {
    std::array<double, 4> corners{};
    std::string_view rest = text;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t comma = rest.find(',');
        const auto number = parse_number(rest.substr(0, comma));
        if (!number || (comma == rest.npos) != (i == 3)) {
            return fail(fmt::format("--area: expected X0,Y0,X1,Y1 in metres, not '{}'", text));
        }
        corners[i] = *number;
        if (comma != rest.npos) rest.remove_prefix(comma + 1);
    }
    if (corners[0] > corners[2]) std::swap(corners[0], corners[2]);
    if (corners[1] > corners[3]) std::swap(corners[1], corners[3]);
    return corners;
}

}  // namespace

Result<SimTime> parse_seconds(const std::string& text) {
    constexpr double kSecondsMax = 1e9;
    const auto value = parse_number(text);
    if (!value || *value < 0 || *value > kSecondsMax)
        return fail(fmt::format("expected seconds, not '{}'", text));
    return SimTime::nanoseconds(std::llround(*value * 1e9));
}

Result<RadioFilter> RadioFilter::make(const RadioFilterOptions& options, const RadioLog& log) {
    RadioFilter filter;
    for (const auto& [name, text, target] : {std::tuple("--agent", &options.agent, &filter.agent_),
                                             {"--sender", &options.sender, &filter.sender_},
                                             {"--receiver", &options.receiver, &filter.receiver_}}) {
        if (text->empty()) continue;
        const auto station = log.find_station(*text);
        if (!station) return fail(fmt::format("{}: {}", name, station.error().text));
        *target = *station;
    }
    for (const auto& [name, text, target] :
         {std::tuple("--from", &options.from, &filter.from_), {"--until", &options.until, &filter.until_}}) {
        if (text->empty()) continue;
        const auto time = parse_seconds(*text);
        if (!time) return fail(fmt::format("{}: {}", name, time.error().text));
        *target = *time;
    }
    if (!options.medium.empty()) {
        filter.medium_ = find_medium(options.medium);
        if (!filter.medium_)
            return fail(
                fmt::format("--medium: no medium '{}'; expected dsrc, cv2x or light", options.medium));
    }
    for (const std::string& text : options.types) {
        const auto type = find_type(text);
        if (!type) {
            return fail(fmt::format("--type: no type '{}'{}{}, or a number to 32767", text,
                                    did_you_mean(text, known_types(), "expected one of "),
                                    fmt::join(known_types(), ", ")));
        }
        filter.types_.push_back(*type);
    }
    if (!options.area.empty()) {
        const auto area = parse_area(options.area);
        if (!area) return tl::unexpected(area.error());
        filter.area_ = *area;
    }
    return filter;
}

RadioFilter::Match RadioFilter::match(const RadioTransmission& message) const {
    if (!wants_sender(message.sender())) return Match::no;
    if (!wants_medium(message.medium())) return Match::no;
    if (!types_.empty() && std::find(types_.begin(), types_.end(), message.type()) == types_.end())
        return Match::no;
    if (!wants_time(SimTime::nanoseconds(message.sent_ns()))) return Match::no;
    if (area_) {
        const auto& [x0, y0, x1, y1] = *area_;
        if (message.x_m() < x0 || message.x_m() > x1 || message.y_m() < y0 || message.y_m() > y1) {
            return Match::all_but_place;
        }
    }
    return Match::yes;
}

bool RadioFilter::concerns_agent(const RadioTransmission& message) const {
    if (!agent_ || message.sender() == *agent_) return true;
    for (int i = 0; i < message.receiver_size(); ++i) {
        if (message.receiver(i) == *agent_ && is_delivered(message.outcome(i))) return true;
    }
    return false;
}

}  // namespace synchrono::tools::radio
