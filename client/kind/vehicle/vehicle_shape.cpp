#include "client/kind/vehicle/vehicle_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "client/kind/vehicle/wheels.hpp"
#include "client/scenery/palette.hpp"

namespace synchrono::client::kind {
namespace {

namespace palette = scenery::palette;
using scenery::Coat;
using scenery::Colour;
using scenery::Material;
using scenery::Mesh;
using scenery::Point2;
using scenery::shaded;
using scenery::Shape;
using Outline = std::vector<Point2>;

enum class Style { car, hmmwv, truck, bus, tracked };

Style style_of(const config::VehicleSpec& vehicle) {
    const auto named = [&](std::string_view word) { return vehicle.name.find(word) != std::string::npos; };
    if (named("bus")) return Style::bus;
    if (named("truck")) return Style::truck;
    if (named("hmmwv")) return Style::hmmwv;
    if (vehicle.axles.empty()) return Style::tracked;
    if (vehicle.body.length_m > 10) return Style::bus;
    if (vehicle.body.length_m > 6.5) return Style::truck;
    return Style::car;
}

/// Builds the shape of one vehicle. The solids have z = 0 on the ground; the finished shape has z = 0 at the
/// centre of gravity.
class Builder {
  public:
    Builder(const config::VehicleSpec& vehicle, Coat paint)
        : vehicle_(vehicle),
          paint_(paint),
          length_(vehicle.body.length_m),
          width_(vehicle.body.width_m),
          height_(vehicle.body.height_m),
          radius_(wheel_radius_m(vehicle)),
          below_(config::figures(vehicle).cg_height_m),
          wheels_(wheels_of(vehicle, 0, 0, 0)) {
        // The vehicle's file may lack the height of the centre of gravity. Then we take half the vehicle's
        // height.
        if (below_ <= 0) below_ = height_ / 2;
    }

    Shape build() {
        switch (style_of(vehicle_)) {
            case Style::car:
                car();
                break;
            case Style::hmmwv:
                hmmwv();
                break;
            case Style::truck:
                truck();
                break;
            case Style::bus:
                bus();
                break;
            case Style::tracked:
                tracked();
                break;
        }
        Shape shape{.size = {length_, width_, height_}, .above_ground_m = below_};
        const geo::Pose down{{0, 0, -below_}, {}};
        shape.body.add(body_, down);
        shape.brake_lights.add(brakes_, down);
        for (std::size_t i = 0; i < wheels_.size(); ++i) {
            shape.wheels.push_back(wheel(i));
            shape.wheel_poses.push_back(wheels_[i].pose);
        }
        return shape;
    }

  private:
    Mesh wheel(std::size_t i) const {
        Mesh mesh;
        const double half_m = wheel_width_m(vehicle_, i) / 2, side = i % 2 == 0 ? 1 : -1,
                     rim_m = 0.62 * radius_;
        mesh.drum({}, radius_, half_m, palette::kRubber, shaded(palette::kRubber, 1.25), 28);
        mesh.drum({0, side * 0.008, 0}, rim_m, half_m, palette::kRim, shaded(palette::kRim, 0.42), 20);
        // Spokes make it visible that the wheel rolls.
        for (int spoke = 0; spoke < 5; ++spoke) {
            Mesh bar;
            bar.box({-0.07 * radius_, -half_m - 0.014, 0}, {0.07 * radius_, half_m + 0.014, rim_m},
                    palette::kRim);
            const double angle = std::numbers::pi * spoke / 5;  // half the angle, for a quaternion
            mesh.add(bar, {{}, {std::cos(angle), 0, std::sin(angle), 0}});
        }
        return mesh;
    }

    /// Returns the lower edge of the body from its rear to its front, with arches over the wheels.
    Outline underside(double rear, double front, double clearance) const {
        Outline line{{rear, clearance}};
        std::vector<double> middles;
        for (std::size_t i = 0; i < wheels_.size(); i += 2) middles.push_back(wheels_[i].pose.position.x);
        std::sort(middles.begin(), middles.end());
        const double arch = 1.16 * radius_;
        for (const double x : middles) {
            const double rise = clearance - radius_,
                         reach = std::sqrt(std::max(arch * arch - rise * rise, 0.0));
            if (x - reach <= line.back()[0] || x + reach >= front) continue;
            const double first = std::atan2(rise, -reach), last = std::atan2(rise, reach);
            const double from = first < 0 ? first + 2 * std::numbers::pi : first;
            const double to = last;
            for (int k = 0; k <= 10; ++k) {
                const double angle = from + (to - from) * k / 10;
                line.push_back({x + arch * std::cos(angle), radius_ + arch * std::sin(angle)});
            }
        }
        line.push_back({front, clearance});
        return line;
    }

    void lights(double front, double rear, double height, double aside, double size) {
        for (const double side : {-1.0, 1.0}) {
            const double y = side * aside;
            body_.box({front - 0.1, y - size, height - 0.5 * size},
                      {front + 0.015, y + size, height + 0.5 * size}, palette::kHeadLight);
            body_.box({rear - 0.012, y - size, height - 0.4 * size},
                      {rear + 0.1, y + size, height + 0.5 * size}, palette::kTailLight);
            brakes_.box({rear - 0.03, y - size, height - 0.4 * size}, {rear, y + size, height + 0.5 * size},
                        palette::kBrakeLight);
        }
    }

    void plates(double front, double rear, double height) {
        for (const double x : {front, rear})
            body_.box({x - 0.01, -0.22, height - 0.06}, {x + 0.012, 0.22, height + 0.06}, palette::kPlate);
    }

    void car() {
        const double l = length_ / 2, h = height_, w = width_ / 2, clearance = 0.13 * h;
        Outline lower = underside(-l + 0.05, l - 0.05, clearance);
        for (const Point2 p : Outline{{l, 0.24 * h},
                                      {l, 0.40 * h},
                                      {l - 0.12, 0.50 * h},
                                      {0.21 * length_, 0.635 * h},
                                      {-0.36 * length_, 0.66 * h},
                                      {-l + 0.12, 0.62 * h},
                                      {-l, 0.52 * h},
                                      {-l, 0.22 * h}})
            lower.push_back(p);
        body_.profile(lower, w, 0.05 * width_, paint_);
        const Outline glass{{-0.37 * length_, 0.645 * h},
                            {0.215 * length_, 0.62 * h},
                            {0.045 * length_, 0.965 * h},
                            {-0.25 * length_, 0.965 * h}};
        body_.profile(glass, 0.455 * width_, 0.10 * width_, palette::kGlass);
        const Outline roof{{-0.262 * length_, 0.945 * h},
                           {0.055 * length_, 0.945 * h},
                           {0.02 * length_, h},
                           {-0.225 * length_, h}};
        body_.profile(roof, 0.362 * width_, 0.03 * width_, paint_);
        for (const double x : {-0.10 * length_, -0.325 * length_}) {
            const Outline pillar{
                {x, 0.64 * h}, {x + 0.09, 0.64 * h}, {x + 0.13, 0.96 * h}, {x + 0.05, 0.96 * h}};
            body_.profile(pillar, 0.459 * width_, 0.10 * width_, paint_);
        }
        body_.box({-l - 0.004, -0.9 * w, 0.24 * h}, {l + 0.004, 0.9 * w, 0.33 * h}, palette::kDark);
        lights(l - 0.01, -l + 0.03, 0.43 * h, 0.74 * w, 0.13 * w);
        plates(l, -l, 0.37 * h);
    }

    void hmmwv() {
        const double l = length_ / 2, h = height_, w = width_ / 2;
        Outline lower = underside(-l, l - 0.1, 0.24 * h);
        for (const Point2 p : Outline{{l, 0.34 * h},
                                      {l, 0.56 * h},
                                      {l - 0.15, 0.62 * h},
                                      {0.16 * length_, 0.66 * h},
                                      {-l, 0.66 * h}})
            lower.push_back(p);
        body_.profile(lower, w, 0.02 * width_, paint_);
        const Outline cabin{{-0.20 * length_, 0.655 * h},
                            {0.17 * length_, 0.655 * h},
                            {0.12 * length_, 0.965 * h},
                            {-0.20 * length_, 0.965 * h}};
        body_.profile(cabin, 0.47 * width_, 0.06 * width_, palette::kGlass);
        const Outline roof{{-0.215 * length_, 0.95 * h},
                           {0.135 * length_, 0.95 * h},
                           {0.115 * length_, h},
                           {-0.21 * length_, h}};
        body_.profile(roof, 0.42 * width_, 0.02 * width_, paint_);
        for (const double x : {-0.205 * length_, -0.03 * length_, 0.125 * length_}) {
            const Outline pillar{
                {x, 0.65 * h}, {x + 0.12, 0.65 * h}, {x + 0.10, 0.96 * h}, {x - 0.01, 0.96 * h}};
            body_.profile(pillar, 0.476 * width_, 0.06 * width_, paint_);
        }
        // The sloping back.
        const Outline back{
            {-l, 0.65 * h}, {-0.20 * length_, 0.65 * h}, {-0.20 * length_, 0.97 * h}, {-l, 0.74 * h}};
        body_.profile(back, 0.47 * width_, 0.04 * width_, shaded(paint_, 0.94));
        body_.box({l - 0.02, -0.55 * w, 0.38 * h}, {l + 0.02, 0.55 * w, 0.55 * h}, palette::kDark);
        lights(l, -l, 0.50 * h, 0.76 * w, 0.10 * w);
    }

    void truck() {
        const double l = length_ / 2, h = height_, w = width_ / 2, cab = 0.235 * length_;
        Outline lower = underside(-l, l - 0.05, 0.14 * h);
        for (const Point2 p : Outline{{l, 0.16 * h}, {l, 0.30 * h}, {-l, 0.30 * h}}) lower.push_back(p);
        body_.profile(lower, 0.96 * w, 0, palette::kDark);
        const Outline front{
            {l - cab, 0.29 * h}, {l, 0.29 * h}, {l, 0.52 * h}, {l - 0.16, 0.84 * h}, {l - cab, 0.86 * h}};
        body_.profile(front, w, 0.02 * width_, paint_);
        const Outline screen{
            {l - 0.045, 0.53 * h}, {l + 0.006, 0.53 * h}, {l - 0.126, 0.79 * h}, {l - 0.18, 0.79 * h}};
        body_.profile(screen, 0.90 * w, 0.02 * width_, palette::kGlass);
        const Outline side{{l - 0.72 * cab, 0.54 * h},
                           {l - 0.16, 0.54 * h},
                           {l - 0.27, 0.77 * h},
                           {l - 0.72 * cab, 0.77 * h}};
        body_.profile(side, 1.004 * w, 0.02 * width_, palette::kGlass);
        body_.box({-l, -w, 0.31 * h}, {l - cab - 0.25, w, h}, palette::kVan);
        body_.box({-l - 0.01, -w * 1.004, 0.31 * h}, {l - cab - 0.24, w * 1.004, 0.37 * h},
                  shaded(paint_, 0.9));
        lights(l, -l, 0.25 * h, 0.78 * w, 0.12 * w);
    }

    void bus() {
        const double l = length_ / 2, h = height_, w = width_ / 2;
        Outline lower = underside(-l, l, 0.11 * h);
        for (const Point2 p :
             Outline{{l, 0.45 * h}, {l - 0.14, 0.97 * h}, {l - 0.3, h}, {-l + 0.12, h}, {-l, 0.95 * h}})
            lower.push_back(p);
        body_.profile(lower, w, 0.025 * width_, paint_);
        // Windows along both sides, with pillars between them.
        const int panes = std::max(3, static_cast<int>(length_ / 1.6));
        const double from = -l + 0.5, pane = (length_ - 1.2) / panes;
        for (int i = 0; i < panes; ++i) {
            const double x = from + pane * i;
            const Outline window{
                {x, 0.46 * h}, {x + pane - 0.12, 0.46 * h}, {x + pane - 0.12, 0.84 * h}, {x, 0.84 * h}};
            body_.profile(window, w + 0.004, 0.011 * width_, palette::kGlass);
        }
        const Outline screen{{l - 0.02, 0.34 * h},
                             {l + 0.012, 0.34 * h},
                             {l + 0.012, 0.45 * h},
                             {l - 0.105, 0.86 * h},
                             {l - 0.14, 0.86 * h}};
        body_.profile(screen, 0.93 * w, 0.02 * width_, palette::kGlass);
        body_.box({-l - 0.008, -0.8 * w, 0.52 * h}, {-l + 0.03, 0.8 * w, 0.82 * h}, palette::kGlass);
        body_.box({l - 0.12, -0.6 * w, 0.875 * h}, {l - 0.03, 0.6 * w, 0.945 * h}, palette::kAmber);
        const Outline stripe{
            {-l + 0.02, 0.36 * h}, {l - 0.01, 0.36 * h}, {l - 0.01, 0.40 * h}, {-l + 0.02, 0.40 * h}};
        body_.profile(stripe, 0.995 * w, 0, palette::kStripe);
        lights(l, -l, 0.22 * h, 0.80 * w, 0.11 * w);
    }

    void tracked() {
        const double l = length_ / 2, h = height_, w = width_ / 2;
        const Outline hull{{-l, 0.45 * h},      {-l + 0.25, 0.2 * h}, {l - 0.6, 0.2 * h}, {l, 0.45 * h},
                           {l - 0.1, 0.55 * h}, {0.25 * length_, h},  {-l + 0.05, h}};
        body_.profile(hull, 0.99 * w, 0.02 * width_, paint_);
        const Outline track{{-l + 0.1, 0.3 * h}, {-l + 0.45, 0},       {l - 0.6, 0},
                            {l - 0.1, 0.28 * h}, {l - 0.15, 0.42 * h}, {-l + 0.1, 0.42 * h}};
        for (const double side : {-1.0, 1.0}) {
            Mesh belt;
            belt.profile(track, 0.16 * w, 0, palette::kRubber);
            for (int i = 0; i < 5; ++i)
                belt.drum({-0.31 * length_ + 0.145 * length_ * i, 0, 0.16 * h}, 0.155 * h, 0.165 * w,
                          palette::kDark, palette::kPost);
            body_.add(belt, {{0, side * 0.85 * w, 0}, {}});
        }
        lights(l - 0.1, -l, 0.5 * h, 0.8 * w, 0.07 * w);
    }

    const config::VehicleSpec& vehicle_;
    const Coat paint_;
    const double length_, width_, height_, radius_;
    double below_;  // height of the centre of gravity above the ground
    const std::vector<body::Wheel> wheels_;
    Mesh body_, brakes_;
};

}  // namespace

Coat vehicle_paint(AgentId agent, std::string_view vehicle) {
    const auto named = [vehicle](std::string_view word) { return vehicle.find(word) != vehicle.npos; };
    if (named("hmmwv") || named("m113")) return {{126, 122, 88}, Material::car_paint};
    if (named("bus")) return {{196, 48, 44}, Material::car_paint};
    if (named("truck")) return {{44, 104, 176}, Material::car_paint};
    return {palette::kPaints[agent.value % palette::kPaints.size()], Material::car_paint};
}

Shape vehicle_shape(const config::VehicleSpec& vehicle, Coat paint) {
    return Builder(vehicle, paint).build();
}

}  // namespace synchrono::client::kind
