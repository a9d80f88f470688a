/// Whom the vehicle's own sensors see. Object lists come late and at rates of their own, tell of places as
/// they were from where the vehicle was then, miss what is there and invent what is not. Here they become
/// others as they are by now, in the world: each carried over by the vehicle's place at the measurement,
/// smoothed, and reckoned on; believed once it has been seen twice, and forgotten when it has not been seen
/// for half a second. Several sensors that see the same thing tell of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/sensors.hpp"

namespace synchrono::pcp {

/// Threading: one thread.  Owns: what it remembers.
class Tracking {
  public:
    /// At every step: where the vehicle is, and what has arrived.
    void take(std::int64_t now_ns, const SynMotion& ego, const Sensors& sensors);
    /// Whether there is a sensor that lists objects; known after the first step.
    bool sees() const { return !eyes_.empty(); }

    /// Those that are believed, where they are by now: ascending by `agent`, which is a number that they have
    /// here alone. Valid until the next call.
    std::span<const SynOther> others(std::int64_t now_ns);
    /// Whether a sensor looks at a place, were nothing in between; as of the last step.
    bool looks_at(Point place) const;

  private:
    struct Eye {
        std::uint32_t sensor;  // its place in the list
        SynVec3 position;
        SynQuaternion orientation;
        std::int64_t keep_ns;  // from when it saw something until that is forgotten
        double view_rad = 0, range_m = 0;
    };
    struct Pose {
        std::int64_t time_ns;
        SynVec3 position;
        SynQuaternion orientation;
    };
    struct Sighting {
        std::uint32_t id, kind;
        Point at, velocity, heading;
        double length_m, width_m, height_m;
        bool taken;
    };
    struct Trace {
        std::uint32_t number, kind;
        std::uint32_t seen;     // times
        std::int64_t time_ns;   // of what follows
        std::int64_t until_ns;  // it is remembered
        Point at, velocity, heading;
        double acceleration_m_s2;                  // along its heading
        double place_noise_m2, speed_noise_m2_s2;  // variance on each axis, of what is measured of it
        double length_m, width_m, height_m;
        bool taken;  // by one of the sightings of the list that is being read

        void reckon_on(std::int64_t to_ns);
        void correct(std::int64_t time_ns, const Sighting& sighting);
    };
    struct Name {  // that a sensor has for a trace
        std::uint32_t sensor, id, number;
    };

    void notice(const Sensors& sensors);
    Pose pose_at(std::int64_t time_ns) const;
    void read(const SynSample& sample, const Eye& eye, const SynObjects& list);
    Trace* named(std::uint32_t sensor, std::uint32_t id);
    Trace* nearest(const Sighting& sighting, std::int64_t time_ns);
    bool forget_farthest(Point than);
    void match(const SynSample& sample, const Eye& eye, Sighting& sighting, Trace* trace);

    bool noticed_ = false;
    std::vector<Eye> eyes_;
    std::int64_t delay_ns_max_ = 0;
    std::vector<Pose> poses_;    // ascending by time, as far back as a measurement may be
    std::vector<Trace> traces_;  // ascending by number
    std::vector<Name> names_;
    std::vector<Sighting> sightings_;
    std::vector<SynOther> others_;
    std::uint32_t numbers_ = 0;
};

}  // namespace synchrono::pcp
