#include "client/scenery/signal_heads.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <variant>

#include "client/scenery/palette.hpp"
#include "common/roadmap/geometry.hpp"

namespace synchrono::client::scenery {
namespace {

using geo::Vec3;
using signal::SignalState;

constexpr double kHeadHeight_m = 5, kPoleAside_m = 0.6, kPole_m = 0.09, kArm_m = 0.05, kBarWidth_m = 2.8,
                 kHeadsApart_m = 0.6;

bool is_walker_signal(const roadmap::Signal& signal) { return signal.type == "1000002"; }

/// Adds a rod that is either upright or horizontal, between two places.
void add_rod(Mesh& mesh, Vec3 from, Vec3 to, double half_m) {
    const Vec3 along = to - from;
    const double flat_m = std::hypot(along.x, along.y);
    if (flat_m < 1e-6) {
        mesh.cone(from, half_m, half_m, along.z, palette::kPost, 10);
        return;
    }
    Mesh rod;
    rod.box({0, -half_m, -half_m}, {flat_m, half_m, half_m}, palette::kPost);
    mesh.add(rod, {from, geo::Quaternion::from_yaw(std::atan2(along.y, along.x))});
}

/// A mast at the edge of a road, which the heads at one place along the road share.
struct Mast {
    const roadmap::Road* road = nullptr;
    double s_m = 0, top_m = kHeadHeight_m;
    double t_low_m = 0, t_high_m = 0;  // lateral positions of the outermost heads
    bool left = false;                 // the mast stands at the left edge
};

/// Returns the lateral position t of the road's outermost edge on one side, pavements excluded.
double edge_of(const roadmap::Road& road, double s_m, bool left) {
    const roadmap::LaneSection& section = road.sections[road.section_at(s_m)];
    double edge_m = 0;
    for (const roadmap::Lane& lane : section.lanes) {
        if (lane.id == 0 || (lane.id > 0) != left || lane.type == roadmap::LaneType::walk) continue;
        const double outer = roadmap::edges(road, section, lane.id, s_m).outer.value;
        edge_m = left ? std::max(edge_m, outer) : std::min(edge_m, outer);
    }
    return edge_m;
}

class Placer {
  public:
    Placer(const HeightAt& height, Scenery& scenery) : canvas_{scenery, height} {}

    void junction(AgentId agent, const roadmap::RoadMap& map, std::uint32_t number) {
        const roadmap::OpenDrive& file = map.open_drive();
        canvas_.begin(Thing::signal, agent.value);
        std::map<std::string, config::SignalGroupId> group_of;  // by id of signal
        config::SignalGroupId group = 0;
        for (const std::string& name : file.junctions[number].controllers) {
            ++group;
            for (const roadmap::Controller& controller : file.controllers) {
                if (controller.id != name) continue;
                for (const std::string& signal : controller.signals) group_of[signal] = group;
            }
        }
        for (const roadmap::Road& road : file.roads) {
            std::map<std::pair<double, bool>, Mast> masts;
            for (const roadmap::Signal& signal : road.signals) {
                const auto of = group_of.find(signal.id);
                if (signal.reference || of == group_of.end()) continue;
                on_road(agent, of->second, road, signal, masts);
            }
            for (const auto& [place, mast] : masts) build(mast);
        }
    }

    void lanes(AgentId agent, const config::Intersection& intersection) {
        canvas_.begin(Thing::signal, agent.value);
        for (const config::Lane& lane : intersection.lanes) {
            if (lane.points.size() < 2 || lane.direction == config::LaneDirection::egress) continue;
            std::vector<config::SignalGroupId> groups;
            for (const config::LaneConnection& connection : lane.connections) {
                if (connection.signal_group &&
                    std::find(groups.begin(), groups.end(), *connection.signal_group) == groups.end())
                    groups.push_back(*connection.signal_group);
            }
            const auto &stop = lane.points[0], &out = lane.points[1];
            const double yaw = std::atan2(out[1] - stop[1], out[0] - stop[0]);
            const Vec3 left{-std::sin(yaw), std::cos(yaw), 0};
            const bool walked = lane.use == config::LaneUse::crosswalk;
            for (std::size_t i = 0; i < groups.size(); ++i) {
                const double aside_m =
                    (static_cast<double>(i) - static_cast<double>(groups.size() - 1) / 2) * kHeadsApart_m;
                const Vec3 foot = ground(Vec3{stop[0], stop[1], 0} + left * aside_m);
                heads_.push_back(
                    {.agent = agent,
                     .group = groups[i],
                     .position = foot + Vec3{0, 0, walked ? 2.5 : kHeadHeight_m},
                     .yaw_rad = yaw,
                     .for_walkers = walked,
                     .bar = foot,
                     .bar_width_m = walked ? 0 : kBarWidth_m / static_cast<double>(groups.size())});
                if (walked) add_rod(solids(), foot, heads_.back().position, kArm_m);
            }
        }
    }

    std::vector<SignalHead> take() { return std::move(heads_); }

  private:
    Vec3 ground(Vec3 place) const { return canvas_.on_ground(place.x, place.y); }
    Mesh& solids() const { return canvas_.scenery.solids; }

    void on_road(AgentId agent, config::SignalGroupId group, const roadmap::Road& road,
                 const roadmap::Signal& signal, std::map<std::pair<double, bool>, Mast>& masts) {
        const roadmap::LinePoint line = roadmap::reference_line(road, signal.s_m);
        const bool against = signal.side == roadmap::Side::against;
        const Vec3 foot = ground(roadmap::surface(road, signal.s_m, signal.t_m));
        const double above_m = std::max(signal.z_m, 1.0);
        const bool walks = is_walker_signal(signal);
        SignalHead head{.agent = agent,
                        .group = group,
                        .position = foot + Vec3{0, 0, above_m},
                        .yaw_rad = line.heading_rad + (against ? 0 : std::numbers::pi),
                        .for_walkers = walks,
                        .bar = foot,
                        .bar_width_m = walks ? 0 : kBarWidth_m};
        if (walks) {
            // Walkers come from the far side of the road, so the head faces across the road.
            head.yaw_rad = line.heading_rad + (signal.t_m < 0 ? 1 : -1) * std::numbers::pi / 2;
            add_rod(solids(), foot, head.position, kArm_m);
        } else {
            Mast& mast = masts
                             .try_emplace({signal.s_m, against},
                                          Mast{&road, signal.s_m, above_m, signal.t_m, signal.t_m, against})
                             .first->second;
            mast.t_low_m = std::min(mast.t_low_m, signal.t_m);
            mast.t_high_m = std::max(mast.t_high_m, signal.t_m);
        }
        heads_.push_back(head);
    }

    void build(const Mast& mast) {
        const double pole_m =
            edge_of(*mast.road, mast.s_m, mast.left) + (mast.left ? kPoleAside_m : -kPoleAside_m);
        const double far_m = mast.left ? std::min(mast.t_low_m, pole_m) : std::max(mast.t_high_m, pole_m);
        const Vec3 foot = ground(roadmap::surface(*mast.road, mast.s_m, pole_m));
        Vec3 tip = roadmap::surface(*mast.road, mast.s_m, far_m);
        const Vec3 top = foot + Vec3{0, 0, mast.top_m + 0.62};
        tip.z = top.z;
        add_rod(solids(), foot, top + Vec3{0, 0, 0.15}, kPole_m);
        add_rod(solids(), top, tip, kArm_m);
    }

    const Canvas canvas_;
    std::vector<SignalHead> heads_;
};

}  // namespace

std::vector<SignalHead> place_signal_heads(const config::Scenario& scenario, const roadmap::RoadMap* roads,
                                           const HeightAt& height, Scenery& scenery) {
    Placer placer(height, scenery);
    for (const config::AgentSpec& agent : scenario.agents) {
        const config::SignalsElement* const signals = config::signals_in(agent);
        if (signals == nullptr) continue;
        const config::Intersection& intersection = scenario.intersections.at(signals->intersection);
        const std::uint32_t junction = roads != nullptr && intersection.junction
                                           ? roads->junction(*intersection.junction)
                                           : roadmap::kNone;
        if (junction != roadmap::kNone)
            placer.junction(agent.id, *roads, junction);
        else
            placer.lanes(agent.id, intersection);
    }
    return placer.take();
}

Mesh signal_housing(bool for_walkers) {
    Mesh mesh;
    const double half_m = for_walkers ? 0.35 : 0.55;
    mesh.box({-0.14, -0.18, -half_m}, {0.12, 0.18, half_m}, palette::kHousing);
    if (!for_walkers) mesh.box({-0.16, -0.3, -half_m - 0.12}, {-0.14, 0.3, half_m + 0.12}, palette::kHousing);
    return mesh;
}

std::vector<Vec3> lamp_places(bool for_walkers) {
    if (for_walkers) return {{0.1, 0, 0.17}, {0.1, 0, -0.17}};
    return {{0.1, 0, 0.35}, {0.1, 0, 0}, {0.1, 0, -0.35}};
}

Mesh signal_lamp(Coat coat) {
    Mesh drum, mesh;
    drum.drum({}, 0.13, 0.03, coat, coat, 12);
    mesh.add(drum, {{}, geo::Quaternion::from_yaw(std::numbers::pi / 2)});
    return mesh;
}

Coat lamp_colour(bool for_walkers, std::size_t lamp, SignalState state) {
    const Coat shown = state_colour(state);
    if (for_walkers) {
        // Yellow says to walkers: finish crossing, but do not begin. A red lamp means the same to them.
        if (lamp == 0) return state == SignalState::protected_green ? palette::kUnlit : palette::kRed;
        return state == SignalState::protected_green ? palette::kWalk : palette::kUnlit;
    }
    const std::array<Coat, 3> lights{palette::kRed, palette::kAmber, palette::kGreen};
    return lights[lamp] == shown ? shown : shaded(lights[lamp], 0.16);
}

Coat state_colour(SignalState state) {
    switch (state) {
        case SignalState::stop:
            break;
        case SignalState::permissive_green:
        case SignalState::protected_green:
            return palette::kGreen;
        case SignalState::permissive_yellow:
        case SignalState::protected_yellow:
            return palette::kAmber;
    }
    return palette::kRed;
}

}  // namespace synchrono::client::scenery
