#include "tools/drive/drive_sample.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <optional>

namespace synchrono::tools::drive {
namespace {

constexpr double kDurationMax = 3'600;  // s

/// The rows in which a column must have a value when a file is read without motion. `only_with_motion`
/// means in no row.
enum class NeededIn { every_row, first_row, only_with_motion };

struct Column {
    const char* name;
    int decimals;
    std::function<double&(DriveSample&)> value;
    NeededIn needed;
};

const std::vector<Column>& columns() {
    using S = DriveSample;
    static const std::vector<Column> all = {
        {"t", 3, [](S& s) -> double& { return s.t; }, NeededIn::every_row},
        {"throttle", 4, [](S& s) -> double& { return s.inputs.throttle; }, NeededIn::every_row},
        {"steering", 4, [](S& s) -> double& { return s.inputs.steering; }, NeededIn::every_row},
        {"braking", 4, [](S& s) -> double& { return s.inputs.braking; }, NeededIn::every_row},
        {"x", 5, [](S& s) -> double& { return s.x; }, NeededIn::only_with_motion},
        {"y", 5, [](S& s) -> double& { return s.y; }, NeededIn::only_with_motion},
        {"z", 5, [](S& s) -> double& { return s.z; }, NeededIn::only_with_motion},
        {"roll", 6, [](S& s) -> double& { return s.roll; }, NeededIn::only_with_motion},
        {"pitch", 6, [](S& s) -> double& { return s.pitch; }, NeededIn::only_with_motion},
        {"yaw", 6, [](S& s) -> double& { return s.yaw; }, NeededIn::only_with_motion},
        {"vx", 5, [](S& s) -> double& { return s.vx; }, NeededIn::first_row},
        {"vy", 5, [](S& s) -> double& { return s.vy; }, NeededIn::only_with_motion},
        {"wx", 5, [](S& s) -> double& { return s.wx; }, NeededIn::only_with_motion},
        {"wy", 5, [](S& s) -> double& { return s.wy; }, NeededIn::only_with_motion},
        {"wz", 5, [](S& s) -> double& { return s.wz; }, NeededIn::only_with_motion},
        {"ax", 4, [](S& s) -> double& { return s.ax; }, NeededIn::only_with_motion},
        {"ay", 4, [](S& s) -> double& { return s.ay; }, NeededIn::only_with_motion},
        {"w_fl", 4, [](S& s) -> double& { return s.wheels[0]; }, NeededIn::only_with_motion},
        {"w_fr", 4, [](S& s) -> double& { return s.wheels[1]; }, NeededIn::only_with_motion},
        {"w_rl", 4, [](S& s) -> double& { return s.wheels[2]; }, NeededIn::only_with_motion},
        {"w_rr", 4, [](S& s) -> double& { return s.wheels[3]; }, NeededIn::only_with_motion},
        {"rpm", 1, [](S& s) -> double& { return s.rpm; }, NeededIn::only_with_motion},
        {"gear", 0, [](S& s) -> double& { return s.gear; }, NeededIn::only_with_motion},
    };
    return all;
}

std::vector<std::string_view> split(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> fields;
    const auto trimmed = [](std::string_view field) {
        while (field.starts_with(' ')) field.remove_prefix(1);
        while (field.ends_with(' ')) field.remove_suffix(1);
        return field;
    };
    while (true) {
        const std::size_t comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == line.npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

/// Returns what is wrong with the first value that is out of range, or nothing.
std::optional<std::string> wrong_value(const DriveSample& sample) {
    const client::body::DriverInputs& inputs = sample.inputs;
    if (inputs.throttle < 0 || inputs.throttle > 1) return "throttle: expected 0 to 1";
    if (inputs.braking < 0 || inputs.braking > 1) return "braking: expected 0 to 1";
    if (inputs.steering < -1 || inputs.steering > 1) return "steering: expected -1 to 1";
    if (std::abs(sample.vx) > 100) return "vx: expected -100 to 100";
    if (sample.gear != std::floor(sample.gear) || std::abs(sample.gear) > 30)
        return "gear: expected a whole number";
    return std::nullopt;
}

}  // namespace

Result<std::vector<DriveSample>> read_drive(const std::filesystem::path& file, bool need_motion) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(fmt::format("{}: no such file", file.string()));
    std::ifstream in(file);
    std::string line;
    if (!std::getline(in, line)) return fail(fmt::format("{}: is empty", file.string()));
    // Some spreadsheets write a byte order mark.
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    const auto bad = [&](int number, std::string_view what) {
        return fail(fmt::format("{}:{}: {}", file.string(), number, what));
    };
    std::vector<std::optional<std::size_t>> place(columns().size());
    const std::vector<std::string_view> names = split(line);
    for (std::size_t c = 0; c < columns().size(); ++c) {
        const Column& column = columns()[c];
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] != column.name) continue;
            if (place[c]) return bad(1, fmt::format("column '{}' appears twice", column.name));
            place[c] = i;
        }
        if (!place[c] && (need_motion || column.needed != NeededIn::only_with_motion)) {
            return bad(1, fmt::format("no column '{}'", column.name));
        }
    }
    std::vector<DriveSample> samples;
    for (int number = 2; std::getline(in, line); ++number) {
        if (line.empty() || line == "\r") continue;
        const std::vector<std::string_view> fields = split(line);
        if (fields.size() > names.size()) return bad(number, "more fields than columns");
        DriveSample sample;
        for (std::size_t c = 0; c < columns().size(); ++c) {
            if (!place[c]) continue;
            // Without motion, the gear of the first row is read as well, if the file has that column.
            const Column& column = columns()[c];
            const bool gear = std::string_view(column.name) == "gear";
            const bool read = need_motion || column.needed == NeededIn::every_row ||
                              (samples.empty() && (column.needed == NeededIn::first_row || gear));
            if (!read) continue;
            if (*place[c] >= fields.size()) return bad(number, fmt::format("{}: missing", column.name));
            const std::string_view field = fields[*place[c]];
            double& value = column.value(sample);
            const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
            if (problem != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) {
                return bad(number, fmt::format("{}: expected a number, not '{}'", column.name, field));
            }
        }
        if (const auto wrong = wrong_value(sample)) return bad(number, *wrong);
        if (!samples.empty() && sample.t <= samples.back().t) return bad(number, "t: expected a later time");
        samples.push_back(sample);
    }
    if (samples.size() < 2) return fail(fmt::format("{}: expected two rows or more", file.string()));
    if (samples.back().t - samples.front().t > kDurationMax) {
        return fail(
            fmt::format("{}: expected times in s, over no more than {} s", file.string(), kDurationMax));
    }
    return samples;
}

std::string to_csv(std::span<const DriveSample> samples) {
    std::string text;
    for (const Column& column : columns()) {
        if (!text.empty()) text += ',';
        text += column.name;
    }
    text += '\n';
    for (DriveSample sample : samples) {
        for (const Column& column : columns()) {
            if (&column != &columns().front()) text += ',';
            text += fmt::format("{:.{}f}", column.value(sample), column.decimals);
        }
        text += '\n';
    }
    return text;
}

}  // namespace synchrono::tools::drive
