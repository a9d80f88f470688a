// Links each way to the ways that follow it and to the ways beside it that a vehicle may change to.
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kGap_m = 1;  // a larger gap between linked lanes gets a remark

class Linker {
  public:
    explicit Linker(WayNetwork& network) : network_(network) {}

    void run() {
        for (std::uint32_t road = 0; road < network_.map.roads.size(); ++road) {
            within(road);
            across(road, End::start, network_.map.roads[road].predecessor);
            across(road, End::end, network_.map.roads[road].successor);
        }
        for (const Junction& junction : network_.map.junctions) {
            for (const Connection& connection : junction.connections) connect(junction, connection);
        }
        for (Way& way : network_.ways) {
            tidy(way.next);
            tidy(way.previous);
        }
        for (const std::string& what : wrong_) network_.remark(what);
    }

  private:
    static void tidy(std::vector<std::uint32_t>& list) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }

    /// Returns the way of a lane at one end of a road.
    std::uint32_t way_at(std::uint32_t road, End end, int lane) const {
        const auto& sections = network_.map.roads[road].sections;
        return network_.way_at(road, end == End::start ? 0 : sections.size() - 1, lane);
    }

    /// Links two lanes that meet: one at the end `a_end` of its road, the other at the end `b_end` of its
    /// road.
    void join(std::uint32_t a, End a_end, std::uint32_t b, End b_end) {
        if (a == kNone || b == kNone) return;
        Way &one = network_.ways[a], &other = network_.ways[b];
        const bool one_leaves = one.is_along_s == (a_end == End::end);
        const bool other_leaves = other.is_along_s == (b_end == End::end);
        if (one_leaves == other_leaves) {
            // Such a link is a fault only between lanes for vehicles and bicycles: pedestrians walk both
            // ways, and nobody uses lanes of other kinds.
            if (is_travelled(one.kind) && is_travelled(other.kind)) {
                wrong_.insert(fmt::format("lanes {} and {} are linked, but lead against each other", one.name,
                                          other.name));
            }
            return;
        }
        Way& before = one_leaves ? one : other;
        Way& after = one_leaves ? other : one;
        const std::uint32_t before_id = one_leaves ? a : b, after_id = one_leaves ? b : a;
        const double gap = geo::length(before.points.back().position - after.points.front().position);
        if (gap > kGap_m && is_travelled(before.kind) && is_travelled(after.kind)) {
            wrong_.insert(
                fmt::format("lane {} ends {:.1f} m from where lane {} begins", before.name, gap, after.name));
        }
        before.next.push_back(after_id);
        after.previous.push_back(before_id);
    }

    void within(std::uint32_t road) {
        const auto& sections = network_.map.roads[road].sections;
        for (std::size_t i = 0; i < sections.size(); ++i) {
            for (const Lane& lane : sections[i].lanes) {
                if (lane.id == 0) continue;
                const std::uint32_t here = network_.way_at(road, i, lane.id);
                if (i + 1 < sections.size()) {
                    for (const int id : lane.successors) {
                        join(here, End::end, network_.way_at(road, i + 1, id), End::start);
                    }
                }
                if (i > 0) {
                    for (const int id : lane.predecessors) {
                        join(here, End::start, network_.way_at(road, i - 1, id), End::end);
                    }
                }
            }
        }
    }

    void across(std::uint32_t road, End end, const std::optional<RoadLink>& link) {
        if (!link || link->to_junction) return;
        const std::uint32_t other = network_.road_by_id.at(link->id);
        const auto& sections = network_.map.roads[road].sections;
        for (const Lane& lane : (end == End::start ? sections.front() : sections.back()).lanes) {
            if (lane.id == 0) continue;
            for (const int id : end == End::start ? lane.predecessors : lane.successors) {
                join(way_at(road, end, lane.id), end, way_at(other, link->contact, id), link->contact);
            }
        }
    }

    /// Returns the end at which the incoming road meets the junction. The link of the connecting road
    /// decides. Without such a link, the result is the end that the incoming road itself links to the
    /// junction. If it links both ends or neither, the result is the end nearer to the connecting road.
    End incoming_end(const Junction& junction, const Connection& connection) const {
        const Road& incoming = network_.map.roads[network_.road_by_id.at(connection.incoming)];
        const Road& connecting = network_.map.roads[network_.road_by_id.at(connection.connecting)];
        const auto& back = connection.contact == End::start ? connecting.predecessor : connecting.successor;
        if (back && !back->to_junction && back->id == connection.incoming) return back->contact;
        const auto leads_in = [&](const std::optional<RoadLink>& link) {
            return link && link->to_junction && link->id == junction.id;
        };
        const bool at_start = leads_in(incoming.predecessor), at_end = leads_in(incoming.successor);
        if (at_start != at_end) return at_start ? End::start : End::end;
        const auto place = [](const Road& road, End end) {
            const LinePoint point = reference_line(road, end == End::start ? 0 : road.length_m);
            return geo::Vec3{point.x_m, point.y_m, 0};
        };
        const geo::Vec3 contact = place(connecting, connection.contact);
        return geo::length(place(incoming, End::start) - contact) <
                       geo::length(place(incoming, End::end) - contact)
                   ? End::start
                   : End::end;
    }

    void connect(const Junction& junction, const Connection& connection) {
        const std::uint32_t incoming = network_.road_by_id.at(connection.incoming);
        const std::uint32_t connecting = network_.road_by_id.at(connection.connecting);
        const End end = incoming_end(junction, connection);
        for (const LaneLink& link : connection.links) {
            if (link.from == 0 || link.to == 0) continue;
            const std::uint32_t from = way_at(incoming, end, link.from);
            const std::uint32_t to = way_at(connecting, connection.contact, link.to);
            if (from == kNone || to == kNone) {
                wrong_.insert(
                    fmt::format("junction {} links lane {} of road {} to lane {} of road {}, one of "
                                "which cannot be travelled",
                                junction.id, link.from, connection.incoming, link.to, connection.connecting));
            }
            join(from, end, to, connection.contact);
        }
    }

    WayNetwork& network_;
    std::set<std::string> wrong_;
};

/// Returns whether the line at the outer edge of the lane `inner` allows a change of lanes, outwards or
/// inwards, anywhere along it.
bool may_cross(const Lane& inner, bool outwards) {
    if (inner.markings.empty()) return true;
    return std::any_of(inner.markings.begin(), inner.markings.end(),
                       [&](const Marking& m) { return outwards ? m.outwards : m.inwards; });
}

}  // namespace

void link_ways(WayNetwork& network) { Linker(network).run(); }

void find_neighbours(WayNetwork& network) {
    for (Way& way : network.ways) {
        if (!is_travelled(way.kind) || way.junction != kNone) continue;
        const LaneSection& section = network.section_of(way);
        const auto neighbour = [&](int lane) {
            if (lane == 0 || (lane > 0) != (way.lane > 0)) return kNone;
            const std::uint32_t other = network.way_at(way.road, way.section, lane);
            if (other == kNone || !is_travelled(network.ways[other].kind)) return kNone;
            const bool outwards = std::abs(lane) > std::abs(way.lane);
            return may_cross(*section.lane(outwards ? way.lane : lane), outwards) ? other : kNone;
        };
        way.left = neighbour(way.lane + (way.is_along_s ? 1 : -1));
        way.right = neighbour(way.lane + (way.is_along_s ? -1 : 1));
    }
}

}  // namespace synchrono::roadmap
