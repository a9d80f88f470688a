/// Object lists that a test makes up. As in a real client, a pilot gets each list with the first step at or
/// after the list's arrival.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/sensors.hpp"

namespace synchrono::testing {

/// A sensor's times, its place on its vehicle, its angle about z, and how far and wide it sees.
struct Mounting {
    std::int64_t period_ns = 50'000'000, delay_ns = 0;
    SynVec3 position{};
    double yaw_rad = 0;
    double view_rad = 6.5, range_m = 150;
};

/// Returns the entry for a body in the list of a sensor on a level vehicle.
inline SynObject listed(std::uint32_t id, const SynOther& body, const SynMotion& vehicle,
                        const Mounting& mounting) {
    using pcp::driving::Point;
    const auto into = [](Point v, Point ahead) {
        return Point{pcp::driving::dot(ahead, v), pcp::driving::cross(ahead, v)};
    };
    const Point ahead = pcp::driving::heading_of(vehicle.orientation),
                sensor_ahead{std::cos(mounting.yaw_rad), std::sin(mounting.yaw_rad)};
    const Point at =
        into(into(pcp::driving::flat(body.motion.position) - pcp::driving::flat(vehicle.position), ahead) -
                 pcp::driving::flat(mounting.position),
             sensor_ahead);
    const Point velocity = into(into(pcp::driving::flat(body.motion.velocity), ahead), sensor_ahead);
    const Point heading = into(into(pcp::driving::heading_of(body.motion.orientation), ahead), sensor_ahead);
    SynObject o{};
    o.id = id;
    o.kind = body.kind;
    o.position = {at.x, at.y, body.motion.position.z - vehicle.position.z - mounting.position.z};
    o.velocity = {velocity.x, velocity.y, 0};
    o.yaw_rad = std::atan2(heading.y, heading.x);
    o.length_m = body.length_m;
    o.width_m = body.width_m;
    o.height_m = body.height_m;
    o.visible = 1;
    return o;
}

/// The sensors of one vehicle.
class ObjectLists {
  public:
    void mount(const Mounting& m) {
        SynSensor s{};
        s.name = s.model = "objects";
        s.kind = SYN_SENSOR_OBJECTS;
        s.period_ns = m.period_ns;
        s.delay_ns = m.delay_ns;
        s.position = m.position;
        s.orientation = {std::cos(m.yaw_rad / 2), 0, 0, std::sin(m.yaw_rad / 2)};
        sensors_.push_back(s);
        mountings_.push_back(m);
    }
    const std::vector<Mounting>& mountings() const { return mountings_; }

    /// Adds a list that a sensor measured at `time_ns`. It arrives after the sensor's delay.
    void measure(std::uint32_t sensor, std::int64_t time_ns, std::vector<SynObject> objects) {
        coming_.push_back({sensor, time_ns, time_ns + mountings_[sensor].delay_ns, std::move(objects), {}});
        std::stable_sort(coming_.begin(), coming_.end(), [](const List& a, const List& b) {
            return a.arrival_ns != b.arrival_ns ? a.arrival_ns < b.arrival_ns : a.sensor < b.sensor;
        });
    }
    /// Returns the lists that have arrived since the last call; valid until the next call.
    pcp::Sensors at(std::int64_t now_ns) {
        arrived_.clear();
        samples_.clear();
        while (!coming_.empty() && coming_.front().arrival_ns <= now_ns) {
            arrived_.push_back(std::move(coming_.front()));
            coming_.pop_front();
        }
        for (List& list : arrived_) {
            const Mounting& m = mountings_[list.sensor];
            list.head = {list.objects.data(),
                         static_cast<std::uint32_t>(list.objects.size()),
                         0,
                         m.view_rad,
                         1,
                         m.range_m};
            samples_.push_back(
                {list.sensor, SYN_SENSOR_OBJECTS, 0, list.time_ns, list.arrival_ns, &list.head});
        }
        sensors_view_ = {sizeof sensors_view_, static_cast<std::uint32_t>(sensors_.size()), sensors_.data(),
                         samples_.data(),      static_cast<std::uint32_t>(samples_.size()), 0};
        return pcp::Sensors(&sensors_view_);
    }

  private:
    struct List {
        std::uint32_t sensor;
        std::int64_t time_ns, arrival_ns;
        std::vector<SynObject> objects;
        SynObjects head;
    };
    std::vector<SynSensor> sensors_;
    std::vector<Mounting> mountings_;
    std::deque<List> coming_;
    std::vector<List> arrived_;
    std::vector<SynSample> samples_;
    SynSensors sensors_view_{};
};

}  // namespace synchrono::testing
