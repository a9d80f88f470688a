// Finds the signals that govern ways and crosswalks. These signals stand on connecting roads, on the roads
// that lead in, or at crosswalks. Also finds where vehicles stop.
#include <algorithm>
#include <cmath>
#include <map>

#include "common/roadmap/internal/outline.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kWalkersSee_m = 15;    // how far a crosswalk's pedestrian signal may be from it
constexpr double kStopLine_m_max = 50;  // a stop line further from a junction belongs to another one

/// The signals of the map by id, and the group that each has in each junction.
class Signals {
  public:
    explicit Signals(const WayNetwork& network) {
        std::map<std::string, const Signal*> by_id;
        for (const Road& road : network.map.roads) {
            for (const Signal& signal : road.signals) {
                if (!signal.reference) by_id.try_emplace(signal.id, &signal);
            }
        }
        for (const Road& road : network.map.roads) {
            std::vector<Lamp>& lamps = lamps_.emplace_back();
            for (const Signal& signal : road.signals) {
                const auto itself = by_id.find(signal.id);
                if (itself == by_id.end() || !itself->second->dynamic || is_pedestrian(*itself->second))
                    continue;
                lamps.push_back({&signal, itself->second->type == "1000013"});
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
                    junction_of_.try_emplace(signal, static_cast<std::uint32_t>(j));
                }
            }
        }
    }

    std::uint32_t group(std::uint32_t junction, const std::string& signal) const {
        if (junction == kNone) return kNone;
        const auto found = groups_[junction].find(signal);
        return found == groups_[junction].end() ? kNone : found->second;
    }
    /// Returns the first junction, in the order of the file, that has a controller with the signal.
    std::uint32_t junction_of(const std::string& signal) const {
        const auto found = junction_of_.find(signal);
        return found == junction_of_.end() ? kNone : found->second;
    }

    /// Returns the group that governs travel on a way by the signals of its road; kNone if there are none.
    /// The signal nearest to s_m decides.
    std::uint32_t governing(const Way& way, std::uint32_t junction, double s_m) const {
        std::uint32_t found = kNone;
        double nearest = 0;
        for (const Lamp& lamp : lamps_[way.road]) {
            const Signal& signal = *lamp.signal;
            if (lamp.for_bicycles && way.kind != WayKind::bike) continue;
            if (!is_for(signal.side, way.is_along_s) || !is_valid_for(signal.validity, way.lane)) continue;
            const std::uint32_t group_here = group(junction, signal.id);
            const double away = std::abs(signal.s_m - s_m);
            if (group_here == kNone || (found != kNone && away >= nearest)) continue;
            found = group_here;
            nearest = away;
        }
        return found;
    }

  private:
    /// A signal, or a reference to a signal, at its place on a road.
    struct Lamp {
        const Signal* signal;
        bool for_bicycles;
    };

    std::vector<std::vector<Lamp>> lamps_;  // signals for vehicles and bicycles, by road
    std::map<std::string, std::uint32_t> junction_of_;
    std::vector<std::map<std::string, std::uint32_t>> groups_;
};

bool is_stop_line(const Object& object) {
    const auto is = [](const std::string& text) {
        const std::string lower = lower_case(text);
        return lower == "stopline" || lower == "stop line" || lower == "stop_line" || lower == "signallines";
    };
    return is(object.type) || is(object.subtype) || is(object.name);
}

/// The place of a stop line on its road.
struct LineSpan {
    double s_m, t_low_m, t_high_m;
    bool whole_road;  // the line has no width, so it holds for all lanes
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

/// Returns whether the signal is the German sign that goes with a stop line; some map editors use this sign
/// for all countries.
bool is_stop_line(const Signal& signal) { return signal.type == "294"; }

class StopLines {
  public:
    explicit StopLines(const WayNetwork& network) : network_(network) {
        for (const Road& road : network.map.roads) {
            std::vector<Line>& lines = lines_.emplace_back();
            for (const Object& object : road.objects) {
                if (is_stop_line(object)) lines.push_back({span_of(object), object.side, &object.validity});
            }
            for (const Signal& signal : road.signals) {
                if (signal.reference || !is_stop_line(signal)) continue;
                lines.push_back({{signal.s_m, 0, 0, true}, signal.side, &signal.validity});
            }
        }
    }

    /// Returns how far before the end of `way` vehicles stop; 0 without a stop line.
    double before_end_m(const Way& way) const {
        const Road& road = network_.road_of(way);
        const double end_s = way.road_s_m.back();
        double found = -1;
        for (const Line& line : lines_[way.road]) {
            if (!is_for(line.side, way.is_along_s) || !is_valid_for(*line.validity, way.lane)) continue;
            const double s = std::clamp(line.span.s_m, 0.0, road.length_m);
            const double away = way.is_along_s ? end_s - s : s - end_s;
            if (away < 0 || away > kStopLine_m_max) continue;
            if (line.validity->empty() && !line.span.whole_road) {
                const LaneEdges lane = edges(road, network_.section_of(way), way.lane, s);
                const double t = (lane.inner.value + lane.outer.value) / 2;
                if (t < line.span.t_low_m || t > line.span.t_high_m) continue;
            }
            const double before_end = way.length_m - way_s(way, s);
            if (found < 0 || before_end < found) found = before_end;
        }
        return std::max(found, 0.0);
    }

  private:
    struct Line {
        LineSpan span;
        Side side;
        const std::vector<Validity>* validity;  // if not empty, the line holds for these lanes only
    };

    const WayNetwork& network_;
    std::vector<std::vector<Line>> lines_;  // by road
};

void find_walk_signals(WayNetwork& network, const Signals& signals) {
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
        double nearest = kWalkersSee_m, far_m = 0;
        const geo::Vec3 first = crosswalk.corners.front();
        for (const geo::Vec3& corner : crosswalk.corners) {
            far_m = std::max(far_m, std::hypot(corner.x - first.x, corner.y - first.y) + kWalkersSee_m);
        }
        for (const Light& light : lights) {
            if (!crosswalk.signal.empty()) break;
            if (std::hypot(light.place.x - first.x, light.place.y - first.y) > far_m) continue;
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

void find_signals(WayNetwork& network) {
    const Signals signals(network);
    const StopLines stop_lines(network);
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
        way.stop_m = stop_lines.before_end_m(before);
    }
    find_walk_signals(network, signals);
}

}  // namespace synchrono::roadmap
