// Measures the time to find the way that is nearest to a place and leads in a given direction, for places all
// over a town. The floor knows the answer already: it only loads the right piece of the way from memory and
// computes the distance to this piece. Any search must do that much. The `peer` checks every piece of every
// driving way. Rounds of the three alternate, and medians are compared.
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <numbers>
#include <vector>

#include "bench/median.hpp"
#include "bench/table.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"
#include "common/roadmap/road_map.hpp"

namespace {

using namespace synchrono;
using bench::median;
using namespace synchrono::roadmap;

constexpr int kBlocks = 20;
constexpr double kBlock_m = 120, kCrossing_m = 24;
constexpr int kPlaces = 100'000, kRounds = 5;
constexpr int kAgents = 1'000, kSteps_1_s = 100;

/// Returns a town of blocks. Each side of a street has two lanes, a bicycle lane and a pavement. Every third
/// street has a bend.
std::string town() {
    std::string text = "<OpenDRIVE><header revMajor=\"1\" revMinor=\"7\"/>\n";
    int id = 0;
    const auto lanes = [](int sign) {
        std::string all;
        const std::array<std::pair<const char*, double>, 4> kinds{
            {{"driving", 3.5}, {"driving", 3.5}, {"biking", 1.5}, {"sidewalk", 2}}};
        for (int i = 0; i < 4; ++i) {
            const int lane = sign > 0 ? 4 - i : -(i + 1);
            const auto& [type, width] = kinds[static_cast<std::size_t>(std::abs(lane) - 1)];
            all += fmt::format(
                "<lane id=\"{}\" type=\"{}\"><width sOffset=\"0\" a=\"{}\" b=\"0\" c=\"0\" d=\"0\"/></lane>",
                lane, type, width);
        }
        return all;
    };
    const auto add = [&](double x, double y, double heading) {
        const double length = kBlock_m - kCrossing_m;
        std::string plan =
            fmt::format("<geometry s=\"0\" x=\"{}\" y=\"{}\" hdg=\"{}\" length=\"{}\"><line/></geometry>", x,
                        y, heading, length);
        if (id % 3 == 0) {
            plan = fmt::format(
                "<geometry s=\"0\" x=\"{}\" y=\"{}\" hdg=\"{}\" length=\"{}\">"
                "<arc curvature=\"0.004\"/></geometry>",
                x, y, heading, length);
        }
        text += fmt::format(
            "<road id=\"{}\" length=\"{}\" junction=\"-1\"><planView>{}</planView><lanes>"
            "<laneSection s=\"0\"><left>{}</left><center><lane id=\"0\" type=\"none\"/></center>"
            "<right>{}</right></laneSection></lanes></road>\n",
            id++, length, plan, lanes(1), lanes(-1));
    };
    for (int i = 0; i <= kBlocks; ++i) {
        for (int j = 0; j < kBlocks; ++j) {
            add(j * kBlock_m + kCrossing_m / 2, i * kBlock_m, 0);
            add(i * kBlock_m, j * kBlock_m + kCrossing_m / 2, std::numbers::pi / 2);
        }
    }
    return text + "</OpenDRIVE>\n";
}

struct Query {
    geo::Vec3 place;
    double yaw_rad;
    std::uint32_t way = kNone;  // the answer, and its piece
    std::size_t piece = 0;
};

/// Returns the squared distance to a piece of a way; 1e300 if the piece's direction differs from the query's
/// by 90 degrees or more.
double squared_distance(const WayPoint& a, const WayPoint& b, const Query& query) {
    const double dx = b.position.x - a.position.x, dy = b.position.y - a.position.y;
    if (dx * std::cos(query.yaw_rad) + dy * std::sin(query.yaw_rad) <= 0) return 1e300;
    const double px = query.place.x - a.position.x, py = query.place.y - a.position.y;
    const double part = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    const double x = px - part * dx, y = py - part * dy;
    return x * x + y * y;
}

/// Returns the processor time of this thread. Wall time would include that of other programs.
double cpu_seconds() {
    timespec now{};
    SYN_REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Returns nanoseconds per query.
template <typename Ask>
double timed(const std::vector<Query>& queries, std::size_t count, Ask ask) {
    const double start = cpu_seconds();
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += ask(queries[i]);
    const double seconds = cpu_seconds() - start;
    SYN_REQUIRE(std::isfinite(sum));
    return seconds * 1e9 / static_cast<double>(count);
}

}  // namespace

int main() {
    const std::string text = town();
    const double start = cpu_seconds();
    auto read = read_open_drive(text, "town");
    SYN_REQUIRE(read.has_value());
    const double has_read = cpu_seconds();
    const auto made = RoadMap::make(std::move(*read));
    SYN_REQUIRE(made.has_value());
    const RoadMap& map = *made;
    const double has_made = cpu_seconds();
    std::size_t pieces = 0;
    for (const Way& way : map.ways()) pieces += way.points.size() - 1;
    Random random(1);
    std::vector<Query> queries;
    while (queries.size() < kPlaces) {
        const auto index = static_cast<std::uint32_t>(random.below(map.ways().size()));
        const Way& way = map.ways()[index];
        if (way.kind != WayKind::driving) continue;
        const WayPoint at = map.at(index, random.uniform(0, way.length_m));
        Query query{at.position + geo::Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0.5},
                    at.yaw_rad + random.uniform(-0.2, 0.2)};
        const auto found = map.nearest(query.place, 10, kDrivingWays, query.yaw_rad);
        SYN_REQUIRE(found.has_value());
        query.way = found->way;
        const auto& points = map.ways()[found->way].points;
        while (query.piece + 2 < points.size() && points[query.piece + 1].s_m < found->s_m) ++query.piece;
        queries.push_back(query);
    }

    const auto ours = [&](const Query& query) {
        return map.nearest(query.place, 10, kDrivingWays, query.yaw_rad)->t_m;
    };
    const auto floor = [&](const Query& query) {
        const auto& points = map.ways()[query.way].points;
        return squared_distance(points[query.piece], points[query.piece + 1], query);
    };
    const auto peer = [&](const Query& query) {
        double least = 1e300;
        for (const Way& way : map.ways()) {
            if (way.kind != WayKind::driving) continue;
            for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
                least = std::min(least, squared_distance(way.points[i], way.points[i + 1], query));
            }
        }
        return least;
    };
    std::vector<double> ours_ns, floor_ns, peer_ns;
    for (int round = 0; round < kRounds; ++round) {
        ours_ns.push_back(timed(queries, kPlaces, ours));
        floor_ns.push_back(timed(queries, kPlaces, floor));
        peer_ns.push_back(timed(queries, 200, peer));
    }
    const double nearest = median(ours_ns), least = median(floor_ns), all = median(peer_ns);
    fmt::print(stderr, "roadmap: a town of {} roads, {} ways, {} pieces; {:.1f} MB\n",
               map.open_drive().roads.size(), map.ways().size(), pieces,
               static_cast<double>(text.size()) / 1e6);
    const bench::Table table({"", "time", "beside", "ratio"});
    table.row({"reading the file", fmt::format("{:.0f} ms", (has_read - start) * 1e3), "", ""});
    table.row({"making its ways", fmt::format("{:.0f} ms", (has_made - has_read) * 1e3), "", ""});
    const std::string ns = fmt::format("{} ns", bench::with_commas(nearest));
    table.row({"finding the nearest way", ns, fmt::format("the floor: {} ns", bench::with_commas(least)),
               fmt::format("{:.1f}", nearest / least)});
    table.row({"the same", ns, fmt::format("checking all pieces: {} us", bench::with_commas(all / 1e3)),
               fmt::format("1/{:.0f}", all / nearest)});
    table.row({fmt::format("{} agents at {} Hz", bench::with_commas(kAgents), kSteps_1_s),
               fmt::format("{:.1f} %", nearest * 1e-9 * kAgents * kSteps_1_s * 100), "a core", ""});
    return 0;
}
