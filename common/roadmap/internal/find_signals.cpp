// Who must be green: signals of connecting roads, of the roads that lead in, and of crosswalks. And where to
// stop.
#include <algorithm>
#include <cmath>
#include <map>

#include "common/roadmap/internal/network.hpp"
#include "common/roadmap/internal/outline.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kWalkersSee_m = 15;    // a pedestrian signal belongs to a crosswalk no further away
constexpr double kStopLine_m_max = 50;  // a stop line further from the junction is another's

/// The signals of the map by id, and the group of each in each junction.
class Signals {
  public:
    explicit Signals(const Network& network) : network_(network) {
        for (const Road& road : network.map.roads) {
            for (const Signal& signal : road.signals) {
                if (!signal.reference) by_id_.try_emplace(signal.id, &signal);
            }
        }
        std::map<std::string, const Controller*> controllers;
        for (const Controller& controller : network.map.controllers) {
            controllers.try_emplace(controller.id, &controller);
        }
        groups_.resize(network.map.junctions.size());
        for (std::size_t j = 0; j < groups_.size(); ++j) {
            std::uint32_t group = 0;
            for (const std::string& id : network.map.junctions[j].controllers) {
                ++group;
                for (const std::string& signal : controllers.at(id)->signals) {
                    groups_[j].try_emplace(signal, group);
                }
            }
        }
    }

    const Signal* itself(const Signal& signal) const {
        const auto found = by_id_.find(signal.id);
        return found == by_id_.end() ? nullptr : found->second;
    }
    std::uint32_t group(std::uint32_t junction, const std::string& signal) const {
        if (junction == kNone) return kNone;
        const auto found = groups_[junction].find(signal);
        return found == groups_[junction].end() ? kNone : found->second;
    }
    /// The first junction, by its place in the list, one of whose controllers has the signal.
    std::uint32_t junction_of(const std::string& signal) const {
        for (std::uint32_t j = 0; j < groups_.size(); ++j) {
            if (groups_[j].contains(signal)) return j;
        }
        return kNone;
    }

    /// The group that governs travel on a way by the signals of its road: the nearest to s_m on the road
    /// counts.
    std::uint32_t governing(const Way& way, std::uint32_t junction, double s_m) const {
        std::uint32_t found = kNone;
        double nearest = 0;
        for (const Signal& signal : network_.road_of(way).signals) {
            const Signal* light = itself(signal);
            if (light == nullptr || !light->dynamic || is_pedestrian(*light)) continue;
            if (is_for_bicycles(*light) && way.kind != WayKind::bike) continue;
            if (!is_for(signal.side, way.along) || !is_valid_for(signal.validity, way.lane)) continue;
            const std::uint32_t group_here = group(junction, signal.id);
            const double away = std::abs(signal.s_m - s_m);
            if (group_here == kNone || (found != kNone && away >= nearest)) continue;
            found = group_here;
            nearest = away;
        }
        return found;
    }

  private:
    static bool is_for_bicycles(const Signal& signal) { return signal.type == "1000013"; }

    const Network& network_;
    std::map<std::string, const Signal*> by_id_;
    std::vector<std::map<std::string, std::uint32_t>> groups_;
};

bool is_stop_line(const Object& object) {
    const auto is = [](const std::string& text) {
        const std::string lower = lower_case(text);
        return lower == "stopline" || lower == "stop line" || lower == "stop_line" || lower == "signallines";
    };
    return is(object.type) || is(object.subtype) || is(object.name);
}

/// Where a line lies on its road.
struct LineSpan {
    double s_m, t_low_m, t_high_m;
    bool whole_road;  // it says nothing of its width
};

LineSpan span_of(const Object& object) {
    for (const Outline& outline : object.outlines) {
        if (outline.local) continue;
        double s = 0, low = outline.corners.front().y, high = low;
        for (const geo::Vec3& corner : outline.corners) {
            s += corner.x / static_cast<double>(outline.corners.size());
            low = std::min(low, corner.y);
            high = std::max(high, corner.y);
        }
        return {s, low, high, false};
    }
    const double half = std::max(object.length_m, object.width_m) / 2;
    return {object.s_m, object.t_m - half, object.t_m + half, half == 0};
}

/// The German sign that stands for a stop line, which some editors of maps use everywhere.
bool is_stop_line(const Signal& signal) { return signal.type == "294"; }

/// How far before the end of `way` one stops.
double stop_m(const Network& network, const Way& way) {
    const Road& road = network.road_of(way);
    const double end_s = way.road_s_m.back();
    double found = -1;
    const auto consider = [&](double s) {
        const double away = way.along ? end_s - s : s - end_s;
        if (away < 0 || away > kStopLine_m_max) return;
        const double before_end = way.length_m - way_s(way, s);
        if (found < 0 || before_end < found) found = before_end;
    };
    for (const Object& object : road.objects) {
        if (!is_stop_line(object) || !is_for(object.side, way.along)) continue;
        if (!is_valid_for(object.validity, way.lane)) continue;
        const LineSpan span = span_of(object);
        const double s = std::clamp(span.s_m, 0.0, road.length_m);
        const LaneSection& section = network.section_of(way);
        const LaneEdges lane = edges(road, section, way.lane, s);
        const double t = (lane.inner.value + lane.outer.value) / 2;
        const bool over_lane = t >= span.t_low_m && t <= span.t_high_m;
        if (over_lane || (object.validity.empty() ? span.whole_road : true)) consider(s);
    }
    for (const Signal& signal : road.signals) {
        if (signal.reference || !is_stop_line(signal) || !is_for(signal.side, way.along)) continue;
        if (is_valid_for(signal.validity, way.lane)) consider(std::clamp(signal.s_m, 0.0, road.length_m));
    }
    return std::max(found, 0.0);
}

void find_walk_signals(Network& network, const Signals& signals) {
    struct Light {
        const Signal* signal;
        geo::Vec3 place;
        std::uint32_t junction;
    };
    std::vector<Light> lights;
    for (const Road& road : network.map.roads) {
        for (const Signal& signal : road.signals) {
            if (signal.reference || !signal.dynamic || !is_pedestrian(signal)) continue;
            const std::uint32_t junction = signals.junction_of(signal.id);
            if (junction == kNone) continue;
            lights.push_back({&signal, surface(road, signal.s_m, signal.t_m), junction});
        }
    }
    for (Crosswalk& crosswalk : network.crosswalks) {
        const std::string* signal = crosswalk.signal.empty() ? nullptr : &crosswalk.signal;
        double nearest = kWalkersSee_m;
        for (const Light& light : lights) {
            if (!crosswalk.signal.empty()) break;
            const double away = distance_to(crosswalk.corners, light.place);
            if (away >= nearest) continue;
            nearest = away;
            signal = &light.signal->id;
        }
        if (signal == nullptr) continue;
        const std::uint32_t junction = signals.junction_of(*signal);
        if (junction == kNone) continue;
        crosswalk.junction = junction;
        crosswalk.signal_group = signals.group(junction, *signal);
        crosswalk.signal = *signal;
    }
}

}  // namespace

bool is_pedestrian(const Signal& signal) {
    return signal.type == "1000002" || signal.type == "1000007" || lower_case(signal.type) == "pedestrian" ||
           lower_case(signal.name).find("pedestrian") != std::string::npos;
}

bool is_valid_for(const std::vector<Validity>& validity, int lane) {
    return validity.empty() || std::any_of(validity.begin(), validity.end(),
                                           [&](const Validity& v) { return lane >= v.from && lane <= v.to; });
}

void find_signals(Network& network) {
    const Signals signals(network);
    for (Way& way : network.ways) {
        if (way.junction == kNone || !is_travelled(way.kind)) continue;
        const auto into = std::find_if(way.previous.begin(), way.previous.end(), [&](std::uint32_t previous) {
            return network.ways[previous].junction != way.junction;
        });
        if (into == way.previous.end()) continue;
        const Way& before = network.ways[*into];
        way.signal_group = signals.governing(way, way.junction, way.road_s_m.front());
        if (way.signal_group == kNone) {
            way.signal_group = signals.governing(before, way.junction, before.road_s_m.back());
        }
        way.stop_m = stop_m(network, before);
    }
    find_walk_signals(network, signals);
}

}  // namespace synchrono::roadmap
