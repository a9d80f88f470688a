// The form of a scenario's paths. A path that is given as a circle becomes a polygon.
#include "common/config/internal/path_json.hpp"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "common/config/internal/form.hpp"
#include "common/config/internal/measured_path.hpp"

namespace synchrono::config {

namespace {

constexpr double kRadiusMax = 100'000;
constexpr Range kCenter{kRadiusMax - kCoordinateMax, kCoordinateMax - kRadiusMax};
constexpr double kChordErrorMax = 0.01;  // m; greatest distance of a circle from its polygon
constexpr double kShortest_m = 1e-3;     // shorter pieces have no useful direction

struct Circle {
    Path& path;
};

void make_polygon(std::array<double, 2> center, double radius, Path& path) {
    // The chord over an angle a deviates from the circle by at most about radius * a^2 / 8.
    const double angle = std::sqrt(8 * kChordErrorMax / radius);
    const int corners = static_cast<int>(std::ceil(2 * std::numbers::pi / angle));
    for (int i = 0; i < corners; ++i) {
        const double a = 2 * std::numbers::pi * i / corners;
        path.points.push_back({center[0] + radius * std::cos(a), center[1] + radius * std::sin(a)});
    }
    path.closed = true;
}

/// Checks that no two points in a row coincide. Returns false, with a problem, if they do.
bool check_pieces(const JsonNode& node, const Path& path) {
    for (std::size_t i = path.closed ? 0 : 1; i < path.points.size(); ++i) {
        const std::size_t before = (i == 0 ? path.points.size() : i) - 1;
        const double gap = std::hypot(path.points[i][0] - path.points[before][0],
                                      path.points[i][1] - path.points[before][1]);
        if (gap < kShortest_m) return node.problem(fmt::format("points {} and {} coincide", before, i));
    }
    return true;
}

void describe(FormReader& form, Circle& circle) {
    std::array<double, 2> center{};
    double radius = 0;
    const auto center_node = form.numbers("center", center, kCenter),
               radius_node = form.number("radius_m", radius, {1, kRadiusMax});
    if (center_node && radius_node) make_polygon(center, radius, circle.path);
}

template <typename Form>
void describe_points(Form& form, Path& path) {
    const bool is_given = form.has("closed", true);
    const auto closed = form.flag("closed", path.closed);
    const auto points = form.points("points", path.points, {-kCoordinateMax, kCoordinateMax}, {2}, "points");
    if constexpr (Form::kReads) {
        if ((is_given && !closed) || !points || !check_pieces(*points, path)) path.points.clear();
    }
}

}  // namespace

static void describe(FormWriter& form, Path& path) { describe_points(form, path); }

/// Reads a path. Leaves it without points if anything is wrong.
static void describe(FormReader& form, Path& path) {
    const auto circle = form.given("circle"), points = form.given("points"), closed = form.given("closed");
    if (circle.has_value() == points.has_value() || (circle && closed)) {
        form.node().problem("expected either \"circle\" alone or \"points\"");
    } else if (circle) {
        Circle polygon{path};
        FormReader::read(*circle, polygon);
    } else {
        describe_points(form, path);
    }
}

void read_paths(const JsonNode& node, std::map<std::string, Path>& paths) {
    each_named(node, [&](const JsonNode& member, const std::string& name) {
        Path path;
        FormReader::read(member, path);
        if (!path.points.empty()) paths.emplace(name, std::move(path));
    });
}

Json::Value path_to_json(const Path& path) {
    Path copy = path;
    return FormWriter::write(copy);
}

Json::Value paths_to_json(const std::map<std::string, Path>& paths) {
    Json::Value json(Json::objectValue);
    for (const auto& [name, path] : paths) json[name] = path_to_json(path);
    return json;
}

}  // namespace synchrono::config
