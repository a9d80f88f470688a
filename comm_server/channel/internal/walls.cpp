#include "comm_server/channel/internal/walls.hpp"

namespace synchrono::comm_server::channel {
namespace {

std::vector<geo::Footprints::Outline> outlines_of(std::span<const config::Building> buildings) {
    std::vector<geo::Footprints::Outline> outlines;
    for (const config::Building& building : buildings) outlines.push_back(building.footprint);
    return outlines;
}

}  // namespace

Walls::Walls(std::span<const config::Building> buildings) : footprints_(outlines_of(buildings)) {
    for (const config::Building& building : buildings)
        losses_.push_back({building.wall_loss_db, building.inside_loss_db_m});
}

double Walls::loss_db(geo::Vec3 from, geo::Vec3 to, double enough_db) {
    double loss = 0;
    footprints_.along(from, to, [&](const geo::Footprints::Crossed& found) {
        const Losses& of = losses_[found.outline];
        loss += found.walls * of.wall_db + found.inside_m * of.inside_db_m;
        return loss <= enough_db;
    });
    return loss;
}

}  // namespace synchrono::comm_server::channel
