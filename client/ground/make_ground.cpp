#include "client/ground/make_ground.hpp"

#include <cmath>

#include "common/base/contract.hpp"
#include "common/geo/ascii_grid.hpp"
#include "common/roadmap/map_surface.hpp"

namespace synchrono::client::ground {
namespace {

GroundPlane plane_of(const geo::SurfacePoint& rise, const geo::Vec3& point, double friction) {
    GroundPlane plane;
    const double up = 1 / std::sqrt(1 + rise.slope_x * rise.slope_x + rise.slope_y * rise.slope_y);
    plane.normal = {-rise.slope_x * up, -rise.slope_y * up, up};
    plane.offset = plane.normal.x * point.x + plane.normal.y * point.y + up * rise.height_m;
    plane.friction = friction;
    return plane;
}

class MapGround final : public Ground {
  public:
    MapGround(const roadmap::OpenDrive& map, double friction) : surface_(map), friction_(friction) {}
    GroundPlane below(const geo::Vec3& point) const override {
        return plane_of(surface_.below(point), point, friction_);
    }
    bool is_plane() const override { return surface_.is_level(); }

  private:
    roadmap::MapSurface surface_;
    double friction_;
};

class HeightsGround final : public Ground {
  public:
    HeightsGround(geo::HeightField field, double friction) : field_(std::move(field)), friction_(friction) {}
    GroundPlane below(const geo::Vec3& point) const override {
        return plane_of(field_.at(point.x, point.y), point, friction_);
    }
    bool is_plane() const override { return field_.is_level(); }

  private:
    geo::HeightField field_;
    double friction_;
};

}  // namespace

std::shared_ptr<const Ground> make_ground(const config::Scenario& scenario) {
    const config::Ground& ground = scenario.ground;
    switch (ground.kind) {
        case config::Ground::Kind::map: {
            SYN_REQUIRE(scenario.map);
            const auto map = roadmap::read_open_drive(scenario.map->open_drive, scenario.map->name);
            SYN_REQUIRE(map);
            return std::make_shared<MapGround>(*map, ground.friction);
        }
        case config::Ground::Kind::heights: {
            auto field = geo::read_ascii_grid(ground.heights.grid, ground.heights.name);
            SYN_REQUIRE(field);
            return std::make_shared<HeightsGround>(std::move(*field), ground.friction);
        }
        case config::Ground::Kind::plane:
        case config::Ground::Kind::soil:
            break;
    }
    GroundPlane plane;
    plane.friction = ground.friction;
    return std::make_shared<PlaneGround>(plane);
}

}  // namespace synchrono::client::ground
