#include "tools/drive_sample.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <optional>

namespace synchrono::tools {
namespace {

struct Column {
    const char* name;
    int decimals;
    std::function<double&(DriveSample&)> value;
    bool input;  // needed where no motion is
};

const std::vector<Column>& columns() {
    using S = DriveSample;
    static const std::vector<Column> all = {
        {"t", 3, [](S& s) -> double& { return s.t; }, true},
        {"throttle", 4, [](S& s) -> double& { return s.inputs.throttle; }, true},
        {"steering", 4, [](S& s) -> double& { return s.inputs.steering; }, true},
        {"braking", 4, [](S& s) -> double& { return s.inputs.braking; }, true},
        {"x", 5, [](S& s) -> double& { return s.x; }, false},
        {"y", 5, [](S& s) -> double& { return s.y; }, false},
        {"z", 5, [](S& s) -> double& { return s.z; }, false},
        {"roll", 6, [](S& s) -> double& { return s.roll; }, false},
        {"pitch", 6, [](S& s) -> double& { return s.pitch; }, false},
        {"yaw", 6, [](S& s) -> double& { return s.yaw; }, false},
        {"vx", 5, [](S& s) -> double& { return s.vx; }, true},
        {"vy", 5, [](S& s) -> double& { return s.vy; }, false},
        {"wx", 5, [](S& s) -> double& { return s.wx; }, false},
        {"wy", 5, [](S& s) -> double& { return s.wy; }, false},
        {"wz", 5, [](S& s) -> double& { return s.wz; }, false},
        {"ax", 4, [](S& s) -> double& { return s.ax; }, false},
        {"ay", 4, [](S& s) -> double& { return s.ay; }, false},
        {"w_fl", 4, [](S& s) -> double& { return s.wheels[0]; }, false},
        {"w_fr", 4, [](S& s) -> double& { return s.wheels[1]; }, false},
        {"w_rl", 4, [](S& s) -> double& { return s.wheels[2]; }, false},
        {"w_rr", 4, [](S& s) -> double& { return s.wheels[3]; }, false},
        {"rpm", 1, [](S& s) -> double& { return s.rpm; }, false},
        {"gear", 0, [](S& s) -> double& { return s.gear; }, false},
    };
    return all;
}

std::vector<std::string_view> split(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == line.npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

std::optional<std::string> wrong_input(const client::DriverInputs& inputs) {
    if (inputs.throttle < 0 || inputs.throttle > 1) return "throttle: expected 0 to 1";
    if (inputs.braking < 0 || inputs.braking > 1) return "braking: expected 0 to 1";
    if (inputs.steering < -1 || inputs.steering > 1) return "steering: expected -1 to 1";
    return std::nullopt;
}

}  // namespace

Result<std::vector<DriveSample>> read_drive(const std::filesystem::path& file, bool need_motion) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(fmt::format("{}: no such file", file.string()));
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const auto bad = [&](int number, std::string_view what) {
        return fail(fmt::format("{}:{}: {}", file.string(), number, what));
    };
    std::vector<std::optional<std::size_t>> place(columns().size());
    const std::vector<std::string_view> names = split(line);
    for (std::size_t c = 0; c < columns().size(); ++c) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == columns()[c].name) place[c] = i;
        }
        if (!place[c] && (need_motion || columns()[c].input)) {
            return bad(1, fmt::format("no column '{}'", columns()[c].name));
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
            // Only the first row says how fast it begins.
            if (!need_motion && !samples.empty() && columns()[c].input == false) continue;
            const bool initial =
                std::string_view(columns()[c].name) == "vx" && !need_motion && !samples.empty();
            if (*place[c] >= fields.size()) {
                if (initial) continue;
                return bad(number, fmt::format("{}: missing", columns()[c].name));
            }
            const std::string_view field = fields[*place[c]];
            double& value = columns()[c].value(sample);
            const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
            if (initial && field.empty()) continue;
            if (problem != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) {
                return bad(number, fmt::format("{}: expected a number, not '{}'", columns()[c].name, field));
            }
        }
        if (const auto wrong = wrong_input(sample.inputs)) return bad(number, *wrong);
        if (!samples.empty() && sample.t <= samples.back().t) return bad(number, "t: expected a later time");
        samples.push_back(sample);
    }
    if (samples.size() < 2) return fail(fmt::format("{}: expected two rows or more", file.string()));
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

}  // namespace synchrono::tools
