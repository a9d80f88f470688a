#include "pcp/urban_driver/conflicts.hpp"

#include <algorithm>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kUpstream = 90;          // m; others are considered from this far before a conflict
constexpr std::size_t kUpstreamMax = 24;  // ways, at most, on which others may come to a conflict

}  // namespace

std::vector<Upstream> Conflicts::upstream_of(std::uint32_t way, double to_zone_m) const {
    std::vector<Upstream> list{{way, to_zone_m, 0}};
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Upstream here = list[i];
        if (here.to_zone_m > kUpstream && i > 0) continue;
        for (const std::uint32_t p : previous(map_.ways()[here.way])) {
            const bool known = std::ranges::any_of(list, [&](const Upstream& u) { return u.way == p; });
            if (known || list.size() == kUpstreamMax) continue;
            const double length = map_.ways()[p].length_m;
            list.push_back({p, here.to_zone_m + length, here.to_entry_m + length});
        }
    }
    return list;
}

bool Conflicts::in_view(const Zone& zone, double distance_m, driving::Point eye,
                        const Sightline& sight) const {
    for (const Upstream& up : zone.upstream) {
        const SynWay& way = map_.ways()[up.way];
        const double s = up.to_zone_m - distance_m;
        if (s < 0 || s > way.length_m) continue;
        const auto list = points(way);
        const auto after =
            std::ranges::lower_bound(list.subspan(1, list.size() - 2), s, {}, &SynWayPoint::s_m);
        const SynWayPoint &b = *after, &a = *(after - 1);
        const double share = b.s_m > a.s_m ? (s - a.s_m) / (b.s_m - a.s_m) : 0;
        const driving::Point at =
            driving::flat(a.position) + (driving::flat(b.position) - driving::flat(a.position)) * share;
        if (!sight.clear(eye, at)) return false;
    }
    return true;
}

const std::vector<Zone>& Conflicts::zones_of(std::uint32_t way) {
    if (zones_[way]) return *zones_[way];
    auto zones = std::make_unique<std::vector<Zone>>();
    for (const SynConflict& c : conflicts(map_.ways()[way])) {
        Zone zone{.kind = c.kind,
                  .other = c.other,
                  .yields = c.yields != 0,
                  .other_yields = false,
                  .from_m = c.from_m,
                  .to_m = c.to_m,
                  .other_length_m = c.other_to_m - c.other_from_m,
                  .other_line_m = 0,
                  .other_group = SYN_NONE,
                  .upstream = {}};
        if (c.kind != SYN_CONFLICT_CROSSWALK) {
            const SynWay& other = map_.ways()[c.other];
            for (const SynConflict& back : conflicts(other))
                if (back.kind != SYN_CONFLICT_CROSSWALK && back.other == way)
                    zone.other_yields = zone.other_yields || back.yields != 0;
            zone.other_line_m = other.stop_m;
            zone.other_group = other.signal_group;
            zone.upstream = upstream_of(c.other, c.other_from_m);
        }
        zones->push_back(std::move(zone));
    }
    zones_[way] = std::move(zones);
    return *zones_[way];
}

}  // namespace synchrono::pcp::urban_driver
