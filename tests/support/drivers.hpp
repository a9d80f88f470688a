/// Urban drivers in one process, without servers. The embedded engine moves their vehicles. `Drivers` makes
/// up what each driver sees and hears, and watches that no vehicle touches another body.
#pragma once

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/engine/embedded/embedded_engine.hpp"
#include "common/base/random_normal.hpp"
#include "pcp/urban_driver/urban_driver.hpp"
#include "tests/support/object_lists.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::testing {

using pcp::driving::Point;

inline SynVehicle syn_vehicle(const config::VehicleSpec& v) {
    const config::VehicleFigures f = config::figures(v);
    return {f.wheelbase_m,       f.cg_to_front_axle_m,     v.body.length_m, v.body.width_m,
            v.body.height_m,     f.steering_angle_max_rad, f.mass_kg,       f.drive_force_max_n,
            f.drive_power_max_w, f.brake_force_max_n};
}

/// Returns whether two boxes touch.
inline bool touch(const pcp::urban_driver::Box& a, const pcp::urban_driver::Box& b) {
    const auto apart = [](const pcp::urban_driver::Box& one, const pcp::urban_driver::Box& two) {
        for (const Point axis : {one.heading, pcp::driving::left_of(one.heading)}) {
            const auto reach = [&](const pcp::urban_driver::Box& x) {
                return std::abs(pcp::driving::dot(axis, x.heading)) * x.length_m / 2 +
                       std::abs(pcp::driving::dot(axis, pcp::driving::left_of(x.heading))) * x.width_m / 2;
            };
            if (std::abs(pcp::driving::dot(axis, two.at - one.at)) > reach(one) + reach(two)) return true;
        }
        return false;
    };
    return !apart(a, b) && !apart(b, a);
}

/// A sensor that lists the bodies which its vehicle sees, with errors.
struct Detector {
    Mounting mounting{};
    double miss_probability = 0, false_per_scan = 0;
    double position_sigma_m = 0, speed_sigma_m_s = 0, yaw_sigma_rad = 0;
};

struct NewDriver {
    std::uint32_t way;  // the way (lane) on which it starts
    // `s_m` is measured along the way, `t_m` to the left of its middle line.
    double s_m = 0, speed_m_s = 0, t_m = 0;
    std::string route = "[]";                      // a JSON array
    std::string more = "";                         // the rest of its configuration, beginning with a comma
    const config::VehicleSpec* vehicle = nullptr;  // null: a sedan
    bool radio = false;                            // sends and hears basic safety messages
    bool full = true;                              // the full vehicle model; else the single track
    std::optional<Detector> detector{};
};

/// A body without a driver. Its velocity is constant unless the test changes it.
struct Extra {
    std::uint32_t kind = SYN_OTHER_VEHICLE;
    Point at, velocity = {};
    double length_m = 4.7, width_m = 1.9;
    Point heading{1, 0};
    bool radio = false;
};

class Drivers {
  public:
    static constexpr std::int64_t kStep = 5'000'000;

    explicit Drivers(const SynMap& map) : map_(map) {}

    std::size_t add(const NewDriver& d) {
        auto& car = *cars_.emplace_back(std::make_unique<Car>());
        car.spec = d.vehicle != nullptr ? *d.vehicle : sedan();
        car.radio = d.radio;
        car.detector = d.detector;
        if (d.detector) car.lists.mount(d.detector->mounting);
        const auto id = static_cast<std::uint32_t>(cars_.size() - 1);
        car.config = R"({"route":)" + d.route + d.more + "}";
        SynPilotSetup setup{};
        setup.struct_size = sizeof setup;
        setup.agent = id;
        setup.name = "car";
        setup.config_json = car.config.c_str();
        setup.seed = 1;
        setup.vehicle = syn_vehicle(car.spec);
        setup.note = [](void* to, std::int32_t, const char* text) {
            static_cast<Car*>(to)->notes.emplace_back(text);
        };
        setup.note_context = &car;
        setup.map = &map_;
        car.driver = std::make_unique<pcp::urban_driver::UrbanDriver>(setup);
        pcp::urban_driver::Track line{pcp::Map(&map_)};
        line.restart(d.way, 0);
        const pcp::urban_driver::Track::Sample& there = line.samples()[line.index_at(d.s_m)];
        const Point at = line.point_at(d.s_m) + pcp::driving::left_of(there.along) * d.t_m;
        geo::Motion start;
        start.position = {at.x, at.y, 0};
        start.orientation = geo::Quaternion::from_yaw(std::atan2(there.along.y, there.along.x));
        start.velocity = start.orientation.rotate({d.speed_m_s, 0, 0});
        engine_->add(AgentId{id}, {.vehicle = car.spec,
                                   .start = start,
                                   .model = d.full ? client::engine::VehicleModel::full
                                                   : client::engine::VehicleModel::single_track,
                                   .gear = {}});
        return id;
    }
    /// Moves a vehicle to another place, where it stands still with its heading unchanged. From then on the
    /// full vehicle model moves it.
    void push(std::size_t i, Point to) {
        const AgentId id{static_cast<std::uint32_t>(i)};
        geo::Motion start;
        start.position = {to.x, to.y, 0};
        start.orientation = motion(i).orientation;
        engine_->remove(id);
        engine_->add(id, {.vehicle = cars_[i]->spec,
                          .start = start,
                          .model = client::engine::VehicleModel::full,
                          .gear = {}});
    }
    std::size_t add(const Extra& extra) {
        extras_.push_back(extra);
        return extras_.size() - 1;
    }
    Extra& extra(std::size_t i) { return extras_[i]; }

    /// Returns the state that the lamps of a group have at a time; null: no signals are in sight.
    std::function<std::int32_t(std::uint32_t group, double time_s)> lamps;
    /// Returns the state of a group in SPaT messages; null: the state of its lamps.
    std::function<std::int32_t(std::uint32_t group, double time_s)> spat_state;
    /// Returns the time at which, according to SPaT messages, a group's state ends; null: the messages leave
    /// it out.
    std::function<double(std::uint32_t group, double time_s)> spat_until_s;
    bool spat = false;
    struct Lamps {
        std::uint32_t intersection, groups;
    };
    std::vector<Lamps> intersections{{77, 4}};
    /// Takes the place of `lamps` if there are several intersections.
    std::function<std::int32_t(std::uint32_t intersection, std::uint32_t group, double time_s)> lamps_of;
    /// Returns bodies, in the world's coordinates, that a car's detector lists although they do not exist.
    std::function<std::vector<SynOther>(std::size_t car, double time_s)> false_objects;
    /// Whether pilots get the list of the bodies that they see. Pilots with a detector should not need the
    /// list.
    bool gives_others = true;
    /// Returns whether the car `from` sees the body `to`; the numbers of extras follow those of cars. Null:
    /// every car sees every body.
    std::function<bool(std::size_t from, std::size_t to)> can_see;
    double accuracy_m = 0.5;
    bool watch_collisions = true;

    void step() {
        const double now = time_s();
        place_all();
        make_signals(now);
        std::vector<SynMessage> messages(spat_.size(), SynMessage{});
        for (std::size_t i = 0; i < spat_.size(); ++i) {
            messages[i].type = SYN_MESSAGE_SPAT;
            messages[i].received_ns = time_ns_;
            messages[i].signals = &spat_[i];
            messages[i].signals_count = 1;
        }
        for (std::size_t i = 0; i < cars_.size(); ++i) {
            Car& car = *cars_[i];
            if (car.left) continue;
            others_.clear();
            neighbours_.clear();
            for (std::size_t j = 0; j < all_.size(); ++j) {
                if (j == i || (j < cars_.size() && cars_[j]->left)) continue;
                if (!can_see || can_see(i, j)) others_.push_back(all_[j]);
                const bool sends = j < cars_.size() ? cars_[j]->radio : extras_[j - cars_.size()].radio;
                if (car.radio && sends && time_ns_ > 500'000'000)
                    neighbours_.push_back({.temporary_id = static_cast<std::uint32_t>(1000 + j),
                                           .received = 5,
                                           .missed = 0,
                                           .medium = SYN_MEDIUM_DSRC,
                                           .first_ns = 0,
                                           .last_ns = time_ns_,
                                           .power_dbm = -60,
                                           .newest = &safety_[j]});
            }
            SynRadio radio{};
            radio.struct_size = sizeof radio;
            radio.neighbours = neighbours_.data();
            radio.neighbours_count = static_cast<std::uint32_t>(neighbours_.size());
            if (car.detector) detect(i);
            const pcp::Sensors sensors = car.detector ? car.lists.at(time_ns_) : pcp::Sensors();
            if (!gives_others) others_.clear();
            const bool spat_now = spat && time_ns_ % 100'000'000 == 0;
            radio.messages = messages.data();
            radio.messages_count = spat_now ? static_cast<std::uint32_t>(messages.size()) : 0;
            const pcp::Input input{.time_ns = time_ns_,
                                   .period_ns = kStep,
                                   .ego = all_[i].motion,
                                   .others = others_,
                                   .radio = car.radio ? pcp::Radio(&radio) : pcp::Radio(),
                                   .signals = seen_,
                                   .sensors = sensors};
            pcp::DriverInputs out;
            try {
                out = car.driver->step(input);
            } catch (const std::exception& e) {
                car.fault = e.what();
                out.braking = 1;
            }
            engine_->set_controls(AgentId{static_cast<std::uint32_t>(i)},
                                  {out.steering, out.throttle, out.braking});
            car.left = car.left || out.leave;
        }
        if (watch_collisions && time_ns_ % 50'000'000 == 0) watch();
        engine_->advance(SimDuration::milliseconds(5));
        for (Extra& e : extras_) e.at = e.at + e.velocity * 0.005;
        time_ns_ += kStep;
    }
    /// Steps until `until` returns true or this time has passed.
    void run(double seconds, const std::function<bool()>& until = {}) {
        const std::int64_t end = time_ns_ + static_cast<std::int64_t>(seconds * 1e9);
        while (time_ns_ < end) {
            step();
            if (until && until()) return;
        }
    }

    double time_s() const { return static_cast<double>(time_ns_) * 1e-9; }
    std::size_t size() const { return cars_.size(); }
    const client::body::BodyMotion& motion(std::size_t i) const {
        return engine_->motion(AgentId{static_cast<std::uint32_t>(i)});
    }
    Point at(std::size_t i) const { return {motion(i).position.x, motion(i).position.y}; }
    double speed(std::size_t i) const { return geo::length(motion(i).velocity); }
    bool left(std::size_t i) const { return cars_[i]->left; }
    bool all_left() const {
        for (const auto& car : cars_)
            if (!car->left) return false;
        return true;
    }
    const std::string& fault(std::size_t i) const { return cars_[i]->fault; }
    const std::vector<std::string>& notes(std::size_t i) const { return cars_[i]->notes; }
    const pcp::urban_driver::UrbanDriver& driver(std::size_t i) const { return *cars_[i]->driver; }
    const std::vector<std::string>& collisions() const { return collisions_; }
    /// Returns the distance of a vehicle from the line that its driver means to follow.
    double off_line_m(std::size_t i) const {
        return pcp::driving::length(
            at(i) - driver(i).track().point_at(driver(i).track().nearest_m(at(i), driver(i).along_m())));
    }
    pcp::urban_driver::Box box(std::size_t j) const {
        const SynOther& o = all_[j];
        return {pcp::driving::flat(o.motion.position),
                pcp::driving::direction_of(pcp::driving::heading_of(o.motion.orientation)), o.length_m,
                o.width_m};
    }

  private:
    struct Car {
        config::VehicleSpec spec;
        std::string config;
        std::unique_ptr<pcp::urban_driver::UrbanDriver> driver;
        std::vector<std::string> notes;
        std::string fault;
        bool radio = false, left = false;
        std::optional<Detector> detector;
        ObjectLists lists;
    };

    /// Has the detector of a car measure the bodies in `others_`, with its errors.
    void detect(std::size_t i) {
        const Detector& d = *cars_[i]->detector;
        if (time_ns_ == 0 || time_ns_ % d.mounting.period_ns != 0) return;
        Random random(i, static_cast<std::uint64_t>(time_ns_));
        std::vector<SynObject> list;
        const auto add = [&](std::uint32_t id, const SynOther& body) {
            SynObject o = listed(id, body, all_[i].motion, d.mounting);
            if (std::hypot(o.position.x, o.position.y) > d.mounting.range_m ||
                std::abs(std::atan2(o.position.y, o.position.x)) > d.mounting.view_rad / 2)
                return;
            o.position.x += d.position_sigma_m * normal(random);
            o.position.y += d.position_sigma_m * normal(random);
            o.velocity.x += d.speed_sigma_m_s * normal(random);
            o.velocity.y += d.speed_sigma_m_s * normal(random);
            o.yaw_rad += d.yaw_sigma_rad * normal(random);
            list.push_back(o);
        };
        // The ids must not reveal the numbers of agents.
        for (const SynOther& other : others_)
            if (!random.chance(d.miss_probability)) add(~other.agent * 2654435761u, other);
        std::uint32_t name = static_cast<std::uint32_t>(time_ns_ / d.mounting.period_ns) << 8;
        if (false_objects)
            for (const SynOther& thing : false_objects(i, time_s())) add(name++, thing);
        for (double left = d.false_per_scan; random.chance(left); --left) {
            SynOther thing = all_[i];
            thing.motion.position.x += random.uniform(-60, 60);
            thing.motion.position.y += random.uniform(-60, 60);
            add(name++, thing);
        }
        std::ranges::sort(list, {}, &SynObject::id);
        cars_[i]->lists.measure(0, time_ns_, std::move(list));
    }

    static SynSignalGroup group_of(std::uint32_t g, std::int32_t state, std::int64_t until) {
        return {g, state, until, until, until, SYN_TIME_UNKNOWN};
    }
    void make_signals(double now) {
        seen_.clear();
        spat_.clear();
        lamp_groups_.clear();
        lamp_groups_.reserve(2 * intersections.size());
        for (const Lamps& i : intersections) {
            const auto state = [&](std::uint32_t g) {
                return lamps_of ? lamps_of(i.intersection, g, now) : lamps(g, now);
            };
            std::vector<SynSignalGroup> visible, announced;
            for (std::uint32_t g = 1; g <= i.groups; ++g) {
                if (lamps || lamps_of) visible.push_back(group_of(g, state(g), SYN_TIME_UNKNOWN));
                if (spat)
                    announced.push_back(group_of(g, spat_state ? spat_state(g, now) : state(g),
                                                 spat_until_s
                                                     ? static_cast<std::int64_t>(spat_until_s(g, now) * 1e9)
                                                     : SYN_TIME_UNKNOWN));
            }
            lamp_groups_.push_back(std::move(visible));
            if (lamps || lamps_of)
                seen_.push_back(
                    {0, i.intersection, 1, 0, "", time_ns_, lamp_groups_.back().data(), i.groups, 0});
            lamp_groups_.push_back(std::move(announced));
            if (spat)
                spat_.push_back(
                    {0, i.intersection, 1, 0, "", time_ns_, lamp_groups_.back().data(), i.groups, 0});
        }
    }
    void place_all() {
        all_.clear();
        safety_.clear();
        for (std::size_t i = 0; i < cars_.size(); ++i) {
            const client::body::BodyMotion& m = motion(i);
            const auto& body = cars_[i]->spec.body;
            const auto& q = m.orientation;
            all_.push_back({static_cast<std::uint32_t>(i),
                            SYN_OTHER_VEHICLE,
                            body.length_m,
                            body.width_m,
                            body.height_m,
                            {{m.position.x, m.position.y, m.position.z},
                             {q.w, q.x, q.y, q.z},
                             {m.velocity.x, m.velocity.y, m.velocity.z},
                             {m.angular_velocity.x, m.angular_velocity.y, m.angular_velocity.z},
                             {m.acceleration.x, m.acceleration.y, m.acceleration.z}}});
        }
        for (std::size_t k = 0; k < extras_.size(); ++k) {
            const Extra& e = extras_[k];
            const auto q = geo::Quaternion::from_yaw(std::atan2(e.heading.y, e.heading.x));
            all_.push_back({static_cast<std::uint32_t>(cars_.size() + k),
                            e.kind,
                            e.length_m,
                            e.width_m,
                            1.5,
                            {{e.at.x, e.at.y, 0},
                             {q.w, q.x, q.y, q.z},
                             {e.velocity.x, e.velocity.y, 0},
                             {0, 0, 0},
                             {0, 0, 0}}});
        }
        for (std::size_t j = 0; j < all_.size(); ++j) {
            const SynMotion& m = all_[j].motion;
            const Point h = pcp::driving::heading_of(m.orientation);
            SynBasicSafety s{};
            s.temporary_id = static_cast<std::uint32_t>(1000 + j);
            s.time_ns = time_ns_;
            s.position = m.position;
            s.accuracy_m = accuracy_m;
            s.speed_m_s = std::hypot(m.velocity.x, m.velocity.y);
            s.yaw_rad = std::atan2(h.y, h.x);
            s.acceleration_forward_m_s2 = pcp::driving::dot(pcp::driving::flat(m.acceleration), h);
            s.length_m = all_[j].length_m;
            s.width_m = all_[j].width_m;
            s.transmission = SYN_TRANSMISSION_FORWARD;
            if (s.acceleration_forward_m_s2 < -3.9) s.events = SYN_EVENT_HARD_BRAKING;
            safety_.push_back(s);
        }
    }
    void watch() {
        for (std::size_t i = 0; i < cars_.size(); ++i) {
            for (std::size_t j = i + 1; j < all_.size(); ++j) {
                if (cars_[i]->left || (j < cars_.size() && cars_[j]->left)) continue;
                const pcp::urban_driver::Box a = box(i), b = box(j);
                if (pcp::driving::length(a.at - b.at) > 20 || !touch(a, b)) continue;
                if (collisions_.size() < 20)
                    collisions_.push_back(
                        fmt::format("{} ({:.1f} m/s, {}) and {} at {:.2f} s near ({:.1f}, {:.1f})", i,
                                    speed(i), driver(i).why(), j, time_s(), a.at.x, a.at.y));
            }
        }
    }

    const SynMap& map_;
    std::unique_ptr<client::engine::BodyEngine> engine_ =
        client::engine::make_embedded_engine(SimDuration::milliseconds(5));
    std::vector<std::unique_ptr<Car>> cars_;
    std::vector<Extra> extras_;
    std::vector<SynOther> all_, others_;
    std::vector<SynBasicSafety> safety_;
    std::vector<SynNeighbour> neighbours_;
    std::vector<std::vector<SynSignalGroup>> lamp_groups_;
    std::vector<SynSignals> seen_, spat_;
    std::vector<std::string> collisions_;
    std::int64_t time_ns_ = 0;
};

}  // namespace synchrono::testing
