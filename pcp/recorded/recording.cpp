#include "pcp/recorded/recording.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace synchrono::pcp::recorded {
namespace {

constexpr std::size_t kRowsMax = 4'000'000;
constexpr double kStep = 0.5;           // m between points of the line
constexpr double kLengthMax = 400'000;  // m
constexpr double kSpeedOver = 0.25;     // s before and after a row, over which its speed is averaged

constexpr std::array<std::string_view, 6> kColumns{"time_s", "x_m", "y_m", "steering", "throttle", "braking"};
enum Column : std::size_t { kTime, kX, kY, kSteering, kThrottle, kBraking };

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

template <typename Visit>
void each_field(std::string_view line, Visit visit) {
    for (std::size_t index = 0;; ++index) {
        const std::size_t comma = line.find(',');
        visit(index, trimmed(line.substr(0, comma)));
        if (comma == line.npos) return;
        line.remove_prefix(comma + 1);
    }
}

}  // namespace

Recording::Recording(std::istream& in, const std::string& name, Needs needs) {
    std::size_t number = 0;
    const auto refuse_line = [&](const std::string& what) {
        throw std::runtime_error(name + ":" + std::to_string(number) + ": " + what);
    };
    const auto refuse_file = [&](const std::string& what) { throw std::runtime_error(name + ": " + what); };
    std::string line;
    std::array<std::optional<std::size_t>, kColumns.size()> at{};
    number = 1;
    if (!std::getline(in, line)) refuse_line("expected column names in the first line");
    each_field(line, [&](std::size_t index, std::string_view field) {
        for (std::size_t c = 0; c < kColumns.size(); ++c)
            if (field == kColumns[c]) at[c] = index;
    });
    std::vector<std::size_t> wanted{kTime};
    if (needs == Needs::places) wanted.insert(wanted.end(), {kX, kY});
    if (needs == Needs::inputs) wanted.insert(wanted.end(), {kSteering, kThrottle, kBraking});
    for (const std::size_t c : wanted)
        if (!at[c]) refuse_line("no column is named '" + std::string(kColumns[c]) + "'");

    std::vector<driving::Point> places;
    double first_s = 0;
    while (std::getline(in, line)) {
        ++number;
        if (trimmed(line).empty()) continue;
        if (times_.size() == kRowsMax)
            refuse_line("the recording has more than " + std::to_string(kRowsMax) + " lines");
        std::array<double, kColumns.size()> value{};
        std::array<bool, kColumns.size()> there{};
        each_field(line, [&](std::size_t index, std::string_view field) {
            for (const std::size_t c : wanted) {
                if (*at[c] != index) continue;
                const auto [end, error] =
                    std::from_chars(field.data(), field.data() + field.size(), value[c]);
                there[c] =
                    error == std::errc() && end == field.data() + field.size() && std::isfinite(value[c]);
            }
        });
        for (const std::size_t c : wanted)
            if (!there[c]) refuse_line("column '" + std::string(kColumns[c]) + "': expected a number");
        if (times_.empty()) first_s = value[kTime];
        const double time = value[kTime] - first_s;
        if (!times_.empty() && !(time > times_.back())) refuse_line("column 'time_s': expected a later time");
        times_.push_back(time);
        if (needs == Needs::inputs) {
            if (std::abs(value[kSteering]) > 1) refuse_line("column 'steering': expected -1 to 1");
            for (const std::size_t c : {kThrottle, kBraking})
                if (value[c] < 0 || value[c] > 1)
                    refuse_line("column '" + std::string(kColumns[c]) + "': expected 0 to 1");
            inputs_.push_back({value[kSteering], value[kThrottle], value[kBraking], false});
        } else {
            places.push_back({value[kX], value[kY]});
        }
    }
    if (times_.size() < 2) refuse_file("expected at least two lines of numbers");
    if (needs == Needs::inputs) return;

    along_.push_back(0);
    for (std::size_t i = 1; i < places.size(); ++i)
        along_.push_back(along_.back() + driving::length(places[i] - places[i - 1]));
    if (!(along_.back() >= 1)) refuse_file("the vehicle moves less than 1 m");
    if (!(along_.back() <= kLengthMax)) refuse_file("the drive is longer than 400 km");
    std::size_t row = 1;
    for (double s = 0; s <= along_.back(); s += kStep) {
        while (row + 1 < along_.size() && along_[row] < s) ++row;
        const double run = along_[row] - along_[row - 1];
        const double share = run > 1e-12 ? std::min(1.0, (s - along_[row - 1]) / run) : 1;
        line_.push_back(places[row - 1] + (places[row] - places[row - 1]) * share);
    }
    for (std::size_t i = 0, a = 0, b = 0; i < times_.size(); ++i) {
        while (times_[a] < times_[i] - kSpeedOver) ++a;
        while (b + 1 < times_.size() && times_[b] < times_[i] + kSpeedOver) ++b;
        const double dt = times_[b] - times_[a];
        speeds_.push_back(dt > 0 ? (along_[b] - along_[a]) / dt : 0);
    }
}

std::size_t Recording::row_at(double time_s) const {
    const auto after = std::ranges::upper_bound(times_, time_s);
    const auto row = static_cast<std::size_t>(after - times_.begin());
    return std::clamp<std::size_t>(row, 1, times_.size() - 1) - 1;
}

DriverInputs Recording::inputs_at(double time_s) const {
    const std::size_t i = row_at(time_s);
    return time_s >= times_.back() ? inputs_.back() : inputs_[i];  // held until the next line
}

Recording::Moment Recording::moment_at(double time_s) const {
    if (time_s >= length_s()) return {along_.back(), 0, 0};
    const std::size_t i = row_at(time_s);
    const double dt = times_[i + 1] - times_[i];
    const double share = std::clamp((time_s - times_[i]) / dt, 0.0, 1.0);
    return {along_[i] + (along_[i + 1] - along_[i]) * share,
            speeds_[i] + (speeds_[i + 1] - speeds_[i]) * share, (speeds_[i + 1] - speeds_[i]) / dt};
}

driving::Point Recording::point_at(double along_m) const {
    const std::size_t last = line_.size() - 1;
    const double steps = along_m / kStep;
    const auto i = std::min(static_cast<std::size_t>(std::max(0.0, steps)), last - 1);
    // The line goes straight on beyond both ends.
    return line_[i] + (line_[i + 1] - line_[i]) * (steps - static_cast<double>(i));
}

double Recording::nearest_along_m(driving::Point p, double near_m) const {
    const auto squared = [&](std::size_t i) { return driving::dot(p - line_[i], p - line_[i]); };
    std::size_t best = std::min(static_cast<std::size_t>(std::max(0.0, near_m / kStep)), line_.size() - 1);
    while (best + 1 < line_.size() && squared(best + 1) < squared(best)) ++best;
    while (best > 0 && squared(best - 1) < squared(best)) --best;
    const std::size_t from = std::min(best, line_.size() - 2);
    const driving::Point along = driving::direction_of(line_[from + 1] - line_[from]);
    return kStep * static_cast<double>(best) + driving::dot(p - line_[best], along);
}

}  // namespace synchrono::pcp::recorded
