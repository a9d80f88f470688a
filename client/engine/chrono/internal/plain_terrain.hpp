/// The ground of the other engines as Chrono's tyres ask for it.
#pragma once

#include <chrono_vehicle/ChTerrain.h>
#include <memory>
#include <utility>

#include "client/engine/chrono/internal/system.hpp"
#include "client/engine/ground.hpp"

namespace synchrono::client::internal {

class PlainTerrain final : public ch::vehicle::ChTerrain {
  public:
    explicit PlainTerrain(std::shared_ptr<const Ground> ground) : ground_(std::move(ground)) {}

    double GetHeight(const ch::ChVector3d& at) const override {
        const GroundPlane plane = ground_->below(from_chrono(at));
        return (plane.offset - plane.normal.x * at.x() - plane.normal.y * at.y()) / plane.normal.z;
    }
    ch::ChVector3d GetPoint(const ch::ChVector3d& at) const override {
        return {at.x(), at.y(), GetHeight(at)};
    }
    ch::ChVector3d GetNormal(const ch::ChVector3d& at) const override {
        return to_chrono(ground_->below(from_chrono(at)).normal);
    }
    float GetCoefficientFriction(const ch::ChVector3d& at) const override {
        return static_cast<float>(ground_->below(from_chrono(at)).friction);
    }
    void GetProperties(const ch::ChVector3d& at, ch::ChVector3d& point, double& height,
                       ch::ChVector3d& normal, float& friction) const override {
        const GroundPlane plane = ground_->below(from_chrono(at));
        height = (plane.offset - plane.normal.x * at.x() - plane.normal.y * at.y()) / plane.normal.z;
        point = {at.x(), at.y(), height};
        normal = to_chrono(plane.normal);
        friction = static_cast<float>(plane.friction);
    }

  private:
    std::shared_ptr<const Ground> ground_;
};

}  // namespace synchrono::client::internal
