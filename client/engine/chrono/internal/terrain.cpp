#include "client/engine/chrono/internal/terrain.hpp"

#include <algorithm>
#include <chrono/collision/ChCollisionShapeBox.h>
#include <chrono/physics/ChContactMaterial.h>
#include <chrono_vehicle/ChSubsysDefs.h>
#include <chrono_vehicle/terrain/SCMTerrain.h>
#include <cmath>
#include <initializer_list>
#include <map>
#include <utility>

#include "client/engine/chrono/internal/system.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::engine::internal {
namespace {

double height_of(const ground::GroundPlane& plane, double x, double y) {
    return (plane.offset - plane.normal.x * x - plane.normal.y * y) / plane.normal.z;
}

std::shared_ptr<ch::ChContactMaterial> material(const ch::ChSystem& system, double friction) {
    ch::ChContactMaterialData data;
    data.mu = static_cast<float>(friction);
    data.cr = 0.01F;
    data.Y = 2e7F;
    return data.CreateMaterial(system.GetContactMethod());
}

/// A piece of firm ground that follows a body, for the body's collision shapes to touch. It is a box whose
/// upper side lies on the ground below the body. Where the ground is curved, that side is in the tangent
/// plane or, with Form::spans, in a plane fitted to the ground at the box's edges. A mesh would be an
/// approximation too, at about a hundred times the cost.
/// Threading: one thread.  Owns: its body, together with the system; borrows the system and the ground.
class Slab {
  public:
    struct Form {
        double length_m = 0, width_m = 0;       // along and across the body above
        double forward_m = 0, left_m = 0;       // from the body above to the slab's middle
        bool spans = false;                     // the slab lies on the ground at its edges, not at its middle
        std::initializer_list<int> families{};  // collision families of the shapes that may touch the slab
    };
    Slab(ch::ChSystem& system, const ground::Ground& ground, std::shared_ptr<ch::ChBody> above,
         const Form& form)
        : system_(system),
          ground_(ground),
          above_(std::move(above)),
          form_(form),
          body_(chrono_types::make_shared<ch::ChBody>()) {
        body_->SetFixed(true);
        body_->AddCollisionShape(chrono_types::make_shared<ch::ChCollisionShapeBox>(
            material(system, ground.below(from_chrono(above_->GetPos())).friction), form.length_m,
            form.width_m, kThick_m));
        body_->EnableCollision(true);
        int mask = 0;
        for (const int family : form.families) mask |= 1 << family;
        body_->GetCollisionModel()->SetFamily(kFamily);
        body_->GetCollisionModel()->SetFamilyMask(static_cast<short>(mask));
        lie();
        system.AddBody(body_);
    }
    ~Slab() {
        if (body_) system_.Remove(body_);
    }
    Slab(Slab&& other) noexcept = default;
    Slab& operator=(Slab&&) = delete;

    /// Moves the slab to the ground below the body that it follows.
    void lie() {
        const ch::ChVector3d axis = above_->GetRotMat().GetAxisY();  // a wheel turns about its y axis
        const double across = std::hypot(axis.x(), axis.y());
        const geo::Vec3 left =
            across > 1e-3 ? geo::Vec3{axis.x() / across, axis.y() / across, 0} : geo::Vec3{0, 1, 0};
        const geo::Vec3 forward{left.y, -left.x, 0};
        const geo::Vec3 middle =
            from_chrono(above_->GetPos()) + forward * form_.forward_m + left * form_.left_m;
        if (!(geo::length(middle) < kFarthest_m)) return;  // the vehicle's motion diverges
        geo::Vec3 up, top = middle;
        if (form_.spans) {
            const geo::Vec3 ahead = forward * (form_.length_m / 2), aside = left * (form_.width_m / 2);
            const double front = height_at(middle + ahead), back = height_at(middle - ahead);
            const double port = height_at(middle + aside), starboard = height_at(middle - aside);
            up = forward * ((back - front) / form_.length_m) + left * ((starboard - port) / form_.width_m) +
                 geo::Vec3{0, 0, 1};
            up = up * (1 / geo::length(up));
            top.z = (front + back + port + starboard) / 4;
        } else {
            const ground::GroundPlane plane = ground_.below(middle);
            up = plane.normal;
            top.z = height_of(plane, middle.x, middle.y);
        }
        ch::ChMatrix33d rotation;
        rotation.SetFromAxisZ(to_chrono(up), to_chrono(left));
        body_->SetRot(rotation);
        body_->SetPos(to_chrono(top - up * (kThick_m / 2)));
    }

  private:
    static constexpr double kThick_m = 1;  // so thick that nothing falls through
    static constexpr double kFarthest_m = 1e8;
    static constexpr int kFamily = 13;  // the slabs' collision family; Chrono's vehicles use other numbers

    double height_at(const geo::Vec3& point) const {
        return height_of(ground_.below(point), point.x, point.y);
    }

    ch::ChSystem& system_;
    const ground::Ground& ground_;
    std::shared_ptr<ch::ChBody> above_;
    Form form_;
    std::shared_ptr<ch::ChBody> body_;
};

/// Firm ground. Chrono's tyres ask for its height. Other bodies of a vehicle touch slabs that follow them, so
/// that the size of a map costs nothing.
class FirmTerrain final : public Terrain {
  public:
    FirmTerrain(ch::ChSystem& system, std::shared_ptr<const ground::Ground> ground)
        : system_(system), ground_(std::move(ground)) {}

    double GetHeight(const ch::ChVector3d& at) const override {
        return height_of(ground_->below(from_chrono(at)), at.x(), at.y());
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
        const ground::GroundPlane plane = ground_->below(from_chrono(at));
        height = height_of(plane, at.x(), at.y());
        point = {at.x(), at.y(), height};
        normal = to_chrono(plane.normal);
        friction = static_cast<float>(plane.friction);
    }

    void add(AgentId agent, const Footing& footing) override {
        SYN_REQUIRE(!slabs_.contains(agent));
        using Family = ch::vehicle::VehicleCollisionFamily::Enum;
        std::vector<Slab>& slabs = slabs_[agent];
        slabs.reserve(1 + footing.wheels.size() + footing.tracked * 64);
        const auto add = [&](const std::shared_ptr<ch::ChBody>& above, const Slab::Form& form) {
            slabs.emplace_back(system_, *ground_, above, form);
        };
        // A slab for the chassis, because the vehicle may turn over.
        const double side = kLying * footing.length_m;
        add(footing.chassis,
            {.length_m = side, .width_m = side, .spans = true, .families = {Family::CHASSIS_FAMILY}});
        for (std::size_t i = 0; i < footing.wheels.size(); ++i) {
            const Footing::Wheel& wheel = footing.wheels[i];
            // Twin wheels share a slab.
            const bool shared = std::any_of(
                footing.wheels.begin(), footing.wheels.begin() + static_cast<std::ptrdiff_t>(i),
                [&](const Footing::Wheel& other) {
                    return (other.spindle->GetPos() - wheel.spindle->GetPos()).Length() < wheel.radius_m;
                });
            if (shared) continue;
            const double width = kWheel * wheel.radius_m;
            add(wheel.spindle, {.length_m = width,
                                .width_m = width,
                                .families = {Family::TIRE_FAMILY, Family::WHEEL_FAMILY}});
        }
        if (!footing.tracked) return;
        const auto below_tracks = [&](double length, double width, double forward, double left) {
            add(footing.chassis, {.length_m = length,
                                  .width_m = width,
                                  .forward_m = forward,
                                  .left_m = left,
                                  .families = {Family::IDLER_FAMILY, Family::TRACK_WHEEL_FAMILY,
                                               Family::ROLLER_FAMILY, Family::SHOE_FAMILY}});
        };
        if (ground_->is_plane()) {
            below_tracks(side, side, 0, 0);
            return;
        }
        const double half_m = footing.length_m / 2 + kTrackPiece_m;
        for (double forward = -half_m; forward <= half_m; forward += kTrackPiece_m) {
            for (const double across : {-0.5, 0.5}) {
                below_tracks(kTrackPiece_m, footing.width_m / 2 + kTrackPiece_m, forward,
                             across * (footing.width_m / 2 + kTrackPiece_m));
            }
        }
    }
    void remove(AgentId agent) override { SYN_REQUIRE(slabs_.erase(agent) == 1); }

    void Synchronize(double) override {
        for (auto& [agent, slabs] : slabs_) {
            for (Slab& slab : slabs) slab.lie();
        }
    }

  private:
    static constexpr double kLying = 1.5;  // edge of the chassis's slab, in lengths of the vehicle
    static constexpr double kWheel = 2.4;  // edge of a wheel's slab, in radii of the wheel
    static constexpr double kTrackPiece_m = 0.5;

    ch::ChSystem& system_;
    std::shared_ptr<const ground::Ground> ground_;
    std::map<AgentId, std::vector<Slab>> slabs_;
};

/// Chrono's soil contact model. The soil has no edge; it is computed only below wheels and tracks.
class SoilTerrain final : public Terrain {
  public:
    SoilTerrain(ch::ChSystem& system, const config::Soil& soil) : soil_(&system, false) {
        soil_.SetSoilParameters(soil.bekker_k_phi, soil.bekker_k_c, soil.bekker_n, soil.cohesion_pa,
                                soil.friction_angle_deg, soil.janosi_shear_m, soil.elastic_stiffness_pa_m,
                                soil.damping_pa_s_m);
        // The size matters only for drawing. With a whole number of squares, each square has the configured
        // width.
        soil_.Initialize(2 * soil.mesh_m, 2 * soil.mesh_m, soil.mesh_m);
        // Without any active domain Chrono computes the soil everywhere. This tiny domain avoids that while
        // there are no vehicles.
        const auto nowhere = chrono_types::make_shared<ch::ChBody>();
        soil_.AddActiveDomain(nowhere, ch::VNULL,
                              ch::ChVector3d(soil.mesh_m / 4, soil.mesh_m / 4, soil.mesh_m / 4));
    }

    double GetHeight(const ch::ChVector3d& at) const override { return soil_.GetHeight(at); }
    ch::ChVector3d GetPoint(const ch::ChVector3d& at) const override { return soil_.GetPoint(at); }
    ch::ChVector3d GetNormal(const ch::ChVector3d& at) const override { return soil_.GetNormal(at); }
    float GetCoefficientFriction(const ch::ChVector3d& at) const override {
        return soil_.GetCoefficientFriction(at);
    }
    void GetProperties(const ch::ChVector3d& at, ch::ChVector3d& point, double& height,
                       ch::ChVector3d& normal, float& friction) const override {
        soil_.GetProperties(at, point, height, normal, friction);
    }
    void Synchronize(double time) override { soil_.Synchronize(time); }
    void Advance(double step) override { soil_.Advance(step); }

    void add(AgentId, const Footing& footing) override {
        // Chrono casts its rays upwards from below the soil, so it is enough if a domain is a little larger
        // than its wheel.
        for (const Footing::Wheel& wheel : footing.wheels) {
            const double across = 2.2 * wheel.radius_m;
            soil_.AddActiveDomain(wheel.spindle, ch::VNULL, {across, wheel.width_m + kBeside_m, across});
        }
        if (footing.tracked) {
            soil_.AddActiveDomain(footing.chassis, ch::VNULL,
                                  {footing.length_m + 1, footing.width_m + 1, 2 * footing.length_m});
        }
    }
    /// Does nothing, because Chrono cannot remove an active domain. Chrono goes on casting rays where the
    /// wheels were last, but the rays meet nothing.
    void remove(AgentId) override {}

  private:
    static constexpr double kBeside_m = 0.25;

    ch::vehicle::SCMTerrain soil_;
};

}  // namespace

std::unique_ptr<Terrain> make_terrain(ch::ChSystem& system, const config::Ground& kind,
                                      std::shared_ptr<const ground::Ground> ground) {
    if (kind.kind == config::Ground::Kind::soil) return std::make_unique<SoilTerrain>(system, kind.soil);
    return std::make_unique<FirmTerrain>(system, std::move(ground));
}

}  // namespace synchrono::client::engine::internal
